import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { buildCopy, copyProject } from '../support/copy-project.mjs'
import { asServer, expect, open } from './admin-support'
import { makeVideo } from './media-files'
import { test } from './own-site'
import { type Item, publisher } from './publishing'
import { freshEmail, keys } from './support'

// One after the other: each goes on with what the one before it has published.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let current: number | null = null
let copy = ''
let hero: Item[] = []
let latest: Item[] = []

test.afterAll(() => copy && rmSync(copy, { recursive: true, force: true }))

// What a test stops or takes away is reported by the browser itself.
test.use({ expectedNoise: /Failed to load resource/ })

const heroPicture = (page: Page) => page.getByRole('region', { name: 'Pictures of our work' }).getByRole('img')
const projects = (page: Page) => page.locator('#projects').getByRole('img')
const alts = (list: readonly Item[]) => list.map(({ alt }) => alt)
const shownAlts = (page: Page) => projects(page).evaluateAll((all) => all.map((image) => image.getAttribute('alt')))
const isDrawn = (page: Page) =>
  heroPicture(page).evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0)

/** Counts what moves on its own from now on; to be read at the end. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput'))
          Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifted = (page: Page) => page.evaluate(() => Reflect.get(window, 'shifted'))

/** The questions a page asks the backend, apart from files. */
const listQuestions = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:rest|auth|functions|api)\//.test(pathname) && request.method() !== 'OPTIONS') asked.push(pathname)
  })
  return asked
}

test('what the owner publishes every visitor sees, without a shift, after one late question', {
  tag: '@release',
}, async ({ page, request, account }) => {
  const { publish, image, video } = await publisher(request, await account())
  await page.goto('/robots.txt')
  hero = [await video('Piles in a row, filmed', 2, await makeVideo(page)), await image('Two diggers', 3)]
  latest = await Promise.all(['Cage', 'Trench', 'Slab'].map((words, index) => image(words, 4 + index)))
  current = await publish({ hero, latest }, null)

  const asked = listQuestions(page)
  await watchShifts(page)
  await open(page, '/')
  await expect.poll(() => shownAlts(page)).toEqual(alts(latest))
  // The picture somebody looks at stays until its time is over.
  await expect(heroPicture(page)).toHaveAttribute('alt', /Long section of a London terrace/)
  await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed', { timeout: 12_000 })
  expect(await isDrawn(page)).toBe(true)
  await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(2)
  expect(await page.locator('video').evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
  await page.locator('#projects').scrollIntoViewIfNeeded()
  await expect(projects(page).first()).toBeVisible()
  // The row of dots is shorter now; nothing else moves.
  expect(await shifted(page)).toBeLessThan(0.001)
  expect(asked).toEqual(['/rest/v1/rpc/current_publication'])
})

test('the next build has it in its pages, with the reviews, for readers and machines without JavaScript', {
  tag: '@release',
}, async ({ browser, request, site }) => {
  await asServer(request, 'PATCH', '/rest/v1/reviews?status=eq.approved', { status: 'rejected' })
  await asServer(
    request,
    'POST',
    '/rest/v1/reviews',
    ['First', 'Second'].map((name, index) => ({
      name,
      location: 'Barnes',
      text: `Words of the ${name} </script><b>`,
      rating: 5 - index,
      status: 'approved',
      email: freshEmail('approved'),
      created_at: new Date(Date.UTC(2026, 0, 2 - index)).toISOString(),
    })),
  )
  copy = copyProject()
  // The same backend at an origin of its own, as the hosted one is.
  const backend = site.url.replace('localhost', '127.0.0.1')
  const settings = { VITE_SUPABASE_URL: backend, VITE_SUPABASE_PUBLISHABLE_KEY: keys.publishable }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  writeFileSync(path.join(copy, '.env.production.local'), lines.join('\n'))
  buildCopy(copy)
  await site.stop()
  await site.start({ dist: path.join(copy, 'dist') })

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed')
  await expect(heroPicture(page)).toHaveAttribute('fetchpriority', 'high')
  await expect.poll(() => isDrawn(page)).toBe(true)
  expect(await shownAlts(page)).toEqual(alts(latest))
  await page.goto('/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expect(section).toContainText('4.5 out of 5, from 2 reviews')
  await expect(section).toContainText('Words of the First </script><b>')
  await expect(section).toContainText('2 January 2026')
  await expect(section).not.toContainText('need JavaScript')
  const [data = ''] = await page.locator('script[type="application/ld+json"]').allTextContents()
  const [, company] = JSON.parse(data)['@graph']
  expect(company.aggregateRating).toMatchObject({ ratingValue: 4.5, reviewCount: 2 })
  expect(company.review.map(({ author }: { author: { name: string } }) => author.name)).toEqual(['First', 'Second'])
  await context.close()
})

test('a first view of these pages asks nothing of the backend but what is newer', { tag: '@release' }, async ({
  page,
}) => {
  const asked = listQuestions(page)
  await watchShifts(page)
  const [answer] = await Promise.all([page.waitForResponse('**/current_publication'), open(page, '/')])
  expect(answer.ok()).toBe(true)
  expect(asked).toEqual(['/rest/v1/rpc/current_publication'])
  await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed')
  await page.locator('#projects').scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      projects(page)
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  expect(await shifted(page)).toBe(0)

  asked.length = 0
  await open(page, '/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await section.scrollIntoViewIfNeeded()
  await expect
    .poll(() => asked.toSorted())
    .toEqual(['/rest/v1/rpc/approved_review_summary', '/rest/v1/rpc/approved_reviews'])
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
  await expect(section).toHaveAttribute('aria-busy', 'false')
  expect(await shifted(page)).toBe(0)
})

test.describe('in a browser that keeps what it has seen', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the published pictures are there without a connection, and videos are not kept', { tag: '@release' }, async ({
    page,
    context,
  }) => {
    await open(page, '/')
    await page.mouse.move(200, 200)
    await page.locator('#projects').scrollIntoViewIfNeeded()
    const kept = () =>
      page.evaluate(async () => (await (await caches.open('workbox-published')).keys()).map(({ url }) => url))
    await expect.poll(async () => (await kept()).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4)
    expect((await kept()).filter((url) => !url.endsWith('.webp'))).toEqual([])
    await context.setOffline(true)
    await page.reload()
    await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed')
    await expect.poll(() => isDrawn(page)).toBe(true)
  })
})

