import type { Page } from 'playwright/test'
import { site } from '../../src/content/site'
import { expect, freshEmail, hydrated, open, publicPages, test } from './support'

const SCRIPTS = /\/assets\/[\w-]+\.js$/
const chunk = (name: string) => new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`)

/** Delays scripts until they are released, as a slow connection does. */
const holdBack = async (page: Page, scripts: RegExp) => {
  let letGo = () => {}
  const wait = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(scripts, async (route) => {
    await wait
    await route.continue()
  })
  return () => letGo()
}

const askedScripts = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
    if (name) asked.push(name)
  })
  return asked
}

const state = (page: Page) => page.evaluate(() => document.documentElement.dataset.hydrated ?? 'waiting')
/** Opens a page whose scripts do not arrive: the browser's load event waits for them. */
const openEarly = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' })
const openErrorPage = (page: Page) => page.getByRole('heading', { name: 'Unexpected Application Error!' })
const imageCards = (page: Page) => page.locator('main a[data-action]')

const star = (page: Page, rating: number) =>
  page
    .getByRole('group', { name: 'Your rating' })
    .locator('svg')
    .nth(rating - 1)
const filledStars = (page: Page) =>
  page
    .getByRole('group', { name: 'Your rating' })
    .locator('svg')
    .evaluateAll((stars) => stars.filter((star) => getComputedStyle(star).fill !== 'none').length)
const expectRating = async (page: Page, rating: number) => {
  await expect(page.getByRole('radio', { name: new RegExp(`^${rating} star`) })).toBeChecked()
  expect(await filledStars(page)).toBe(rating)
}

test.describe('the application', () => {
  for (const path of publicPages)
    test(`hydrates ${path} by itself, and changes nothing of what was there`, async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('cookieConsent', 'rejected'))
      // What comes from the database takes its place after that.
      await holdBack(page, /\/rest\/v1\//)
      const arrive = await holdBack(page, SCRIPTS)
      await openEarly(page, path)
      await expect(page.getByRole('contentinfo')).toBeVisible()
      const main = () => page.locator('main h1').evaluate((heading) => heading.closest('main')?.textContent)
      const before = await main()
      arrive()
      await hydrated(page)
      expect(await main()).toBe(before)
    })

  for (const path of ['/', '/testimonials'])
    test(`is asked for once ${path} is on screen with its pictures`, async ({ page }) => {
      await open(page, path)
      const { painted, images, asked } = await page.evaluate(() => {
        const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        return {
          painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
          images: Math.max(
            0,
            ...[...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')].map(
              ({ currentSrc }) =>
                resources.find(({ name }) => name === currentSrc)?.responseEnd ?? Number.POSITIVE_INFINITY,
            ),
          ),
          asked: resources.find(({ name }) => /\/app-[\w-]{8}\.js$/.test(name))?.startTime ?? 0,
        }
      })
      expect(asked).toBeGreaterThan(painted)
      expect(asked).toBeGreaterThan(images)
    })

  test('is asked for at once when somebody turns to the page while its pictures still load', async ({ page }) => {
    const arrive = await holdBack(page, /\.(?:avif|webp)$/)
    const asked = askedScripts(page)
    await openEarly(page, '/projects')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForTimeout(500)
    expect(asked).not.toContain('app')
    await page.mouse.move(300, 300)
    await hydrated(page)
    arrive()
  })

  test('leaves visitors who have begun to read where they are', { tag: '@every-browser' }, async ({ page }) => {
    const arrive = await holdBack(page, SCRIPTS)
    await openEarly(page, '/privacy-policy')
    await page.mouse.wheel(0, 1_500)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1_500)
    arrive()
    await hydrated(page)
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => window.scrollY)).toBe(1_500)
  })

  test('fetches pages in view ahead, after the first interaction', async ({ page }) => {
    const asked = askedScripts(page)
    await open(page, '/')
    await page.waitForTimeout(1_000)
    expect(asked).not.toContain('testimonials')
    await page.mouse.move(300, 300)
    await page.mouse.move(320, 320)
    await expect.poll(() => asked).toContain('testimonials')
  })
})

test.describe('before hydration nothing is lost:', () => {
  test('a photo that is pressed twice opens once', { tag: '@every-browser' }, async ({ page }) => {
    const arrive = await holdBack(page, SCRIPTS)
    await openEarly(page, '/projects')
    await imageCards(page).nth(2).click()
    await imageCards(page).nth(2).click()
    await expect(page).toHaveURL('/projects')
    arrive()
    await expect(page.getByRole('dialog', { name: 'Project Details' })).toBeVisible()
    await expect(page).toHaveURL('/projects?photo=3')
    await page.goBack()
    await expect(page).toHaveURL('/projects')
  })

  test("'Let's Talk' opens its panel", { tag: ['@every-browser', '@wide'] }, async ({ page }) => {
    const arrive = await holdBack(page, SCRIPTS)
    await openEarly(page, '/testimonials')
    await page.getByRole('button', { name: "Let's Talk" }).click()
    arrive()
    await expect(page.getByRole('dialog', { name: "Let's Talk" })).toBeVisible()
  })

  test('the menu of a small screen opens by touch', async ({ browser, baseURL, noise: _ }) => {
    const context = await browser.newContext({
      hasTouch: true,
      viewport: { width: 390, height: 844 },
      baseURL: baseURL ?? '',
    })
    const page = await context.newPage()
    const arrive = await holdBack(page, SCRIPTS)
    await openEarly(page, '/')
    await page.getByRole('button', { name: 'Menu' }).tap()
    arrive()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await context.close()
  })

  for (const [how, send] of [
    ['its button', (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()],
    ['the Enter key', (page: Page) => page.locator('#contact-section').getByLabel('Email').press('Enter')],
  ] as const)
    test(`an enquiry that is sent twice by ${how} is sent once, as it was typed`, async ({ page, rows }) => {
      const arrive = await holdBack(page, SCRIPTS)
      const email = freshEmail('early')
      await openEarly(page, '/')
      const form = page.locator('#contact-section')
      await form.getByLabel('Name').fill('Asha Patel')
      await form.getByLabel('Email').fill(email)
      await form.getByLabel('Message').fill('A basement in Clapham, please.')
      await send(page)
      await send(page)
      await expect(page).toHaveURL('/')
      arrive()
      await expect.poll(() => rows('enquiries', `email=eq.${email}`).then(({ length }) => length)).toBe(1)
      await page.waitForTimeout(500)
      expect(await rows('enquiries', `email=eq.${email}&select=name,message`)).toEqual([
        { name: 'Asha Patel', message: 'A basement in Clapham, please.' },
      ])
    })

  test('a rating is drawn, said and stored as it was chosen', { tag: '@every-browser' }, async ({ page, rows }) => {
    const arrive = await holdBack(page, SCRIPTS)
    const email = freshEmail('stars')
    await openEarly(page, '/testimonials')
    await expectRating(page, 5)
    await star(page, 2).click()
    await page.mouse.move(0, 0)
    await expectRating(page, 2)
    await page.getByLabel('Name', { exact: true }).fill('Olu')
    await page.getByLabel('Location').fill('Peckham')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Your testimonial', { exact: true }).fill('Wet.')
    arrive()
    await hydrated(page)
    await expectRating(page, 2)
    await expect(page.getByLabel('Your testimonial', { exact: true })).toHaveValue('Wet.')
    await page.getByRole('button', { name: 'Submit Testimonial' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible()
    expect(await rows('reviews', `email=eq.${email}&select=rating`)).toEqual([{ rating: 2 }])
  })

  test('links lead on', async ({ page }) => {
    await holdBack(page, SCRIPTS)
    await openEarly(page, '/')
    await page.getByRole('link', { name: 'View all projects' }).click()
    await expect(page).toHaveURL('/projects')
    await expect(page.getByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
  })
})

test('the stars follow the pointer without choosing', { tag: '@every-browser' }, async ({ page }) => {
  await open(page, '/testimonials')
  await star(page, 3).click()
  await star(page, 1).hover()
  await expect.poll(() => filledStars(page)).toBe(1)
  await page.mouse.move(0, 0)
  await expectRating(page, 3)
})

test.describe('where scripts cannot be fetched', () => {
  // The browser itself reports every one that is missing.
  test.afterEach(({ noise }) => {
    const others = noise.filter((text) => !text.includes('Failed to load resource'))
    noise.length = 0
    expect(others).toEqual([])
  })

  for (const [which, refused] of [
    ['every script', SCRIPTS],
    ['every script but the first', /\/assets\/(?!main-)[\w-]+\.js$/],
    ["the page's own script", /\/assets\/(?:projects|testimonials|home|terms-and-conditions)-[\w-]+\.js$/],
  ] as const) {
    const tag = which === 'every script' ? '@every-browser' : []
    test(`(${which}) the page stays, and photos and links work by themselves`, { tag }, async ({ page }) => {
      await page.route(refused, (route) => route.abort())
      await page.goto('/projects')
      await page.mouse.move(300, 300)
      await expect.poll(() => state(page)).toBe('failed')
      await expect(page.getByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
      await expect(openErrorPage(page)).toBeHidden()
      await imageCards(page).nth(2).click()
      await expect(page).toHaveURL(/\/pictures\/gallery\/.*\.webp$/)
      await page.goBack()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
      await expect(page).toHaveURL('/#services')
      await expect(page.locator('#services')).toBeInViewport()
    })

    test(`(${which}) what was pressed before that is done by the browser`, async ({ page }) => {
      let refuse = () => {}
      const wait = new Promise<void>((resolve) => {
        refuse = resolve
      })
      await page.route(refused, async (route) => {
        await wait
        await route.abort()
      })
      await openEarly(page, '/projects')
      await imageCards(page).nth(2).click()
      await page.waitForTimeout(300)
      await expect(page).toHaveURL('/projects')
      refuse()
      await expect(page).toHaveURL(/\/pictures\/gallery\/.*\.webp$/)
    })

    test(`(${which}) a form says so and keeps what was typed, and nothing else offers what it cannot do`, {
      tag,
    }, async ({ page }) => {
      await page.route(refused, (route) => route.abort())
      await page.goto('/testimonials')
      const text = page.getByLabel('Your testimonial', { exact: true })
      await text.fill('Half a sentence')
      await expect.poll(() => state(page)).toBe('failed')
      const notice = page.getByText('This form needs JavaScript')
      await expect(notice).toBeVisible()
      await expect(notice.getByRole('link', { name: site.phone.display })).toBeVisible()
      await page.getByRole('button', { name: 'Submit Testimonial' }).click()
      await expect(page).toHaveURL('/testimonials')
      await expect(text).toHaveValue('Half a sentence')
      await expect(page.getByRole('button', { name: "Let's Talk" })).toBeHidden()
    })
  }

  test("(every script but the first) a POST of the contract gets the contract's answer, and never reaches the host", {
    tag: '@every-browser',
  }, async ({ page }) => {
    let reached = 0
    page.on('request', (request) => {
      if (request.url().includes('send-business-card')) reached += 1
    })
    await page.route(/\/assets\/(?!main-)[\w-]+\.js$/, (route) => route.abort())
    await page.goto('/business-card')
    const answer = await page.evaluate(async () => {
      const response = await fetch('/api/send-business-card', { method: 'POST', body: '{}' })
      return [response.status, (await response.json()).message]
    })
    expect(answer).toEqual([500, 'Failed to process your request. Please try again later.'])
    expect(reached).toBe(0)
  })

  test('a stylesheet that could not be fetched once comes with the next page', async ({ page }) => {
    const styles = /\/assets\/main-[\w-]+\.css$/
    await page.route(styles, (route) => route.abort(), { times: 1 })
    await open(page, '/')
    await page.getByRole('link', { name: 'View all projects' }).click()
    await expect(page).toHaveURL('/projects')
    const hasStyles = () =>
      [...document.styleSheets].some((sheet) => sheet.href?.includes('/main-') && sheet.cssRules.length > 0)
    await expect.poll(() => page.evaluate(hasStyles)).toBe(true)
  })

  test('the page is hydrated when they can be fetched again, with what was typed', async ({ page }) => {
    let isGone = true
    await page.route(chunk('business-card'), (route) => (isGone ? route.abort() : route.continue()))
    await page.goto('/business-card')
    const email = page.getByRole('main').getByRole('textbox').first()
    await email.fill('half@an.address')
    await expect.poll(() => state(page)).toBe('failed')
    isGone = false
    // The next attempt waits for an interaction, which may come too early once.
    await expect(async () => {
      await page.mouse.move(40 + Math.random() * 40, 40)
      expect(await state(page)).toBe('true')
    }).toPass()
    await expect(page.getByText('This form needs JavaScript')).toBeHidden()
    await expect(email).toHaveValue('half@an.address')
  })
})

for (const [what, sabotage] of [
  [
    // Read while the navigation bar is rendered.
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
  test(`a page that fails in ${what} stays as it was, and says why in the console`, {
    tag: '@every-browser',
  }, async ({ page, noise }) => {
    await page.addInitScript(sabotage)
    const arrive = await holdBack(page, SCRIPTS)
    await openEarly(page, '/testimonials')
    await page.getByLabel('Your testimonial', { exact: true }).fill('Half a sentence')
    arrive()
    await expect.poll(() => state(page)).toBe('failed')
    await expect(openErrorPage(page)).toBeHidden()
    await expect(page.getByLabel('Your testimonial', { exact: true })).toHaveValue('Half a sentence')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: site.phone.display })).toHaveAttribute(
      'href',
      /^tel:/,
    )
    expect(noise.join('\n')).toContain('The page could not be hydrated')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL('/#services')
    // The next page fails just so, in two effects.
    await expect.poll(() => state(page)).toBe('failed')
    await expect(page.locator('#services')).toBeInViewport()
    noise.length = 0
  })
