import type { Page } from 'playwright/test'
import { expect, idle, open, test } from './support'

/** Returns each text's line count and the page's height at three widths. */
const layouts = async (page: Page) => {
  await open(page, '/')
  await expect(page.getByText('Cookie Consent')).toBeVisible()
  const found: unknown[] = []
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // Scripts follow the width.
    await idle(page)
    const layout = await page.evaluate(async () => {
      await document.fonts.ready
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const lines: string[] = []
      while (texts.nextNode()) {
        // Chromium only sometimes returns boxes for closed answers.
        if (!texts.currentNode.parentElement?.checkVisibility()) continue
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        const count = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom))).size
        if (count > 0) lines.push(`${count}: ${range}`)
      }
      return { lines, height: document.getElementById('root')?.offsetHeight }
    })
    found.push({ width, ...layout })
  }
  return found
}

test.use({ expectedNoise: /Failed to load resource/ })

test('the home page layout stays the same when its typeface loads', async ({ page }) => {
  const areLoaded = () =>
    page.evaluate(() => ['1em "Archivo"', '1em "Archivo Wide"'].map((font) => document.fonts.check(font)))
  // Other tests' publications would change the page.
  await page.route(/\/rest\/v1\//, (route) => route.abort())
  await page.route(/\.woff2$/, (route) => route.abort())
  const before = await layouts(page)
  expect(await areLoaded()).toEqual([false, false])
  await page.unroute(/\.woff2$/)
  expect(await layouts(page)).toEqual(before)
  expect(await areLoaded()).toEqual([true, true])
})
