import type { Page } from 'playwright/test'
import { expect, freshAddress, test } from './support'

/** Holds a script back until it is let go, as a slow connection does. */
const holdBack = async (page: Page, name: string) => {
  let letGo = () => {}
  const wait = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`), async (route) => {
    await wait
    await route.continue()
  })
  return () => letGo()
}

const scripts = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
    if (name) asked.push(name)
  })
  return asked
}

const attribute = (page: Page, name: 'ready' | 'alive') =>
  page.evaluate((key) => document.documentElement.dataset[key] ?? '', name)

test('a page on which nothing changes by itself fetches its own code when somebody moves', async ({ page }) => {
  const asked = scripts(page)
  await page.goto('/projects')
  await expect.poll(() => attribute(page, 'ready')).toBe('true')
  await page.waitForTimeout(1_500)
  expect(asked).not.toContain('projects')
  expect(await attribute(page, 'alive')).toBe('')
  await page.mouse.move(300, 300)
  await expect.poll(() => attribute(page, 'alive')).toBe('true')
  expect(asked).toContain('projects')
})

test('the home page comes alive by itself', async ({ page }) => {
  await page.goto('/')
  await expect.poll(() => attribute(page, 'alive')).toBe('true')
})

for (const path of ['/', '/testimonials'])
  test(`${path} is on screen, with its pictures, before the application is asked for`, async ({ page }) => {
    await page.goto(path)
    await expect.poll(() => attribute(page, 'ready')).toBe('true')
    const { painted, pictures, asked } = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return {
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
        pictures: Math.max(
          0,
          ...[...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')].map(
            ({ currentSrc }) =>
              resources.find(({ name }) => name === currentSrc)?.responseEnd ?? Number.POSITIVE_INFINITY,
          ),
        ),
        asked: resources.find(({ name }) => /\/frame-[\w-]{8}\.js$/.test(name))?.startTime ?? 0,
      }
    })
    expect(asked).toBeGreaterThan(painted)
    expect(asked).toBeGreaterThan(pictures)
  })

test('a photo that is clicked before the application is there opens when it is', async ({ page }) => {
  const arrive = await holdBack(page, 'frame')
  await page.goto('/projects')
  const card = page.locator('main a[data-action]').nth(2)
  await card.click()
  await card.click()
  await expect(page).toHaveURL('/projects')
  arrive()
  await expect(page.getByRole('dialog', { name: 'Project Details' })).toBeVisible()
  await expect(page).toHaveURL('/projects?photo=3')
})

test('an enquiry that is sent before the application is there is sent when it is, once', async ({ page, rows }) => {
  const arrive = await holdBack(page, 'frame')
  const email = freshAddress('early')
  await page.goto('/')
  const form = page.locator('#contact-section')
  await form.getByLabel('Name').fill('Asha Patel')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Message').fill('A basement in Clapham, please.')
  const send = form.getByRole('button', { name: 'Send Message' })
  await send.click()
  await send.click()
  await expect(page).toHaveURL('/')
  arrive()
  await expect.poll(() => rows('enquiries', `email=eq.${email}`).then(({ length }) => length)).toBe(1)
  await page.waitForTimeout(500)
  expect(await rows('enquiries', `email=eq.${email}`)).toHaveLength(1)
})

test('links lead on without the application', async ({ page }) => {
  await holdBack(page, 'frame')
  await page.goto('/')
  await page.getByRole('link', { name: 'View all projects' }).click()
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
})

test('a decision about cookies leaves a page alone that still waits for its code', async ({ page }) => {
  const arrive = await holdBack(page, 'projects')
  await page.goto('/projects')
  const banner = page.getByRole('region', { name: 'Cookie Consent' })
  await banner.getByRole('button', { name: 'Accept All' }).click()
  await expect(banner).toBeHidden()
  await expect(page.locator('main a[data-action]')).toHaveCount(13)
  expect(await attribute(page, 'alive')).toBe('')
  arrive()
  await expect.poll(() => attribute(page, 'alive')).toBe('true')
  await expect(page.locator('main a[data-action]')).toHaveCount(13)
})

test('pages in view are fetched ahead after the first move, and shown without another request', async ({ page }) => {
  const asked = scripts(page)
  await page.goto('/')
  await expect.poll(() => attribute(page, 'alive')).toBe('true')
  await page.waitForTimeout(1_000)
  expect(asked).not.toContain('testimonials')
  await page.mouse.move(300, 300)
  await page.mouse.move(320, 320)
  await expect.poll(() => asked).toContain('testimonials')
})

test('whoever presses a button of a page whose code cannot be had is told, and goes on later', async ({
  page,
  noise,
}) => {
  let isGone = true
  await page.route(/\/assets\/business-card-[\w-]{8}\.js$/, (route) => (isGone ? route.abort() : route.continue()))
  await page.goto('/business-card')
  await expect.poll(() => attribute(page, 'ready')).toBe('true')
  // As after one full load that did not help.
  await page.evaluate(() => history.replaceState({ ...history.state, loadedAnew: Date.now() }, ''))
  const email = page.getByRole('main').getByRole('textbox').first()
  await email.fill('half@an.address')
  await page.getByRole('button', { name: 'Share card' }).click()
  await expect(page.getByText('The site has been updated.')).toBeVisible()
  await expect(email).toHaveValue('half@an.address')
  isGone = false
  await page.mouse.move(40, 40)
  await expect.poll(() => attribute(page, 'alive')).toBe('true')
  await expect(email).toHaveValue('half@an.address')
  noise.length = 0
})

test('whoever leaves a page before it has come alive can use the next one', async ({ page }) => {
  await holdBack(page, 'projects')
  await page.goto('/projects')
  await expect.poll(() => attribute(page, 'ready')).toBe('true')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /floor beneath/ })).toBeVisible()
  await page.locator('#contact-section').getByRole('button', { name: 'Send Message' }).click()
  await expect(page.locator('#contact-section').getByRole('alert')).toBeVisible()
})
