import { type CDPSession, devices } from 'playwright/test'
import { counter, dialog, imageCards, inView, openImage, waitForSlide } from './lightbox-support'
import { expect, open, refuseCookies, test } from './support'

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7']
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch })

test.beforeEach(({ page }) => refuseCookies(page))

type Finger = { x: number; y: number }

// Playwright's touchscreen can only tap.
const touch = async (session: CDPSession, frames: Finger[][], msPerFrame = 0) => {
  for (const [index, touchPoints] of frames.entries()) {
    await session.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints })
    await new Promise((resolve) => setTimeout(resolve, msPerFrame))
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const line = (from: Finger, to: Finger, steps = 6): Finger[][] =>
  Array.from({ length: steps + 1 }, (_, step) => [
    { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps },
  ])

test('horizontal swipes change the photo, and vertical swipes or outside taps close the lightbox', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await openImage(page, 12)
  await waitForSlide(page)
  for (const [from, to, text] of [
    [320, 90, '13 / 13'],
    [320, 90, '1 / 13'],
    [90, 320, '13 / 13'],
  ] as const) {
    await touch(session, line({ x: from, y: 380 }, { x: to, y: 390 }))
    await counter(page, text)
  }
  await waitForSlide(page)
  for (const [startX, startY, x, y] of [
    [300, 380, 120, 380],
    [200, 300, 215, 520],
    [200, 520, 200, 250],
  ] as const) {
    const there = line({ x: startX, y: startY }, { x, y })
    await touch(session, [...there, ...there.toReversed()], 40)
  }
  await touch(session, [[{ x: 200, y: 400 }]])
  await counter(page, '13 / 13')
  await waitForSlide(page)
  expect(Math.abs(((await inView(page).boundingBox())?.x ?? 0) - 12)).toBeLessThan(2)
  // Sooner, the touch would count as a double tap.
  await page.waitForTimeout(500)
  for (const close of [
    () => touch(session, line({ x: 200, y: 390 }, { x: 215, y: 250 })),
    () => touch(session, line({ x: 200, y: 390 }, { x: 215, y: 520 })),
    () => page.touchscreen.tap(206, 130),
  ]) {
    if (!(await dialog(page).isVisible())) await imageCards(page).nth(12).click()
    await waitForSlide(page)
    await close()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL('/projects')
  }
})

test('pinching zooms a photo, dragging pans it and double taps toggle the zoom', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await openImage(page, 5)
  await waitForSlide(page)
  const width = async () => {
    // Sooner, the next touch would count as a double tap.
    await page.waitForTimeout(400)
    await waitForSlide(page)
    return (await inView(page).boundingBox())?.width ?? 0
  }
  const whole = await width()
  await touch(
    session,
    [40, 60, 80, 100, 120].map((spread) => [
      { x: 206 - spread, y: 390 },
      { x: 206 + spread, y: 390 },
    ]),
  )
  expect((await width()) / whole).toBeGreaterThan(2)
  const before = (await inView(page).boundingBox())?.x ?? 0
  await touch(session, line({ x: 300, y: 390 }, { x: 200, y: 390 }))
  expect((await width()) / whole).toBeGreaterThan(2)
  expect((await inView(page).boundingBox())?.x).toBeLessThan(before - 60)
  await counter(page, '5 / 13')
  // Taps more than 300 ms apart aren't a double tap.
  for (const factor of [4, 1])
    await expect(async () => {
      await page.touchscreen.tap(206, 390)
      await page.touchscreen.tap(206, 390)
      expect(await width()).toBeCloseTo(whole * factor, 0)
    }).toPass()
})

test('a horizontal touch moves the comparison divider, and a vertical one scrolls the page', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await open(page, '/project/feltham-basement')
  const divider = page.getByRole('slider', { name: 'Before and after' })
  const at = async () => Math.round(Number(await divider.inputValue()))
  const box = async () => (await divider.boundingBox()) as Finger & { width: number; height: number }
  const { x, y, width, height } = await box()
  const start = { x: x + width / 5, y: y + height / 2 }
  // The momentum scroll would swallow the next touch.
  const rest = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('scrollend', () => resolve(true))),
  )
  await touch(session, line(start, { x: start.x + 15, y: start.y - 150 }), 16)
  await rest
  expect(y - (await box()).y).toBeGreaterThan(50)
  expect(await at()).toBe(50)
  const middle = (await box()).y + height / 2
  await touch(session, line({ x: start.x, y: middle }, { x: x + (4 * width) / 5, y: middle + 20 }), 16)
  await expect.poll(at).toBe(80)
})
