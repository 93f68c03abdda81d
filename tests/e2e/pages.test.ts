import { site } from '../../src/content/site'
import { expectAccessible } from './accessibility'
import { expect, open, publicPages, test } from './support'

for (const path of publicPages)
  test(`${path} is accessible, fits its width and leaves the console silent`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 })
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessible(page, path)
  })

test('every public page reads without JavaScript', async ({ browser, baseURL }) => {
  const viewport = { width: 320, height: 844 }
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  for (const path of publicPages) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: site.phone.display }), path).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
  await context.close()
})

test('no page is wider than its screen for visitors who read at twice the size', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage(baseURL ? { baseURL } : {})
  for (const path of publicPages) {
    await open(page, path)
    for (const width of [320, 390, 820]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width)
    }
  }
  await browser.close()
})
