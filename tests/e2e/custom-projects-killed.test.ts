import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserType, Locator, Page } from 'playwright/test'
import { CHROMIUM_SWITCHES, findChromium, findDesktop, findHeadlessChromium } from '../../scripts/browsers.mjs'
import { unsentChanges } from '../../src/storage/names'
import { spawnGroup } from '../support/spawn-group.mjs'
import { expect, injectSession, open } from './admin-support'
import { giveFiles } from './media-files'
import { test } from './separate-site'

const PLACE = '/admin/dashboard?section=media&tab=projects'
const TEXT = 'A cellar beneath a café in Camden, dug by hand in nine weeks'
const KEY_MS = 40
// Younger text may be lost.
const KEPT_MS = 100
const MOMENTS = Array.from({ length: 5 }, (_, index) => 300 * index)

test.describe.configure({ timeout: 400_000 })
// Browsers report every request without a response.
test.use({ expectedNoise: /Failed to load resource|Failed to fetch/ })

const begin = async (page: Page) => {
  await open(page, PLACE)
  await page.getByRole('button', { name: 'Add project' }).click()
  await page.getByLabel('Title', { exact: true }).focus()
}

/** The first letter adds the id to the URL. */
const readProjectUrl = async (page: Page): Promise<string> => {
  await page.waitForURL(/project=[\w-]{36}$/)
  return page.url()
}

