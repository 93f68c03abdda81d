import type { Page } from 'playwright/test'
import { site } from '../../src/content/site'
import {
  expect,
  fill,
  freshEmail,
  holdBack,
  idle,
  loadReviews,
  mainNavigation,
  open,
  openEarly,
  SCRIPTS,
  state,
  test,
  title,
  waitForHydration,
} from './support'

const imageCards = (page: Page) => page.locator('main a[data-action]')
const testimonial = (page: Page) => page.getByLabel('Your testimonial', { exact: true })
const footer = (page: Page) => page.getByRole('contentinfo')

const askedScripts = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
    if (name) asked.push(name)
  })
  return asked
}

// The pointer may move before the listener exists, so poll this.
const movePointer = async (page: Page, asked: readonly string[]) => {
  await page.mouse.move(300, 300)
  await page.mouse.move(320, 320)
  return asked
}

const stars = (page: Page) => page.getByRole('group', { name: 'Your rating' }).locator('svg')
const filledStars = (page: Page) =>
  stars(page).evaluateAll((all) => all.filter((star) => getComputedStyle(star).fill !== 'none').length)
const expectRating = async (page: Page, rating: number) => {
  await expect(page.getByRole('radio', { name: new RegExp(`^${rating} star`) })).toBeChecked()
  await expect.poll(() => filledStars(page)).toBe(rating)
}

test.describe('application loading', () => {
  test('the application loads after the first paint, and other pages after an interaction', async ({ page }) => {
    await page.route('**/rpc/site*', (route) => route.fulfill({ json: null }))
    const asked = askedScripts(page)
    await open(page, '/')
    const [app, ...before] = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const fetched = (part: string) => resources.find(({ name }) => name.includes(part))
      const images = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')]
      return [
        fetched('/app-')?.startTime,
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        ...images.map(({ currentSrc }) => fetched(currentSrc)?.responseEnd),
      ]
    })
    for (const moment of before) expect(app).toBeGreaterThan(moment ?? Number.POSITIVE_INFINITY)
    await expect.poll(() => asked).toContain('prefetch-links')
    await idle(page)
    expect(asked).not.toContain('projects')
    await expect.poll(() => movePointer(page, asked)).toContain('projects')
  })

  test('the application loads immediately when a visitor acts while pictures still load', async ({ page }) => {
    await holdBack(page, /\.(?:avif|webp)$/)
    const asked = askedScripts(page)
    await openEarly(page, '/projects')
    await expect(title(page, 'Our Projects')).toBeVisible()
    // Chromium reports a resting pointer this way.
    await page.evaluate(() => dispatchEvent(new PointerEvent('pointermove')))
    await idle(page)
    expect(asked).not.toContain('app')
    await expect.poll(() => movePointer(page, asked)).toContain('app')
    await waitForHydration(page)
  })

  test('hydration keeps the scroll position of visitors who have started reading', { tag: '@every-browser' }, async ({
    page,
  }) => {
    const arrive = await holdBack(page, SCRIPTS)
    await openEarly(page, '/privacy-policy')
    const position = () => page.evaluate(() => window.scrollY)
    // A page without a layout ignores the wheel.
    await expect(footer(page)).toBeVisible()
    await page.mouse.wheel(0, 1_500)
    // The browser adjusts the position when the typeface loads.
    await expect.poll(position).toBeGreaterThan(1_300)
    let reached = 0
    const stands = async () => {
      const before = reached
      await idle(page)
      reached = await position()
      return reached === before
    }
    await expect.poll(stands).toBe(true)
    arrive()
    await waitForHydration(page)
    await idle(page)
    expect(await position()).toBe(reached)
  })
})

