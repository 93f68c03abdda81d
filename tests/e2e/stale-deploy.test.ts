import type { Page } from 'playwright/test'
import { site } from '../../src/content/site'
import { expect, open, test } from './support'

/** From now on the server has another version of the site: the named chunks are gone, as after a new deploy. */
const loseChunks = async (page: Page, ...names: string[]) => {
  let lost = 0
  for (const name of names)
    await page.route(new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`), (route) => {
      lost += 1
      return route.fulfill({ status: 404, body: 'Not found' })
    })
  return { lost: () => lost }
}

const errorPage = (page: Page) => page.getByRole('heading', { name: 'Unexpected Application Error!' })

/** Marks the open page, to see whether the browser has reloaded it. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)

// Pages are fetched ahead, except for visitors who save data: these tests need a page that is not there yet.
test.beforeEach(({ page }) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
)

// The browser itself reports every chunk that is missing.
test.afterEach(({ noise }) => {
  const others = noise.filter((text) => !text.includes('Failed to load resource'))
  noise.length = 0
  expect(others).toEqual([])
})

test("without its code 'Let's Talk' leads to the contact form", async ({ page }) => {
  await loseChunks(page, 'talk-panel')
  await open(page, '/')
  await page.getByLabel('Message', { exact: true }).fill('Half a sentence')
  await page.getByRole('button', { name: "Let's Talk" }).click()
  await expect(page.locator('#contact-section')).toBeFocused()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Half a sentence')
  await expect(errorPage(page)).toBeHidden()
})

test("without its code 'Let's Talk' on another page goes home to the contact form", async ({ page }) => {
  await loseChunks(page, 'talk-panel')
  await open(page, '/projects')
  await page.getByRole('button', { name: "Let's Talk" }).click()
  await expect(page).toHaveURL(/\/#contact-section$/)
  await expect(page.locator('#contact-section')).toBeFocused()
})

for (const way of ['with a new version live', 'offline'] as const)
  test(`without its code 'Let's Talk' does not cost what was typed on another page, ${way}`, async ({
    page,
    context,
  }) => {
    await open(page, '/testimonials')
    await page.getByLabel('Your testimonial').fill('Half a sentence')
    if (way === 'offline') await context.setOffline(true)
    else await loseChunks(page, 'talk-panel')
    await page.getByRole('button', { name: "Let's Talk" }).click()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: site.phone.display })).toBeFocused()
    await expect(page.getByLabel('Your testimonial')).toHaveValue('Half a sentence')
    await context.setOffline(false)
  })

test('what opens a sheet tries again at the next click', async ({ page }) => {
  await loseChunks(page, 'talk-panel')
  await open(page, '/')
  const button = page.getByRole('button', { name: "Let's Talk" })
  await button.click()
  await expect(page.locator('#contact-section')).toBeFocused()
  await page.unrouteAll()
  await button.click()
  await expect(page.getByRole('dialog', { name: "Let's Talk" })).toBeVisible()
})

test("without the mobile menu's code the footer serves, and what was typed stays", async ({ page }) => {
  const { lost } = await loseChunks(page, 'mobile-menu')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/testimonials')
  await page.getByLabel('Your testimonial').fill('Half a sentence')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.click()
  const first = page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Home' })
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
  expect(lost()).toBeGreaterThan(0)
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Your testimonial')).toHaveValue('Half a sentence')
})

test('messages show without the toaster, and go by themselves', async ({ page }) => {
  await page.route(/\/assets\/dist-[\w-]{8}\.js$/, async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('data-sonner-toaster')) return route.fulfill({ status: 404 })
    return route.fulfill({ response })
  })
  await open(page, '/business-card')
  await mark(page)
  await page.getByRole('button', { name: 'Share card' }).click()
  const message = page.getByRole('alert').getByText('Please enter an email address')
  await expect(message).toBeVisible()
  const box = await message.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1_400)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(700)
  await expect(message).toBeHidden({ timeout: 6_000 })
  expect(await isMarked(page)).toBe(true)
})

test('a page whose code is gone is reloaded, at the URL that was asked for', async ({ page }) => {
  await open(page, '/')
  await mark(page)
  let isGone = true
  await page.route(/\/assets\/testimonials-[\w-]{8}\.js$/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  // The new version has what the old one lacks.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Testimonials' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Testimonials' })).toBeVisible()
  await expect(page).toHaveURL('/testimonials')
  await expect.poll(() => isMarked(page)).toBe(false)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /floor beneath/ })).toBeVisible()
})

