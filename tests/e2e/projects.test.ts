import { counter, dialog, imageCards, inView } from './lightbox-support'
import { expect, open, refuseCookies, test } from './support'

test('all projects, then thirteen photos, in one, two and three columns without anything moving', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [width, columns] of [
    [390, 1],
    [820, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/projects')
    const cards = page.getByRole('main').getByRole('listitem')
    const kinds = await cards.evaluateAll((items) => items.map((item) => Boolean(item.querySelector('h2'))))
    const projects = kinds.lastIndexOf(true) + 1
    expect(projects).toBeGreaterThanOrEqual(5)
    expect(kinds).toEqual([...Array(projects).fill(true), ...Array(13).fill(false)])
    const lefts = await cards.evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBe(columns)
    for (let y = 0; y < 9; y++) await page.mouse.wheel(0, 900)
    expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0)
  }
})

test('every card is drawn from a file that its sizes attribute asked for', async ({ page }) => {
  for (const width of [390, 820, 1100, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/projects', '/project/feltham-basement']) {
      await open(page, path)
      const wrong = await page
        .getByRole('main')
        .locator('img')
        .evaluateAll(async (images) => {
          const found: string[] = []
          for (const image of images as HTMLImageElement[]) {
            image.scrollIntoView()
            image.loading = 'eager'
            await image.decode()
            // With width descriptors the natural width is what `sizes` claims, in CSS pixels.
            const claim = image.naturalWidth / image.clientWidth
            if (claim < 0.97 || claim > 1.06)
              found.push(`${image.currentSrc}: ${image.naturalWidth} for ${image.clientWidth}`)
          }
          return found
        })
      expect(wrong, `${path} at ${width} px`).toEqual([])
    }
  }
})

test.describe('pictures that do not come', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('keep their frames and say what they show; the lightbox goes on', async ({ page }) => {
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
