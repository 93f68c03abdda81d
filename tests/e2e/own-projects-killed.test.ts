import type { Page } from 'playwright/test'
import { expect, open, sessionOf } from './admin-support'
import { giveFiles } from './media-files'
import { test } from './own-site'
import { owner } from './owner'

const PLACE = '/admin/dashboard?section=media&tab=projects'
const MOMENTS = Array.from({ length: 10 }, (_, index) => 150 * index)

test.describe.configure({ mode: 'serial', timeout: 240_000 })
// Browsers report every request without an answer.
test.use({ expectedNoise: /Failed to load resource|Failed to fetch/ })

type Save = { p_form: string; p_save: number; p_draft: { photographs: { picture: { files: string[] } | null }[] } }

/** Begins a project with a photograph of this width; returns what the server has acknowledged so far. */
const begin = async (page: Page, title: string, width: number) => {
  const acknowledged: Save[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (/save_project/.test(request.url()) && response.ok()) acknowledged.push(request.postDataJSON())
  })
  await open(page, PLACE)
  await page.getByRole('button', { name: 'Add project' }).click()
  await page.getByLabel('Title').fill(title)
  await giveFiles(page, [{ kind: 'image', name: 'pit.jpg', width, height: 900 }])
  return acknowledged
}

test('nothing that was typed is lost to a server that is killed', { tag: '@release' }, async ({
  adminPage: page,
  site,
  request,
  account,
}) => {
  const colleague = await account()
  for (const [index, moment] of MOMENTS.entries()) {
    const title = `Killed after ${moment} ms`
    await begin(page, title, 1500 + index)
    await page.waitForTimeout(moment)
    await site.stop()
    await site.start()
    await expect(page.getByText(/^Being /)).toHaveCount(0, { timeout: 30_000 })
    await expect(page.getByText(/^Saved at /)).toBeVisible({ timeout: 30_000 })
    const { drafts } = await owner(request, colleague)
    const stored = (await drafts()).find(({ draft }) => draft.title === title)
    const files = stored?.draft.photographs[0]?.picture?.files ?? []
    expect(files.length).toBeGreaterThan(0)
    for (const file of files)
      expect((await request.get(`/storage/v1/object/public/site-media/${file}`)).ok()).toBe(true)
  }
})

test('nothing that was acknowledged is lost to a browser that is killed', { tag: '@release' }, async ({
  playwright,
  launchOptions,
  baseURL,
  request,
  account,
}) => {
  const author = await account()
  const session = await sessionOf(request, author)
  let compared = 0
  for (const [index, moment] of MOMENTS.entries()) {
    const browser = await playwright.chromium.launchServer(launchOptions)
    const connection = await playwright.chromium.connect(browser.wsEndpoint())
    const page = await connection.newPage({ ...(baseURL && { baseURL }) })
    await page.goto('/robots.txt')
    await page.evaluate((text) => {
      localStorage.setItem('sb-localhost-auth-token', text)
      for (const [key, value] of Object.entries({ adminAuth: 'true', cookieConsent: 'rejected' }))
        localStorage.setItem(key, value)
    }, session)
    const acknowledged = await begin(page, `Browser killed after ${moment} ms`, 1600 + index)
    await page.waitForTimeout(moment)
    const gone = new Promise((resolve) => connection.once('disconnected', resolve))
    browser.process().kill('SIGKILL')
    await gone
    const last = acknowledged.at(-1)
    if (!last) continue
    compared += 1
    const { drafts } = await owner(request, author)
    const stored = (await drafts()).find(({ form }) => form === last.p_form)
    expect(stored?.form_save).toBeGreaterThanOrEqual(last.p_save)
    for (const { picture } of last.p_draft.photographs)
      for (const file of picture?.files ?? [])
        expect((await request.get(`/storage/v1/object/public/site-media/${file}`)).ok()).toBe(true)
  }
  expect(compared).toBeGreaterThan(MOMENTS.length / 2)
})
