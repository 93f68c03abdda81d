import type { Page } from 'playwright/test'
import { site } from '../../src/content/site'
import { test as adminTest } from './admin-support'
import { imageCards } from './lightbox-support'
import {
  expect,
  fill,
  holdBack,
  idle,
  loadReviews,
  mainNavigation,
  open,
  PHONE,
  photoField,
  state,
  test,
  title,
} from './support'

/** Simulates a new deploy without a chunk. Returns a function that restores it. */
const loseChunk = async (page: Page, name: string) => {
  let isGone = true
  // Safari doesn't name the chunk, so the site requests the versioned main script.
  await page.route(new RegExp(`/assets/(?:${name}|main)-[\\w-]{8}\\.js$`), (route) => {
    const isOther = route.request().url().includes('/assets/main-') && route.request().method() === 'GET'
    return isGone && !isOther ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue()
  })
  return () => {
    isGone = false
  }
}

/** Simulates an extension that only blocks imports. */
const blockChunk = (page: Page, name: string) =>
  page.route(new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`), (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )

const talk = (page: Page) => page.getByRole('button', { name: "Let's Talk" })

const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)

const enquiry = { Name: 'Asha', Email: 'asha@example.com', Message: 'A basement.' }

// Visitors who save data get no prefetched pages.
test.beforeEach(({ page }) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
)

test.describe('missing code after a new deploy', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test("'Let's Talk' and the menu fall back to links when their code is missing", async ({ page, context }) => {
    const bringBack = await loseChunk(page, '(?:talk-panel|mobile-menu)')
    await open(page, '/testimonials')
    const text = page.getByLabel('Your testimonial')
    const telephone = page.getByRole('contentinfo').getByRole('link', { name: site.phone.display })
    for (const isOffline of [true, false]) {
      await text.fill('Half a sentence')
      await context.setOffline(isOffline)
      await talk(page).click()
      await expect(telephone).toBeFocused()
      await expect(text).toHaveValue('Half a sentence')
    }
    await page.setViewportSize(PHONE)
    const button = page.getByRole('button', { name: 'Menu' })
    await button.click()
    const first = page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Home' })
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(text).toHaveValue('Half a sentence')

    await page.setViewportSize({ width: 1440, height: 900 })
    await text.fill('')
    await talk(page).click()
    await expect(page).toHaveURL(/\/#contact-section$/)
    await expect(page.locator('#contact-section')).toBeFocused()
    bringBack()
    await talk(page).click()
    await expect(page.getByRole('dialog', { name: "Let's Talk" })).toBeVisible()
  })

  test('messages show and disappear automatically when the toaster is missing', async ({ page }) => {
    await page.route(/\/assets\/(?:dist|toaster)-[\w-]{8}\.js$/, async (route) => {
      const response = await route.fetch()
      const isToaster = (await response.text()).includes('data-sonner-toaster')
      await route.fulfill(isToaster ? { status: 404 } : { response })
    })
    await open(page, '/business-card')
    await mark(page)
    await page.getByRole('button', { name: 'Share card' }).click()
    const message = page.getByRole('alert').getByText('Please enter an email address')
    await expect(message).toBeVisible()
    const { right, bottom } = await message.evaluate((element) => element.getBoundingClientRect().toJSON())
    expect(right).toBeGreaterThan(1_400)
    expect(bottom).toBeGreaterThan(700)
    await expect(message).toBeHidden({ timeout: 6_000 })
    expect(await isMarked(page)).toBe(true)
  })

  test('a photo opens as a file when the lightbox code is missing', async ({ page }) => {
    await loseChunk(page, 'lightbox')
    await open(page, '/projects')
    await imageCards(page).first().click()
    await expect(page).toHaveURL(/\/pictures\/gallery\/.*-1280\.webp$/)
  })

  for (const [what, chunk, from, way, heading, url] of [
    ['code', 'testimonials', '/', 'Testimonials', 'Testimonials', '/testimonials'],
    ['content', 'images', '/projects', /^View Project.*Mayfair/, /Mayfair/, '/project/mayfair-basement'],
  ] as const)
    test(`a page reloads at the requested URL when its ${what} is missing`, async ({ page }) => {
      await open(page, from)
      await mark(page)
      const bringBack = await loseChunk(page, chunk)
      // The reload gets the new version.
      page.on('request', (request) => request.isNavigationRequest() && bringBack())
      await page.getByRole('link', { name: way }).first().click()
      await expect(title(page, heading)).toBeVisible()
      await expect(page).toHaveURL(url)
      await expect.poll(() => isMarked(page)).toBe(false)
      await page.goBack()
      await expect(page).toHaveURL(from)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })

  test('a page whose code stays missing reloads once and keeps its static HTML', async ({ page }) => {
    await open(page, '/')
    await loseChunk(page, 'testimonials')
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await mainNavigation(page).getByRole('link', { name: 'Testimonials' }).click()
    await expect(title(page, 'Testimonials')).toBeVisible()
    await page.mouse.wheel(0, 400)
    await expect.poll(() => state(page)).toBe('failed')
    await idle(page)
    await expect(title(page, 'Testimonials')).toBeVisible()
    expect(loads).toBe(1)
  })

  test('a form whose code is missing shows an error and keeps its input', async ({ page }) => {
    const card = { 'Recipient email address': 'pat@example.com' }
    for (const [path, chunk, fields, button] of [
      ['/', 'send-enquiry', enquiry, 'Send Message'],
      ['/testimonials', 'send-testimonial', { 'Your testimonial': 'Dry at last.' }, 'Submit Testimonial'],
      ['/business-card', 'share-business-card', card, 'Share card'],
      ['/business-card', 'send-email-handler', card, 'Share card'],
    ] as const)
      await test.step(`${path} without ${chunk}`, async () => {
        await page.unrouteAll()
        await loseChunk(page, chunk)
        await open(page, path)
        await mark(page)
        const main = page.getByRole('main')
        await fill(main, fields)
        if (path === '/') await photoField(main)
        if (path === '/testimonials') await loadReviews(page)
        await main.getByRole('button', { name: button }).click()
        await expect(page.getByText('The site has been updated.').first()).toBeVisible()
        for (const [label, text] of Object.entries(fields)) await expect(main.getByLabel(label)).toHaveValue(text)
        expect(await isMarked(page)).toBe(true)
      })
  })
})

// Browsers report blocked requests in different words.
const BLOCKED = /Failed to load resource|blocked|dynamically imported|NetworkError|no-response|Cannot load/

test.describe('code blocked by an ad blocker', () => {
  test.use({ expectedNoise: BLOCKED })

  const told = (page: Page) => page.getByText('Part of this page was blocked or didn’t load.').first()

  test('an enquiry form whose code is blocked shows an error and keeps its input', { tag: '@every-browser' }, async ({
    page,
  }) => {
    await blockChunk(page, 'send-enquiry')
    await open(page, '/')
    const main = page.getByRole('main')
    await fill(main, enquiry)
    await photoField(main)
    await main.getByRole('button', { name: 'Send Message' }).click()
    await expect(told(page)).toBeVisible()
    for (const [label, text] of Object.entries(enquiry)) await expect(main.getByLabel(label)).toHaveValue(text)
  })

  test('a page whose code is blocked shows an error instead of reloading', async ({ page }) => {
    await open(page, '/')
    await blockChunk(page, 'testimonials')
    await mark(page)
    await mainNavigation(page).getByRole('link', { name: 'Testimonials' }).click()
    await expect(told(page)).toBeVisible()
    expect(await isMarked(page)).toBe(true)
  })
})

adminTest.describe('a section of the admin area', () => {
  adminTest.use({ expectedNoise: BLOCKED })

  const theme = (page: Page) => page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Theme' })

  adminTest(
    'an admin section reports blocked code, and reloads after a new deploy',
    { tag: ['@every-browser', '@wide'] },
    async ({ adminPage: page }) => {
      const alert = page.getByRole('alert')
      const again = alert.getByRole('button', { name: 'Try again' })
      const reload = alert.getByRole('button', { name: 'Reload the page' })
      await blockChunk(page, 'theme-section')
      await open(page, '/admin/dashboard')
      await theme(page).click()
      await expect(alert).toContainText('Part of this page was blocked or didn’t load.')
      await expect(reload).toBeVisible()
      await expect(again).toBeVisible()

      // The later route wins.
      const bringBack = await loseChunk(page, 'theme-section')
      await open(page, '/admin/dashboard')
      await theme(page).click()
      await expect(alert).toContainText('The website has been updated since you opened this page.')
      await expect(again).toHaveCount(0)
      bringBack()
      await reload.click()
      await expect(title(page, 'Theme Editor')).toBeVisible()
    },
  )

  adminTest('an admin section reports a lost connection and opens on retry', async ({ adminPage: page, context }) => {
    await open(page, '/admin/dashboard')
    await expect(page.getByText('Website Visitors')).toBeVisible()
    await context.setOffline(true)
    await theme(page).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load this section' })
    await expect(alert).toBeVisible()
    await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
    await context.setOffline(false)
    // A session check that the loss interrupted has its own button.
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('navigation', { name: 'Project files' })).toBeVisible()
  })
})

test('a slow page shows a progress bar without moving the content', async ({ page }) => {
  await open(page, '/projects')
  const arrive = await holdBack(page, /\/assets\/testimonials-[\w-]{8}\.js$/)
  const bar = page.locator('.navigation-progress')
  const main = page.getByRole('main')
  const before = await main.boundingBox()
  await mainNavigation(page).getByRole('link', { name: 'Testimonials' }).click()
  await expect(bar).toBeVisible()
  await expect(main).toHaveAttribute('aria-busy', 'true')
  expect((await main.boundingBox())?.y).toBe(before?.y)
  const animations = () => bar.evaluate((element) => element.getAnimations().length)
  expect(await animations()).toBe(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(animations).toBe(0)
  arrive()
  await expect(title(page, 'Testimonials')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(main).not.toHaveAttribute('aria-busy')
})
