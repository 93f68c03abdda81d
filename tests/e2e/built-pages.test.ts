import { createServer } from 'node:http'
import type { Page } from 'playwright/test'
import { listen } from '../support/listen'
import { dialog, imageCards } from './lightbox-support'
import { test } from './separate-site'
import { expect, holdBack, idle, keys, open, refuseCookies, title } from './support'

const QUESTION = /\/rpc\/site/

const textsOnHome = (page: Page) =>
  page.locator('#projects li').evaluateAll((items) => items.map((item) => item.textContent ?? ''))
const titlesOf = (page: Page) =>
  page.locator('main article h2, main article h3').evaluateAll((all) => all.map((one) => one.textContent ?? ''))
const robots = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLMetaElement>('meta[name="robots"]')].at(-1)?.content)

const openList = async (page: Page) => {
  await page.locator('#projects').getByRole('link', { name: 'View all projects' }).click()
  await expect(title(page, 'Our Projects')).toBeVisible()
}

test.use({ siteName: 'built pages' })

test.describe('pages older than the published content', { tag: ['@release', '@every-browser', '@wide'] }, () => {
  test.describe.configure({ mode: 'serial' })
  // The host answers 404 for a URL that wasn't built.
  test.use({ expectedNoise: /Failed to load resource|404/ })
  test.beforeEach(({ page }) => refuseCookies(page))

  let [cellar, pool] = ['', '']
  const orders: string[] = []
  const host = createServer(({ url = '' }, response) => {
    orders.push(url)
    response.end()
  })
  test.beforeAll(async ({ separateSite, owner }) => {
    cellar = await owner.publishPool('cellar', 'Cellar in Kew')
    pool = await owner.publishPool('pool', 'Pool in Barnes')
    await owner.rpc('set_project_status', { p_id: 'mayfair-basement', p_status: 'hidden', p_built_in: true })
    const hook = `${await listen(host)}/build`
    await separateSite.rebuild({ url: separateSite.url, publishableKey: keys.publishable }, hook)
  })
  test.afterAll(() => void host.close())

  test('the next visitor sees an edit on pages built before it', async ({ page, request, owner }) => {
    const built = await (await request.get('/project/pool')).text()
    expect(built).toContain('Pool in Barnes')
    await owner.publishPool('pool', 'Pool in Putney', { id: pool })
    await page.goto('/project/pool')
    await expect(title(page, 'Pool in Putney')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.title)).toContain('Pool in Putney')
    await page.goto('/')
    await expect.poll(() => textsOnHome(page)).toContainEqual(expect.stringContaining('Pool in Putney'))
    await openList(page)
    expect(await titlesOf(page)).toContain('Pool in Putney')
  })

  test('an edit does not change the page while a visitor is reading it', async ({ page }) => {
    const letGo = await holdBack(page, QUESTION)
    await open(page, '/project/pool')
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    letGo()
    // The title follows the response.
    await expect.poll(() => page.evaluate(() => document.title)).toContain('Pool in Putney')
    await expect(page.locator('h1')).toContainText('Pool in Barnes')
  })

  test('an edit arrives even if a photo is opened during the request', async ({ page }) => {
    const letGo = await holdBack(page, /published_project/)
    const asked = page.waitForRequest(/published_project/)
    await open(page, '/project/pool')
    await asked
    await imageCards(page).first().click()
    await expect(dialog(page)).toBeVisible()
    letGo()
    await expect.poll(() => page.evaluate(() => document.title)).toContain('Pool in Putney')
  })

  for (const [what, question] of [
    ['does not know the site', QUESTION],
    ['does not know the project', /\/rpc\/published_project/],
    ['is newer and sends unreadable content', QUESTION],
  ] as const)
    test(`a page stays as built when the backend ${what}`, async ({ page, request }) => {
      const answer = await request.get('/rest/v1/rpc/site', { headers: { apikey: keys.publishable } })
      const json = await answer.json()
      for (const row of json.portfolio) if (row.id === 'pool') row.content = {}
      let asked = 0
      await page.route(question, async (route) => {
        await route.fulfill(what.includes('newer') ? { json } : { status: 404 })
        asked += 1
      })
      await open(page, '/project/pool')
      await expect.poll(() => asked).toBe(1)
      await idle(page)
      await expect(page.locator('h1')).toContainText('Pool in Barnes')
      expect(await robots(page)).toContain('index, follow')
    })

  test('the next visitor sees a new project order and newly published pictures', async ({ page, owner }) => {
    await owner.rpc('order_portfolio', { p_ids: [cellar, pool], p_built_in: [] })
    await page.goto('/')
    await expect.poll(async () => (await textsOnHome(page))[0]).toContain('Cellar in Kew')
    await openList(page)
    expect((await titlesOf(page))[0]).toBe('Cellar in Kew')

    await owner.publish({ latest: [{ ...(await owner.picture(3)), alt: 'A trench in Kew' }] })
    await page.goto('/')
    await expect.poll(async () => (await textsOnHome(page))[0]).toBe('A trench in Kew')
  })

  test('hidden projects disappear immediately, and projects shown again come back', async ({ page, owner }) => {
    const show = (status: string, id: string) =>
      owner.rpc('set_project_status', { p_id: id, p_status: status, p_built_in: id.endsWith('basement') })
    await show('hidden', 'feltham-basement')
    await show('published', 'mayfair-basement')
    await show('draft', pool)

    expect(orders).toEqual([])
    for (const id of ['feltham-basement', 'pool']) {
      await page.goto(`/project/${id}`)
      await expect(title(page, 'Project Not Found')).toBeVisible()
      await expect(page.locator('main')).toContainText(
        "The project you're looking for doesn't exist or has been removed.",
      )
      await expect.poll(() => robots(page)).toBe('noindex')
    }
    await page.goto('/project/mayfair-basement')
    await expect(title(page, /Mayfair/)).toBeVisible()
    await expect.poll(() => robots(page)).toContain('index, follow')
    await page.goto('/projects')
    await expect.poll(() => titlesOf(page)).not.toContainEqual(expect.stringMatching(/Pool|Feltham/))
    await page.goto('/')
    await expect.poll(() => textsOnHome(page)).not.toContainEqual(expect.stringMatching(/Pool|Feltham/))
    await openList(page)
    expect(await titlesOf(page)).toContainEqual(expect.stringMatching(/Mayfair/))
  })

  test('an unpublished project disappears even while a visitor is reading it', async ({ page }) => {
    const letGo = await holdBack(page, QUESTION)
    await open(page, '/project/pool')
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    letGo()
    await expect(title(page, 'Project Not Found')).toBeVisible()
  })

  test('a visitor can retry an unknown project URL when the server is unreachable', async ({ page }) => {
    let isAway = true
    await page.route(QUESTION, (route) => (isAway ? route.abort() : route.continue()))
    await page.goto('/project/mayfair-basement')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expect(title(page, 'Project Not Found')).toBeVisible()
    await expect(page.locator('main')).toContainText(
      'removed. We couldn’t reach the server, so it may be a new project. Please try again.',
    )
    expect(await robots(page)).toBe('noindex')
    await again.click()
    await expect(again).toBeVisible()
    isAway = false
    // The page also retries automatically.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 500 })
      await expect(title(page, /Mayfair/)).toBeVisible({ timeout: 500 })
    }).toPass()
  })

  test('visitors request one rebuild for everything that was unpublished', async ({ page, owner }) => {
    for (const url of ['/', '/projects', '/project/mayfair-basement']) await page.goto(url)
    const { build } = await owner.rpc<{ build: { state: string; is_readable: boolean } }>('waiting_counts')
    const { state, is_readable } = build
    expect([orders, state, is_readable]).toEqual([['/build'], 'ordered', true])
  })
})
