import sharp from 'sharp'
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

test('every public page hydrates, fits its width and leaves the console silent', { tag: '@every-browser' }, async ({
  page,
}) => {
  for (const path of publicPages) {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect(needed, path).toBeLessThanOrEqual(given ?? 0)
  }
})

test('the headline leaves no word alone in its last line', async ({ page }) => {
  await page.goto('/')
  for (const width of [390, 820, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const [house, London] = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const words = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      const tops: number[] = []
      for (let text = words.nextNode(); text; text = words.nextNode())
        for (const word of (text.textContent ?? '').matchAll(/\S+/g)) {
          range.setStart(text, word.index)
          range.setEnd(text, word.index + word[0].length)
          tops.push(range.getBoundingClientRect().top)
        }
      return tops.reverse()
    })
    expect(house, `${width} px`).toBe(London)
  }
})

test('the picture of the hero fades into its ground without bands', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/')
  // Where the fade has nothing before it.
  const image = await page.screenshot({ clip: { x: 470, y: 140, width: 150, height: 90 } })
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
  const columns = Array.from({ length: info.width }, (_, x) => {
    const greys = Array.from({ length: info.height }, (_, y) => data[(y * info.width + x) * info.channels] ?? 0)
    return greys.reduce((sum, grey) => sum + grey, 0) / info.height
  })
  const steps = columns.slice(1).map((grey, x) => Math.abs(grey - (columns[x] ?? 0)))
  // A whole level of 255, all the way down, is what a person sees.
  expect(Math.max(...steps)).toBeLessThan(0.7)
})

test('the slide control lies on no picture of a phone, and the current dot differs in forced colours', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/')
  const dots = page.getByRole('button', { name: /^Show picture/ })
  const picture = await page.locator('.hero-picture').boundingBox()
  for (const dot of await dots.all())
    expect((await dot.boundingBox())?.y).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0))
  const colours = await dots.evaluateAll((buttons) =>
    buttons.map(({ firstElementChild: dot }) => dot && getComputedStyle(dot).backgroundColor),
  )
  expect(colours[0]).not.toBe(colours[1])
})

test('every public page reads without JavaScript, and the admin area says what it lacks', async ({
  browser,
  baseURL,
}) => {
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
  await page.goto('/admin/login')
  await expect(page.locator('noscript p')).toContainText('The admin area needs JavaScript')
  await expect(page.locator('noscript p')).toBeVisible()
  await context.close()
})
