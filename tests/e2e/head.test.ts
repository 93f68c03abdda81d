import type { Page } from 'playwright/test'
import { expect, open, test } from './support'

/** What the head of the open page says to people and search engines; and what only those read who load every page by its URL. */
const headOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name))
    return {
      title: document.title,
      description: all('meta[name=description]', 'content'),
      robots: all('meta[name=robots]', 'content'),
      canonical: all('link[rel=canonical]', 'href'),
      url: all('meta[property="og:url"]', 'content'),
      cards: all('meta[name^="twitter:"]', 'name'),
      things: [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) =>
        JSON.parse(script.textContent)['@graph'].map((thing: { '@type': string }) => thing['@type']),
      ),
    }
  })

test('a page that is walked to has the same head as the same page opened by its URL, and tells search engines nothing of another', async ({
  page,
}) => {
  await open(page, '/project/mayfair-basement')
  const opened = await headOf(page)
  expect(opened.canonical).toHaveLength(1)
  expect(opened.url).toEqual(opened.canonical)
  expect(opened.things).toContain('ImageObject')
  await open(page, '/')
  expect((await headOf(page)).things).toEqual(['GeneralContractor', 'WebSite'])
  await page.getByRole('link', { name: 'View all projects' }).click()
  await page.getByRole('link', { name: /^View Project.*Mayfair/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mayfair')
  await expect.poll(() => headOf(page)).toEqual({ ...opened, url: [], cards: [], things: [] })
})