test('what changes after the build is there as soon as somebody comes near it', { tag: '@release' }, async ({
  page,
  request,
  account,
}) => {
  const { publish } = await publisher(request, await account())
  current = await publish({ hero: hero.slice(1), latest: latest.slice(0, 2) }, current)
  await asServer(request, 'PATCH', '/rest/v1/reviews?name=eq.First', { status: 'rejected' })

  await open(page, '/')
  await expect.poll(() => shownAlts(page)).toEqual(alts(latest.slice(0, 2)))
  await expect(heroPicture(page)).toHaveAttribute('alt', 'Two diggers', { timeout: 12_000 })
  await page.goto('/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await expect(section).toContainText('Words of the First')
  await section.scrollIntoViewIfNeeded()
  await expect(section).toContainText('4.0 out of 5, from 1 review')
  await expect(section).not.toContainText('Words of the First')
})

test('without an answer everything stays as it was built, and without its files the built-in pictures show', {
  tag: '@release',
}, async ({ page }) => {
  await page.route(/127\.0\.0\.1.*\/rest\/v1\//, (route) => route.abort())
  await open(page, '/')
  await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed')
  expect(await shownAlts(page)).toEqual(alts(latest))
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/rpc/approved_reviews'))
  await open(page, '/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await section.scrollIntoViewIfNeeded()
  await failed
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expect(section.getByRole('alert')).toBeHidden()

  await page.unrouteAll()
  await page.route('**/storage/v1/object/public/**', (route) => route.fulfill({ status: 404 }))
  await open(page, '/')
  await expect(heroPicture(page)).toHaveAttribute('alt', /Long section of a London terrace/)
  await page.locator('#projects').scrollIntoViewIfNeeded()
  await expect(page.locator('#projects').getByRole('link', { name: /./ })).toHaveCount(5)
})