test('the words of a project that are gone are fetched by reloading its page', async ({ page }) => {
  await open(page, '/projects')
  let isGone = true
  let refused = 0
  await page.route(/\/assets\/images-[\w-]{8}\.js$/, (route) => {
    if (!isGone) return route.continue()
    refused += 1
    return route.fulfill({ status: 404 })
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  await page.locator('main a[href="/project/mayfair-basement"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Mayfair/ })).toBeVisible()
  await expect(page).toHaveURL('/project/mayfair-basement')
  expect(refused).toBeGreaterThan(0)
})

test('a page whose code stays away is reloaded once, and then read as it is', async ({ page }) => {
  await open(page, '/')
  await loseChunks(page, 'testimonials')
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Testimonials' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Testimonials' })
  await expect(heading).toBeVisible()
  await page.mouse.wheel(0, 400)
  await page.waitForTimeout(1_000)
  await expect(heading).toBeVisible()
  await expect(errorPage(page)).toBeHidden()
  expect(loads).toBe(1)
})

for (const chunk of ['send-enquiry', 'send-email-handler'])
  test(`a message that cannot be sent for want of code says so, and stays in the form (${chunk})`, async ({ page }) => {
    const { lost } = await loseChunks(page, chunk)
    await open(page, '/')
    await mark(page)
    const section = page.locator('#contact-section')
    await section.getByLabel('Name').fill('Asha Patel')
    await section.getByLabel('Email').fill('asha@example.com')
    await section.getByLabel('Message').fill('A basement in Clapham, please.')
    await section.getByRole('button', { name: 'Send Message' }).click()
    await expect(section.getByRole('alert')).toContainText(
      'The site has been updated. Please copy your message, reload the page and send it again.',
    )
    expect(lost()).toBeGreaterThan(0)
    await expect(section.getByLabel('Message')).toHaveValue('A basement in Clapham, please.')
    expect(await isMarked(page)).toBe(true)
  })

test('a message that cannot be sent for want of a connection keeps its own sentence', async ({ page, context }) => {
  await open(page, '/')
  const section = page.locator('#contact-section')
  await section.getByLabel('Name').fill('Asha Patel')
  await section.getByLabel('Email').fill('asha@example.com')
  await section.getByLabel('Message').fill('Typed on a train.')
  await context.setOffline(true)
  await section.getByRole('button', { name: 'Send Message' }).click()
  await expect(section.getByRole('alert')).toContainText('Please check your connection and try again')
  await context.setOffline(false)
})

test('a testimonial that cannot be sent for want of code says so, and stays in the form', async ({ page }) => {
  await loseChunks(page, 'send-testimonial')
  await open(page, '/testimonials')
  await page.getByLabel('Your testimonial').fill('Dry at last.')
  await page.getByRole('button', { name: 'Submit Testimonial' }).click()
  await expect(page.getByRole('alert')).toContainText('The site has been updated. Please copy your message')
  await expect(page.getByLabel('Your testimonial')).toHaveValue('Dry at last.')
})

for (const chunk of ['share-business-card', 'send-email-handler'])
  test(`a business card that cannot be shared for want of code says so (${chunk})`, async ({ page }) => {
    await loseChunks(page, chunk)
    await open(page, '/business-card')
    await page.getByLabel('Recipient e-mail address').fill('pat@example.com')
    await page.getByRole('button', { name: 'Share card' }).click()
    await expect(page.getByText('The site has been updated.')).toBeVisible()
    await expect(page.getByLabel('Recipient e-mail address')).toHaveValue('pat@example.com')
  })

test('the back button closes the mobile menu, and the page it leads to is announced', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/projects')
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Testimonials' }).click()
  await expect(page).toHaveURL('/testimonials')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/projects')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Our Projects' })).toBeFocused()
})

test("'Let's Talk', opened from the mobile menu, gives the focus back to the menu's button", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/projects')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: "Let's Talk" }).click()
  const panel = page.getByRole('dialog', { name: "Let's Talk" })
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
})

test('the mobile menu closes when the window grows past its need', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/projects')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.setViewportSize({ width: 1_100, height: 844 })
  await expect(menu).toBeHidden()
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`a slow page shows that it is coming, and moves nothing (motion: ${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await open(page, '/projects')
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/\/assets\/testimonials-[\w-]{8}\.js$/, async (route) => {
      await arrival
      await route.continue()
    })
    const bar = page.locator('.navigation-progress')
    const main = page.getByRole('main')
    const topBefore = (await main.boundingBox())?.y
    await expect(bar).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Testimonials' }).click()
    await expect(bar).toBeVisible()
    await expect(main).toHaveAttribute('aria-busy', 'true')
    await expect(bar).toHaveAttribute('aria-hidden', 'true')
    expect((await main.boundingBox())?.y).toBe(topBefore)
    const moves = await bar.evaluate((element) => element.getAnimations().length)
    expect(moves).toBe(reducedMotion === 'reduce' ? 0 : 1)
    arrive()
    await expect(page.getByRole('heading', { level: 1, name: 'Testimonials' })).toBeVisible()
    await expect(bar).toHaveCount(0)
    await expect(main).not.toHaveAttribute('aria-busy')
  })