/** Waits until all changes made so far are stored: a transaction starts after earlier ones of its store. */
const waitForWrites = (page: Page): Promise<void> =>
  page.evaluate(
    (name) =>
      new Promise((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('changes', 'readonly')
          reading.objectStore('changes').count()
          reading.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    unsentChanges,
  )

/** Types until the page is gone. `keptAt` returns the text that must survive. */
const typeOn = (page: Page) => {
  const typed: { text: string; at: number }[] = []
  const typing = (async () => {
    for (const letter of TEXT) {
      await page.keyboard.type(letter)
      typed.push({ text: (typed.at(-1)?.text ?? '') + letter, at: Date.now() })
      await page.waitForTimeout(KEY_MS)
    }
  })().catch(() => {})
  const keptAt = (time: number) => typed.findLast(({ at }) => at <= time - KEPT_MS)?.text ?? ''
  return { typing, keptAt }
}

/** Expects the surviving text and no question about conflicts. */
const isThere = async (page: Page, place: string, kept: string) => {
  await page.goto(place)
  const title = page.getByLabel('Title', { exact: true })
  if (kept === '') return
  await expect(title).toHaveValue(/./)
  const has = async () => {
    const value = await title.inputValue()
    expect(TEXT.startsWith(value), value).toBe(true)
    expect(value.length).toBeGreaterThanOrEqual(kept.length)
  }
  await expect(has).toPass()
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  // The page's last request may arrive a moment later.
  await has()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

type Launched = { page: Page; address: string; kill: () => Promise<void> }

const start = async (profile: string, env?: object) => {
  const switches = ['--no-sandbox', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const { output, kill } = spawnGroup(
    env ? findChromium() : findHeadlessChromium(),
    [...(env ? [] : ['--headless']), ...switches, ...CHROMIUM_SWITCHES],
    { cwd: profile, env: { ...process.env, ...env } },
  )
  const readAddress = () => /ws:\/\/\S+/.exec(output())?.[0] ?? ''
  await expect
    .poll(readAddress)
    .not.toBe('')
    .catch((error) => kill().then(() => Promise.reject(error)))
  return { address: readAddress(), kill }
}

/** The profile survives this browser, unlike Playwright's own. */
const launch = async (
  chromium: BrowserType,
  profile: string,
  baseURL: string,
  env?: object,
  tries = 3,
): Promise<Launched> => {
  const { address, kill } = await start(profile, env)
  const browser = await chromium.connectOverCDP(address, { timeout: 15_000 }).catch(async (error) => {
    await kill()
    if (tries === 1) throw error
  })
  // Under load Chromium sometimes never responds.
  if (!browser) return launch(chromium, profile, baseURL, env, tries - 1)
  const [context] = browser.contexts()
  const page = context?.pages()[0] ?? (await context?.newPage())
  if (!page) throw new Error('The browser has no page')
  const goto = page.goto.bind(page)
  page.goto = (url, options) => goto(new URL(url, baseURL).href, options)
  return { page, address, kill }
}

test('text typed at least 100 ms before a tab closes is not lost', { tag: '@release' }, async ({
  context,
  adminPage,
}) => {
  let page = adminPage
  for (const moment of MOMENTS) {
    await begin(page)
    const { keptAt } = typeOn(page)
    const url = await readProjectUrl(page)
    await page.waitForTimeout(300 + moment)
    const kept = keptAt(Date.now())
    await page.close()
    page = await context.newPage()
    await isThere(page, url, kept)
  }
})

test('a project and its photo survive a server that is killed while saving', { tag: '@release' }, async ({
  adminPage: page,
  site,
  request,
  owner,
}) => {
  for (const [index, moment] of MOMENTS.entries()) {
    const title = `Killed after ${moment} ms`
    await begin(page)
    await page.getByLabel('Title', { exact: true }).fill(title)
    await giveFiles(page, [{ kind: 'image', name: 'pit.jpg', width: 1500 + index, height: 900 }])
    await page.waitForTimeout(moment)
    await site.stop()
    await site.start()
    await expect(page.getByText(/^(Processing|Uploading|Not uploaded)/)).toHaveCount(0, { timeout: 40_000 })
    await expect(page.getByText(/^Saved at /)).toBeVisible()
    const stored = (await owner.drafts()).find(({ draft }) => draft.title === title)
    const files = Object.values(stored?.draft.photographs ?? {})[0]?.picture?.files ?? []
    expect(files.length).toBeGreaterThan(0)
    for (const file of files)
      expect((await request.get(`/storage/v1/object/public/site-media/${file}`)).ok()).toBe(true)
  }
})

test('text typed before the browser is killed is not lost', { tag: '@release' }, async ({
  playwright,
  baseURL,
  admin: { session },
}) => {
  const profile = mkdtempSync(path.join(tmpdir(), 'groundworks-killed-'))
  for (const moment of MOMENTS) {
    const first = await launch(playwright.chromium, profile, baseURL ?? '')
    await injectSession(first.page, session)
    await begin(first.page)
    const { keptAt } = typeOn(first.page)
    const url = await readProjectUrl(first.page)
    await first.page.waitForTimeout(300 + moment)
    const before = Date.now()
    await waitForWrites(first.page)
    const kept = keptAt(before)
    await first.kill()
    const second = await launch(playwright.chromium, profile, baseURL ?? '')
    await injectSession(second.page, session)
    await isThere(second.page, url, kept)
    await second.kill()
  }
  rmSync(profile, { recursive: true, force: true })
})

test('a minimised window saves automatically once the server is back', { tag: '@release' }, async ({
  playwright,
  baseURL,
  site,
  admin,
  owner,
}) => {
  const desktop = await findDesktop()
  const profile = mkdtempSync(path.join(tmpdir(), 'groundworks-minimised-'))
  const { page, address, kill } = await launch(playwright.chromium, profile, baseURL ?? '', {
    DISPLAY: desktop.display,
  })
  await injectSession(page, admin.session)
  await begin(page)
  await page.evaluate(() =>
    document.addEventListener('visibilitychange', () =>
      document.documentElement.classList.add(document.visibilityState),
    ),
  )
  await site.stop()
  await page.getByLabel('Title', { exact: true }).fill('Minimised')
  await expect(page.getByText(/^Not saved yet: no connection/)).toBeVisible()
  const window = await page.context().newCDPSession(page)
  const { windowId } = await window.send('Browser.getWindowForTarget')
  await window.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } })
  // While Playwright is connected, every page counts as visible and focused.
  await page.context().browser()?.close()
  await site.start()
  const titles = async () => (await owner.drafts()).map(({ draft }) => draft.title)
  await expect.poll(titles, { timeout: 60_000 }).toContain('Minimised')
  const [context] = (await playwright.chromium.connectOverCDP(address)).contexts()
  await expect(context?.pages()[0]?.locator('html.hidden') as Locator).toHaveCount(1)
  await kill()
  desktop.stop()
  rmSync(profile, { recursive: true, force: true })
})
