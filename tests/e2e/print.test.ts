import type { Page } from 'playwright/test'
import { expectSideBySide } from './comparison'
import { expect, open, test } from './support'

const print = async (page: Page) => {
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(pdf) ?? []
  return { pages: pdf.match(/\/Type\s*\/Page\b/g)?.length, points: [Number(width), Number(height)] }
}

test('the business card page prints only the card, on one card-sized page', async ({ page }) => {
  await open(page, '/business-card')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: /Business card of/ })).toBeVisible()
  for (const role of ['banner', 'contentinfo', 'heading'] as const)
    await expect(page.getByRole(role, role === 'heading' ? { level: 1 } : {})).toBeHidden()
  const { pages, points } = await print(page)
  expect(pages).toBe(1)
  // 85 x 55 mm.
  expect(points).toEqual([expect.closeTo(241, -1), expect.closeTo(156, -1)])
})

test('printing the letter to neighbours takes one page and returns the focus', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await open(page, '/projects')
  const button = page.getByRole('button', { name: 'Print a letter for your neighbours' })
  const letter = page.getByText('It is not a notice under the Party Wall etc. Act 1996')
  await button.click()
  await expect(letter).toBeAttached()
  await expect(letter).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(letter).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  // Printing dispatches `afterprint`, like the dialog.
  expect((await print(page)).pages).toBe(1)
  await expect(letter).not.toBeAttached()
  await expect(button).toBeFocused()
})

test('print shows the answers to collapsed questions and comparisons side by side', async ({ page }) => {
  await page.setViewportSize({ width: 718, height: 1000 })
  await open(page, '/')
  const answer = page.getByText('Small cracks can happen')
  await expect(answer).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(answer).toBeVisible()
  await open(page, '/project/feltham-basement')
  await expectSideBySide(page)
})
