import type { Page } from 'playwright/test'
import { expect, open, test, title } from './support'

/** Returns a page's head for search engines (`seen`) and link previews (`told`). */
const headOf = (page: Page) =>
  page.evaluate(() => {
    const all = (css: string) => [...document.querySelectorAll(css)].map((element) => element.outerHTML).sort()
    return {
      seen: all('title, meta[name=description], meta[name=robots], link[rel=canonical]'),
      told: all('[property^="og:"], meta[name^="twitter:"], script[type="application/ld+json"]').join(),
    }
  })

test('a page reached by links has the same search metadata as by its URL', async ({ page }) => {
  await open(page, '/project/mayfair-basement')
  const opened = await headOf(page)
  expect(opened.seen).toHaveLength(4)
  expect(opened.told).toContain('"@type":"ImageObject"')
  await open(page, '/')
  expect((await headOf(page)).told).toContain('"@type":"GeneralContractor"')
  await page.getByRole('link', { name: 'View all projects' }).click()
  await page.getByRole('link', { name: /^View Project.*Mayfair/ }).click()
  await expect(title(page, /Mayfair/)).toBeVisible()
  await expect.poll(() => headOf(page)).toEqual({ seen: opened.seen, told: '' })
})
