import { createServer } from 'node:http'
import type { Page } from 'playwright/test'
import { districts } from '../../src/content/districts'
import { listen } from '../support/listen'
import { pair } from './comparison'
import { counter, dialog, imageCards, inView } from './lightbox-support'
import {
  expect,
  holdBack,
  idle,
  open,
  openEarly,
  refuseCookies,
  SCRIPTS,
  shifts,
  test,
  title,
  waitForFade,
} from './support'

test('the home page, a project and the testimonials load without layout shifts', async ({ page }) => {
  const shifted = await shifts(page)
  for (const width of [1024, 1440])
    for (const path of ['/', '/project/feltham-basement', '/testimonials']) {
      await page.setViewportSize({ width, height: 900 })
      await open(page, path)
      expect(await shifted(), `${path} at ${width} px`).toEqual([])
    }
})

test.describe('a page received in two parts', () => {
  test.use({ expectedNoise: /404/ })

  for (const [where, text] of [
    ['header', 'Let&#x27;s Talk'],
    ['back link', 'Back to home'],
  ] as const)
    test(`a page received in two parts, cut in its ${where}, shows no layout shifts`, async ({ page, request }) => {
      const html = await (await request.get('/testimonials')).text()
      const middle = html.indexOf(text)
      expect(middle).toBeGreaterThan(0)
      const server = createServer(({ url }, response) => {
        if (url !== '/testimonials') return response.writeHead(404).end()
        response.setHeader('Content-Type', 'text/html').write(html.slice(0, middle))
        setTimeout(() => response.end(html.slice(middle)), 500)
      })
      const shifted = await shifts(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      // If scripts fail, a button disappears.
      await holdBack(page, SCRIPTS)
      await openEarly(page, `${await listen(server)}/testimonials`)
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await idle(page)
      expect(await shifted()).toEqual([])
      server.close()
    })
})

const wrongFiles = (page: Page) =>
  page
    .getByRole('main')
    .locator('picture img')
    .evaluateAll(async (images) => {
      const found: string[] = []
      for (const image of images as HTMLImageElement[]) {
        image.scrollIntoView()
        image.loading = 'eager'
        await image.decode()
        // With width descriptors this is the width in `sizes`.
        const claim = image.naturalWidth / image.clientWidth
        if (claim < 0.97 || claim > 1.06)
          found.push(`${image.currentSrc}: ${image.naturalWidth} for ${image.clientWidth}`)
      }
      return found
    })

// One width for each range in `sizes`.
for (const [width, columns] of [
  [390, 1],
  [820, 2],
  [1100, 3],
  [1440, 3],
] as const)
  test(`the project list at ${width} px has the right columns and image sizes`, async ({ page }) => {
    const shifted = await shifts(page)
    await refuseCookies(page)
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/projects')
    const cards = page.locator('main ul > li')
    const kinds = await cards.evaluateAll((items) => items.map((item) => Boolean(item.querySelector('h2'))))
    const projects = kinds.lastIndexOf(true) + 1
    expect(projects).toBeGreaterThanOrEqual(5)
    expect(kinds).toEqual([...Array(projects).fill(true), ...Array(13).fill(false)])
    const lefts = await cards.evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBe(columns)
    for (let y = 0; y < 9; y++) await page.mouse.wheel(0, 900)
    expect(await shifted()).toEqual([])
    expect(await wrongFiles(page)).toEqual([])

    const last = page.getByRole('article').last()
    const boxes = await last
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().toJSON() as DOMRect))
    expect(boxes).toHaveLength(2)
    for (const box of boxes) expect(box.width / box.height).toBeCloseTo(4 / 3, 1)
    const [before, built] = boxes as [DOMRect, DOMRect]
    expect(built.top).toBe(before.top)
    expect(built.width).toBeCloseTo(before.width, 0)
    expect(built.left - before.right).toBeCloseTo(2, 0)
    const { width: card = 0 } = (await last.boundingBox()) ?? {}
    expect(built.right - before.left).toBeCloseTo(card, 0)

    const drawing = page.getByRole('region', { name: 'Where we’ve dug' }).locator('img')
    await drawing.scrollIntoViewIfNeeded()
    const { x, y, width: wide } = (await drawing.boundingBox()) as DOMRect
    // In thousandths of the drawing's width.
    const [, left, top] = districts.find(([name]) => name === 'Feltham') ?? ['', 0, 0]
    await page.mouse.click(x + (left * wide) / 1000, y + (top * wide) / 1000)
    await expect(title(page, /Feltham/)).toBeFocused()
    await expect(page).toHaveURL('/project/feltham-basement')
    await waitForFade(page)
    expect(await wrongFiles(page)).toEqual([])
  })

test('the comparison divider follows keys and the pointer, and announces its position', {
  tag: '@every-browser',
}, async ({ page }) => {
  await refuseCookies(page)
  await open(page, '/project/feltham-basement')
  const divider = page.getByRole('slider', { name: 'Before and after' })
  const isAt = async (before: number) => {
    await expect(divider).toHaveAttribute('aria-valuetext', `${before}% before, ${100 - before}% after`)
    const clip = await pair(page)
      .nth(1)
      .evaluate((after) => getComputedStyle(after).clipPath)
    expect(Math.round(Number(/([\d.]+)%/.exec(String(clip))?.[1]))).toBe(before)
  }
  await isAt(50)
  // WebKit's driver presses no key on a hidden element.
  await divider.evaluate((input: HTMLElement) => input.focus())
  await page.keyboard.press('ArrowRight')
  await isAt(51)
  await page.keyboard.press('End')
  await isAt(100)
  await pair(page).nth(0).scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await divider.boundingBox()) as DOMRect
  await page.mouse.click(x + width / 4, y + height / 2)
  await isAt(25)
  await page.mouse.down()
  await page.mouse.move(x + (2 * width) / 5, y + height / 2)
  await isAt(40)
  await page.mouse.move(x - 20, y + height / 2)
  await page.mouse.up()
  await isAt(0)
  await expect(divider).toBeFocused()
})

test.describe('pictures that fail to load', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('pictures that fail to load keep their frames and names, also in the lightbox', async ({ page }) => {
    await refuseCookies(page)
    const image = page.locator('main img').first()
    const frames = () =>
      page.locator('main img').evaluateAll((images) =>
        images.map((image) => {
          const { x, y, width, height } = image.getBoundingClientRect()
          return [x, y + window.scrollY, width, height].map(Math.round)
        }),
      )
    await open(page, '/projects')
    const whole = await frames()
    await page.route('**/pictures/**', (route) => route.abort())
    await open(page, '/projects')
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete)).toBe(true)
    expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(0)
    expect(await frames()).toEqual(whole)
    await expect(image).toHaveAccessibleName(/\w/)
    await imageCards(page).first().click()
    await expect(inView(page)).toHaveAccessibleName(/\w/)
    await dialog(page).getByRole('button', { name: 'Next photo' }).click()
    await counter(page, '2 / 13')
  })
})
