import type { Page } from 'playwright/test'
import { avifName, toMirrorPath } from '../../src/domain/uploaded-image'
import { asServer, expect, open } from './admin-support'
import { makeVideo } from './media-files'
import { test } from './separate-site'
import { backendCalls, freshEmail, getCachedPaths, getReviewsRegion, keys, shifts } from './support'

type Item = { alt: string; files: string[]; video?: string }

const heroPicture = (page: Page) => page.getByRole('region', { name: 'Pictures of our work' }).getByRole('img')
const projects = (page: Page) => page.locator('#projects img')
const words = (list: readonly Item[]) => list.map(({ alt }) => alt)
const shownWords = (page: Page) => page.locator('#projects figcaption').allTextContents()
const isDrawn = (page: Page) =>
  heroPicture(page).evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0)

test.use({ siteName: 'published' })

test.describe('published content', { tag: '@release' }, () => {
  // Each test continues the previous one's publication.
  test.describe.configure({ mode: 'serial' })
  test.use({ expectedNoise: /Failed to load resource/ })

  let current: number | null = null
  let hero: Item[] = []
  let latest: Item[] = []

  test('visitors see published content after one late request, without layout shifts', async ({
    page,
    request,
    owner,
  }) => {
    const item = async (alt: string, model: number) => ({ ...(await owner.picture(model, [1280])), alt })
    await page.goto('/robots.txt')
    const video = await owner.upload(await makeVideo(page), { type: 'video/webm' })
    const film = { ...(await item('Piles in a row, filmed', 2)), kind: 'video', video }
    hero = [film, await item('Two diggers', 3)]
    latest = await Promise.all(['Cage', 'Trench', 'Slab'].map((words, index) => item(words, 4 + index)))
    current = await owner.publish({ hero, latest })
    // The database then knows that no deploy hook exists.
    await request.post('/functions/v1/rebuild', { data: {}, headers: { apikey: keys.publishable } })

    const asked = backendCalls(page)
    const shifted = await shifts(page)
    await open(page, '/')
    await expect.poll(() => shownWords(page)).toEqual(words(latest))
    await expect(heroPicture(page)).toHaveAttribute('alt', /Long section of a London terrace/)
    await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed')
    expect(await isDrawn(page)).toBe(true)
    await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(2)
    expect(await page.locator('video').evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
    await projects(page).first().scrollIntoViewIfNeeded()
    // The row of dots gets shorter.
    expect((await shifted()).filter((shift) => Number.parseFloat(shift) >= 0.001)).toEqual([])
    expect(asked).toEqual(['/rest/v1/rpc/site'])
  })

  test('the next build contains published content and reviews without JavaScript', async ({
    browser,
    request,
    site,
  }) => {
    await asServer(request, 'PATCH', '/rest/v1/reviews?status=eq.approved', { status: 'rejected' })
    const review = { location: 'Barnes', status: 'approved', email: freshEmail('approved') }
    await asServer(request, 'POST', '/rest/v1/reviews', [
      { ...review, name: 'First', text: 'Words of the First </script><b>', rating: 5, created_at: '2026-01-02' },
      { ...review, name: 'Second', text: 'Words of the Second', rating: 4, created_at: '2026-01-01' },
    ])
    // Like a hosted backend, on another origin.
    await site.rebuild({ url: site.url.replace('localhost', '127.0.0.1'), publishableKey: keys.publishable })

    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
    const page = await context.newPage()
    await page.goto('/')
    await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed')
    await expect(heroPicture(page)).toHaveAttribute('fetchpriority', 'high')
    await expect.poll(() => isDrawn(page)).toBe(true)
    expect(await shownWords(page)).toEqual(words(latest))
    await page.goto('/testimonials')
    await expect(getReviewsRegion(page).getByRole('listitem')).toHaveCount(2)
    for (const text of ['4.5 out of 5, from 2 reviews', 'Words of the First </script><b>', '2 January 2026'])
      await expect(getReviewsRegion(page)).toContainText(text)
    const [data = ''] = await page.locator('script[type="application/ld+json"]').allTextContents()
    const [, company] = JSON.parse(data)['@graph']
    expect(company.aggregateRating).toMatchObject({ ratingValue: 4.5, reviewCount: 2 })
    expect(company.review.map(({ author }: { author: { name: string } }) => author.name)).toEqual(['First', 'Second'])
    await context.close()
  })

  test.describe('a browser with a service worker', () => {
    test.use({ serviceWorkers: 'allow' })

    test('published content in the build is not fetched again and shows offline', async ({ page, context }) => {
      const asked = backendCalls(page)
      const shifted = await shifts(page)
      const [answer] = await Promise.all([page.waitForResponse('**/rpc/site?p_known=*'), open(page, '/')])
      expect(await answer.json()).toBeNull()
      await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed')
      await page.mouse.move(200, 200)
      await page.locator('#projects').scrollIntoViewIfNeeded()
      const copied = [hero[0], ...latest].flatMap((one) => one?.files ?? [])
      const shown = copied.map((name) => toMirrorPath(avifName(name)))
      await expect.poll(() => getCachedPaths(page)).toEqual(expect.arrayContaining(['/', ...shown]))
      expect(await getCachedPaths(page)).not.toContainEqual(expect.stringContaining(hero[0]?.video ?? ''))
      expect(await shifted()).toEqual([])
      expect(asked).toEqual(['/rest/v1/rpc/site'])
      await context.setOffline(true)
      await page.reload()
      await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed')
      await expect.poll(() => isDrawn(page)).toBe(true)
      // The open page would revalidate.
      await page.goto('about:blank')
      await context.setOffline(false)
      asked.length = 0
      await open(page, '/testimonials')
      await getReviewsRegion(page).scrollIntoViewIfNeeded()
      const questions = ['/rest/v1/rpc/approved_review_summary', '/rest/v1/rpc/approved_reviews']
      await expect.poll(() => asked.toSorted()).toEqual(questions)
      await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
      await expect(getReviewsRegion(page)).toHaveAttribute('aria-busy', 'false')
      expect(await shifted()).toEqual([])
    })
  })

  test('visitors see content that changed after the build when they scroll to it', async ({ page, request, owner }) => {
    current = await owner.publish({ hero: hero.slice(1), latest: latest.slice(0, 2) }, current)
    await asServer(request, 'PATCH', '/rest/v1/reviews?name=eq.First', { status: 'rejected' })
    const fetched: string[] = []
    // Mirrored names are shortened.
    const named = (url: string) => /\/([0-9a-f]{16})(?:[0-9a-f]{48})?\.(?:webp|avif)/.exec(url)?.[1] ?? []
    page.on('request', (one) => fetched.push(...[named(one.url())].flat()))
    await open(page, '/')
    await expect.poll(() => shownWords(page)).toEqual(words(latest.slice(0, 2)))
    await expect(heroPicture(page)).toHaveAttribute('alt', 'Two diggers')
    await page.locator('#projects').scrollIntoViewIfNeeded()
    await expect.poll(() => fetched.length).toBeGreaterThan(2)
    expect(fetched).toEqual([...new Set(fetched)])
    const built = await page.goto('/testimonials')
    expect(await built?.text()).toContain('Words of the First')
    await getReviewsRegion(page).scrollIntoViewIfNeeded()
    await expect(getReviewsRegion(page)).toContainText('4.0 out of 5, from 1 review')
    await expect(getReviewsRegion(page)).not.toContainText('Words of the First')
  })

  test('pages stay as built without a response, and missing files show built-in pictures', async ({ page }) => {
    await page.route(/127\.0\.0\.1.*\/rest\/v1\//, (route) => route.abort())
    await open(page, '/')
    await expect(heroPicture(page)).toHaveAttribute('alt', 'Piles in a row, filmed')
    expect(await shownWords(page)).toEqual(words(latest))
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/rpc/approved_reviews'))
    await open(page, '/testimonials')
    await getReviewsRegion(page).scrollIntoViewIfNeeded()
    await failed
    await expect(getReviewsRegion(page).getByRole('listitem')).toHaveCount(2)
    await expect(getReviewsRegion(page).getByRole('alert')).toBeHidden()

    await page.unrouteAll()
    for (const files of ['**/storage/v1/object/public/**', '**/media/**'])
      await page.route(files, (route) => route.fulfill({ status: 404 }))
    await open(page, '/')
    await expect(heroPicture(page)).toHaveAttribute('alt', /Long section of a London terrace/)
    await page.locator('#projects').scrollIntoViewIfNeeded()
    await expect(page.locator('#projects').getByRole('link', { name: /./ })).toHaveCount(5)
  })
})
