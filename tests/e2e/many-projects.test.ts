import type { Page } from 'playwright/test'
import { startFilledBackend } from '../support/filled-site'
import { test } from './separate-site'
import { expect, open, PHONE, shifts, title, waitForHydration } from './support'

const PROJECTS = 24

test.use({ siteName: 'many projects' })

const cards = (page: Page) => page.locator('main article')
const spaces = (page: Page) => page.locator('.card-space')
const links = (page: Page) => cards(page).getByRole('link')
const topOf = (page: Page, name: string) =>
  cards(page)
    .filter({ hasText: name })
    .evaluate((card) => Math.round(card.getBoundingClientRect().top))
const scrollUntil = (page: Page, by: number, isSo: () => Promise<boolean>) =>
  expect(async () => {
    if (await isSo()) return
    await page.mouse.wheel(0, by)
    expect(await isSo()).toBe(true)
  }).toPass({ timeout: 30_000, intervals: [50] })

test.describe('a list of many projects', { tag: '@release' }, () => {
  test.describe.configure({ mode: 'serial' })
  test.use({ expectedNoise: /Failed to load resource|cards-/ })
  let backend: Awaited<ReturnType<typeof startFilledBackend>> | undefined
  let own: string[] = []
  test.beforeAll(async ({ separateSite }) => {
    backend = await startFilledBackend(PROJECTS, separateSite.url)
    const order = 'select address from projects where not built_in order by position, id'
    own = (await backend.sql<{ address: string }>(order)).map(({ address }) => `/project/${address}`)
    await separateSite.rebuild(backend)
  })
  test.afterAll(() => backend?.stop())

  test('a long project list loads on scroll without shifts and restores its place', async ({ page, site: _site }) => {
    await page.setViewportSize(PHONE)
    const shifted = await shifts(page)
    await open(page, '/projects')
    expect(await cards(page).count()).toBeLessThan(12)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.mouse.move(100, 300)
    await scrollUntil(page, 800, async () => (await cards(page).count()) > 27)
    const card = cards(page).nth(27)
    await card.scrollIntoViewIfNeeded()
    const name = (await card.locator('h2').textContent()) ?? ''
    const before = await topOf(page, name)
    await card.getByRole('link').dispatchEvent('click')
    await expect(title(page, name)).toBeFocused()
    await page.goBack()
    await expect(title(page, 'Our Projects')).toBeFocused()
    await expect.poll(() => topOf(page, name)).toBe(before)
    await page.reload()
    await waitForHydration(page)
    await expect(async () => expect(Math.abs((await topOf(page, name)) - before)).toBeLessThan(200)).toPass()
    const isAtTop = () => page.evaluate(() => scrollY === 0)
    await scrollUntil(page, -800, isAtTop)
    await scrollUntil(page, 800, async () => (await spaces(page).count()) === 0)
    const ids = await links(page).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(new Set(ids).size).toBe(PROJECTS + 5)
    expect(ids.filter((id) => own.includes(id))).toEqual(own)
    const shown = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(Math.abs(shown - height) / height).toBeLessThan(0.05)
    expect(await shifted()).toEqual([])
  })

  test('a long project list reports cards that fail to load and retries by keyboard', async ({ page, site: _site }) => {
    await page.setViewportSize(PHONE)
    await page.route(/\/assets\/cards-.*\.json$/, (route) => route.abort())
    await open(page, '/projects')
    await page.mouse.move(100, 300)
    const first = await cards(page).count()
    await links(page)
      .nth(first - 1)
      .focus()
    await expect(page.getByText('Part of this page was blocked or didn’t load.').first()).toBeVisible()
    await page.mouse.wheel(0, 2_000)
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeInViewport()
    await page.mouse.wheel(0, -2_000)
    await page.unroute(/\/assets\/cards-.*\.json$/)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(links(page).nth(first)).toBeFocused()
  })

  test('a long project list leaves no empty space without JavaScript', async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
    const page = await context.newPage()
    await page.goto('/projects')
    await expect(spaces(page).first()).toBeHidden()
    await expect(page.getByRole('link', { name: 'Next project' })).toBeVisible()
    await context.close()
  })
})
