import type { Locator, Page } from 'playwright/test'
import { expect, mainNavigation, open, shifts, test } from './support'

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie Consent' })
const choice = (page: Page, name: string) => banner(page).getByRole('button', { name })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('cookieConsent'))

test('the cookie banner asks once for all tabs and shifts no layout', async ({ page, context }) => {
  const shifted = await shifts(page)
  const other = await context.newPage()
  await open(other, '/projects')
  await expect(banner(other)).toBeVisible()
  await open(page, '/testimonials')
  await expect(banner(page)).toBeVisible()
  expect(await shifted()).toEqual([])
  await choice(page, 'Accept All').click()
  await expect(banner(page)).toBeHidden()
  await expect(banner(other)).toBeHidden()
  expect(await stored(page)).toBe('accepted')

  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.cookie-banner')) document.documentElement.dataset.flashed = 'true'
    }).observe(document, { childList: true, subtree: true })
  })
  await open(page, '/admin/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.flashed)).toBeUndefined()
})

test('Tab reaches the cookie banner before the navigation, and the footer reopens it', {
  tag: '@every-browser',
}, async ({ page }) => {
  await open(page, '/business-card')
  await expect(banner(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(banner(page).getByRole('link', { name: 'Privacy Policy' })).toBeFocused()
  for (const name of ['Accept All', 'Reject All', 'Close cookie banner']) {
    await page.keyboard.press('Tab')
    await expect(choice(page, name)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(banner(page)).toBeHidden()
  expect(await stored(page)).toBeNull()
  await page.keyboard.press('Tab')
  await expect(mainNavigation(page).getByRole('link').first()).toBeFocused()
  const settings = page.getByRole('button', { name: 'Cookie settings' })
  await settings.click()
  await expect(page.getByRole('heading', { name: 'Cookie Consent' })).toBeFocused()
  await choice(page, 'Reject All').press('Enter')
  await expect(settings).toBeFocused()
  expect(await stored(page)).toBe('rejected')
})

test.describe('without the code of the banner', () => {
  test.use({ expectedNoise: /ERR_FAILED|net::|NetworkError|Failed to (?:load|fetch)/ })

  test('Cookie settings that cannot be loaded are reported at every click', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'rejected'))
    await page.route(/open-banner/, (route) => route.abort())
    await open(page, '/business-card')
    const settings = page.getByRole('button', { name: 'Cookie settings' })
    const notice = page.getByText('Part of this page was blocked or didn’t load.')
    for (const _ of [1, 2]) {
      await settings.click()
      await expect(notice).toBeVisible()
      await expect(notice).toHaveCount(0)
    }
    await expect(banner(page)).toHaveCount(0)
  })
})

test('the cookie banner covers no footer or message and has 44 px buttons', async ({ page }) => {
  const bannerTop = async () => (await banner(page).boundingBox())?.y ?? 0
  const bottomOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().bottom)
  await open(page, '/business-card')
  await expect(banner(page)).toBeVisible()
  for (const [width, height] of [
    [320, 568],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const isClear = async () => {
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      expect(await bottomOf(page.getByRole('contentinfo'))).toBeLessThanOrEqual((await bannerTop()) + 1)
    }
    await expect(isClear).toPass()
    for (const button of await banner(page).getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${width} px`).toBeGreaterThanOrEqual(44)
    }
  }
  await page.getByRole('button', { name: 'Share card' }).click()
  await expect.poll(() => bottomOf(page.locator('[data-sonner-toast]'))).toBeLessThan(await bannerTop())
})

test('the cookie banner fills at most a third of the screen with doubled text', async ({ pageWithScrollbar }) => {
  // At this height only the banner's reserved space causes a scrollbar.
  const page = await pageWithScrollbar({ width: 1280, height: 2400 }, '--blink-settings=defaultFontSize=32')
  const errors: string[] = []
  // Only the page's own window reports a ResizeObserver loop.
  await page.addInitScript(() => window.addEventListener('error', ({ message }) => console.error(message)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await open(page, '/admin/login')
  await expect(banner(page)).toBeVisible()
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [820, 1180],
    [844, 390],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const size = `${width} px`
    expect((await banner(page).boundingBox())?.height, size).toBeLessThanOrEqual(height / 3)
    for (const button of await banner(page).getByRole('button').all()) {
      await expect(button, size).toBeInViewport({ ratio: 1 })
      const cut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
        scrollWidth - clientWidth + scrollHeight - clientHeight
      expect(await button.evaluate(cut), size).toBe(0)
    }
  }
  expect(errors).toEqual([])
})