test.describe('interactions before hydration', () => {
  test('links work before hydration, and a photo clicked twice opens once', { tag: '@every-browser' }, async ({
    page,
  }) => {
    const arrive = await holdBack(page, SCRIPTS)
    await openEarly(page, '/')
    await page.getByRole('link', { name: 'View all projects' }).click()
    await expect(title(page, 'Our Projects')).toBeVisible()
    await imageCards(page).nth(2).click()
    await imageCards(page).nth(2).click()
    await expect(page).toHaveURL('/projects')
    arrive()
    await expect(page.getByRole('dialog', { name: 'Project Details' })).toBeVisible()
    await expect(page).toHaveURL('/projects?photo=3')
    await page.goBack()
    await expect(page).toHaveURL('/projects')
  })

  test('an enquiry submitted twice before hydration is sent once', async ({ page, rows }) => {
    const arrive = await holdBack(page, SCRIPTS)
    const email = freshEmail('early')
    await openEarly(page, '/')
    const form = page.locator('#contact-section')
    await fill(form, { Name: 'Asha Patel', Email: email, Message: 'A basement in Clapham, please.' })
    await form.getByLabel('Email').press('Enter')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(page).toHaveURL('/')
    arrive()
    await expect(form.getByRole('group', { name: /^Message sent\./ })).toBeVisible()
    expect(await rows('enquiries', `email=eq.${email}`)).toMatchObject([{ message: 'A basement in Clapham, please.' }])
  })

  test('a rating chosen before hydration is shown and stored', { tag: '@every-browser' }, async ({ page, rows }) => {
    const arrive = await holdBack(page, SCRIPTS)
    const email = freshEmail('stars')
    await openEarly(page, '/testimonials')
    await expectRating(page, 5)
    await stars(page).nth(1).click()
    await page.mouse.move(0, 0)
    await expectRating(page, 2)
    await fill(page, { Name: 'Olu', Location: 'Peckham', Email: email, 'Your testimonial': 'Wet.' })
    arrive()
    await waitForHydration(page)
    await expectRating(page, 2)
    await loadReviews(page)
    await stars(page).nth(3).hover()
    await expect.poll(() => filledStars(page)).toBe(4)
    await page.mouse.move(0, 0)
    await expectRating(page, 2)
    await expect(testimonial(page)).toHaveValue('Wet.')
    await page.getByRole('button', { name: 'Submit Testimonial' }).click()
    await expect(page.getByRole('group', { name: /^Success!/ })).toBeVisible()
    expect(await rows('reviews', `email=eq.${email}&select=rating`)).toEqual([{ rating: 2 }])
  })
})

