import { type CDPSession, devices } from 'playwright/test'
import { counter, dialog, inView, openImage, refuseCookies, settled } from './lightbox-support'
import { expect, test } from './support'

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7']
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch })

test.beforeEach(({ page }) => refuseCookies(page))

type Finger = { x: number; y: number }

// Playwright's own touchscreen can tap, but neither drag nor use two fingers.
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

test('a swipe sideways moves on, both ways and round the end', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await openImage(page, 12)
  await settled(page)
  await touch(session, line({ x: 320, y: 380 }, { x: 90, y: 390 }))
  await counter(page, '13 / 13')
  await touch(session, line({ x: 320, y: 380 }, { x: 90, y: 390 }))
  await counter(page, '1 / 13')
  await touch(session, line({ x: 90, y: 390 }, { x: 320, y: 380 }))
  await counter(page, '13 / 13')
})

test('a swipe that turns back, in any direction, and a tap change nothing', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await openImage(page, 5)
  await settled(page)
  for (const [from, to] of [
    [
      { x: 300, y: 380 },
      { x: 120, y: 380 },
    ],
    [
      { x: 200, y: 300 },
      { x: 215, y: 520 },
    ],
    [
      { x: 200, y: 520 },
      { x: 200, y: 250 },
    ],
  ] as const) {
    const there = line(from, to)
    await touch(session, [...there, ...there.toReversed()], 40)
  }
  await touch(session, [[{ x: 200, y: 400 }]])
  await counter(page, '5 / 13')
  await settled(page)
  expect(Math.abs(((await inView(page).boundingBox())?.x ?? 0) - 12)).toBeLessThan(2)
})

test('two fingers zoom without moving on, one then moves the photo, a double tap goes back to the whole', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await openImage(page, 5)
  await settled(page)
  const width = async () => {
    // Later than a further touch would count as a double tap.
    await page.waitForTimeout(400)
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
  // First to the largest size, then back to the whole.
  for (const factor of [4, 1]) {
    await page.touchscreen.tap(206, 390)
    await page.touchscreen.tap(206, 390)
    expect(await width()).toBeCloseTo(whole * factor, 0)
  }
})

test('a tap beside the photo closes', async ({ page }) => {
  await openImage(page, 5)
  await settled(page)
  await page.touchscreen.tap(206, 130)
  await expect(dialog(page)).toBeHidden()
})

for (const [direction, to] of [
  ['up', 250],
  ['down', 520],
] as const)
  test(`a swipe ${direction} closes`, async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await openImage(page, 5)
    await settled(page)
    await touch(session, line({ x: 200, y: 390 }, { x: 215, y: to }))
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL('/projects')
  })