test.describe('files that fail to load', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  for (const [which, refused] of [
    ['every script', SCRIPTS],
    ['every script except the first', /\/assets\/(?!main-)[\w-]+\.js$/],
    ["the page's own script", /\/assets\/(?:projects|testimonials|home|terms-and-conditions)-[\w-]+\.js$/],
  ] as const)
    test(`pages stay usable and forms explain themselves when ${which} fails`, {
      tag: which === 'every script' ? '@every-browser' : [],
    }, async ({ page }) => {
      const refuse = await holdBack(page, refused, (route) => route.abort())
      await openEarly(page, '/projects')
      await imageCards(page).nth(2).click()
      await expect(page).toHaveURL('/projects')
      refuse()
      await expect(page).toHaveURL(/\/pictures\/gallery\/.*\.webp$/)

      await page.goto('/projects')
      await page.mouse.move(300, 300)
      await expect.poll(() => state(page)).toBe('failed')
      await expect(title(page, 'Our Projects')).toBeVisible()
      await footer(page).getByRole('link', { name: 'Services' }).click()
      await expect(page).toHaveURL('/#services')
      await expect(page.locator('#services')).toBeInViewport()

      await page.goto('/testimonials')
      await testimonial(page).fill('Half a sentence')
      await expect.poll(() => state(page)).toBe('failed')
      const notice = page.getByText('This form needs JavaScript')
      await expect(notice).toBeVisible()
      await expect(notice.getByRole('link', { name: site.phone.display })).toBeVisible()
      await page.getByRole('button', { name: 'Submit Testimonial' }).click()
      await expect(page).toHaveURL('/testimonials')
      await expect(testimonial(page)).toHaveValue('Half a sentence')
      await expect(page.getByRole('button', { name: "Let's Talk" })).toBeHidden()
    })

  test('the contract API responds without its code, and the page hydrates once it loads', async ({ page }) => {
    let isGone = true
    await page.route(/\/assets\/(?!main-)[\w-]+\.js$/, (route) => (isGone ? route.abort() : route.continue()))
    await page.goto('/business-card')
    const answer = () => fetch('/api/send-business-card', { method: 'POST', body: '{}' }).then(({ status }) => status)
    expect(await page.evaluate(answer)).toBe(500)
    const email = page.getByRole('main').getByRole('textbox').first()
    await email.fill('half@an.address')
    await expect.poll(() => state(page)).toBe('failed')
    isGone = false
    // The first attempt may come too early.
    await expect(async () => {
      await page.mouse.move(40 + Math.random() * 40, 40)
      expect(await state(page)).toBe('true')
    }).toPass()
    await expect(page.getByText('This form needs JavaScript')).toBeHidden()
    await expect(email).toHaveValue('half@an.address')
  })

  test('a page keeps its inline styles when the stylesheet fails, until the next navigation', async ({ page }) => {
    const styles = /\.css$/
    const refuse = await holdBack(page, styles, (route) => route.abort())
    const look = () =>
      page.locator('h1').evaluate((title) => [getComputedStyle(title).fontSize, document.documentElement.scrollWidth])
    const asked = page.waitForRequest(styles)
    await openEarly(page, '/testimonials')
    await expect(footer(page)).toBeVisible()
    const before = await look()
    await testimonial(page).fill('Half a sentence')
    await page.mouse.move(300, 300)
    await asked
    expect(await look()).toEqual(before)
    // The refusal covers only earlier requests.
    await page.route(styles, (route) => route.continue())
    refuse()
    await waitForHydration(page)
    await expect(testimonial(page)).toHaveValue('Half a sentence')
    await mainNavigation(page).getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL('/#services')
    const hasStyles = () =>
      [...document.styleSheets].some((sheet) => sheet.href?.includes('/main-') && sheet.cssRules.length > 0)
    await expect.poll(() => page.evaluate(hasStyles)).toBe(true)
    await expect(page.locator('#services')).toBeInViewport()
  })
})

test.describe('hydration errors', () => {
  // Firefox reports some errors only as "Error".
  test.use({
    expectedNoise: /The page could not be hydrated|React Router caught|sabotage|IntersectionObserver|^Error$/,
  })

  for (const [what, sabotage] of [
    [
      // The navigation bar reads this property.
      'a render',
      () =>
        Object.defineProperty(Object.prototype, 'section', {
          get: () => {
            throw new Error('sabotage')
          },
        }),
    ],
    ['an effect', () => Object.defineProperty(window, 'IntersectionObserver', { value: () => undefined })],
  ] as const)
    test(`an error in ${what} leaves the static page in place and logs the cause`, { tag: '@every-browser' }, async ({
      page,
      noise,
    }) => {
      await page.addInitScript(sabotage)
      const arrive = await holdBack(page, SCRIPTS)
      await openEarly(page, '/testimonials')
      await testimonial(page).fill('Half a sentence')
      arrive()
      await expect.poll(() => state(page)).toBe('failed')
      await expect(title(page, 'Unexpected Application Error!')).toBeHidden()
      await expect(testimonial(page)).toHaveValue('Half a sentence')
      await expect(footer(page).getByRole('link', { name: site.phone.display })).toHaveAttribute('href', /^tel:/)
      expect(noise.join()).toContain('The page could not be hydrated')
      await footer(page).getByRole('link', { name: 'Services' }).click()
      await expect(page).toHaveURL('/#services')
      await expect.poll(() => state(page)).toBe('failed')
      await expect(page.locator('#services')).toBeInViewport()
    })
})
