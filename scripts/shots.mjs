// @ts-check
// `npm run shots [-- --only NAME] [--browser firefox]`: images of every page and state at three widths, in screenshots/, to look at.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, firefox } from 'playwright'
import { BROWSERS_HELP, CHROMIUM_HELP, CHROMIUM_SWITCHES, findChromium, findFirefox } from './browsers.mjs'
import { signIn, storeEnquiry, storeInvitations } from './shots/backend.mjs'
import { screens } from './shots/screens.mjs'
import { buildIfStale, serve } from './site.mjs'

/** @typedef {import('./shots/screens.mjs').Screen} Screen */

const root = path.resolve(import.meta.dirname, '..')
const HEIGHTS = /** @type {Record<number, number>} */ ({ 390: 844, 820: 1180, 1440: 900 })

/** Takes one screen at one width, and prints what the page wrote to its console. */
const take = async (
  /** @type {import('playwright').Browser} */ browser,
  /** @type {string} */ name,
  /** @type {string} */ url,
  /** @type {Screen} */ { act, noScript = false, print = false, undecided = false, unlocked = false, admin = false },
  /** @type {number} */ width,
) => {
  const page = await browser.newPage({
    baseURL: site,
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    javaScriptEnabled: !noScript,
    // No transition may be captured half-way.
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  page.setDefaultTimeout(20_000)
  page.on('console', (line) => ['error', 'warning'].includes(line.type()) && console.log(`${name}: ${line.text()}`))
  page.on('pageerror', (error) => console.log(`${name}: ${error}`))
  await page.addInitScript(
    ({ undecided, unlocked }) => {
      // Firefox runs this in the empty first document, too, which has no storage.
      if (document.URL === 'about:blank') return
      if (!undecided) localStorage.setItem('cookieConsent', 'rejected')
      if (unlocked) sessionStorage.setItem('maintenance-auth', 'true')
    },
    { undecided, unlocked },
  )
  if (admin) {
    // What happens every half a minute happens when it is asked for.
    await page.clock.install()
    await page.addInitScript((session) => {
      if (document.URL === 'about:blank') return
      localStorage.setItem('sb-localhost-auth-token', session)
      localStorage.setItem('adminAuth', 'true')
    }, ownerSession)
  }
  if (print) await page.emulateMedia({ media: 'print' })

  await page.goto(url)
  if (!noScript) {
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
    // Images and reviews arrive when they come near the view; the whole page wants all of them.
    for (let step = 0; !act && step < 40; step += 1) {
      await page.mouse.wheel(0, 500)
      await page.waitForTimeout(30)
    }
    await page.waitForLoadState('networkidle')
  }
  await act?.(page)
  if (!act && !noScript) await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForTimeout(300)
  await page.screenshot({ path: path.join(folder, `${name}-${width}.png`), fullPage: !act })
  await page.close()
}

const { only = '', browser: engine = 'chromium' } = parseArgs({
  options: { only: { type: 'string' }, browser: { type: 'string' } },
}).values
if (!['chromium', 'firefox'].includes(engine)) throw new Error('--browser is chromium or firefox.')
const folder = path.join(root, 'screenshots', engine)
const chosen = screens.filter(([name]) => name.includes(only))

const launch = () => {
  if (engine === 'firefox') {
    const found = findFirefox()
    if (!found) throw new Error(BROWSERS_HELP.firefox)
    const { channel, launchOptions } = found
    // No transition may be captured half-way: Playwright cannot ask Firefox for that.
    return firefox.launch({
      ...launchOptions,
      ...(channel && { channel }),
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    })
  }
  const executablePath = findChromium()
  if (!executablePath) throw new Error(CHROMIUM_HELP)
  return chromium.launch({ executablePath, args: [...CHROMIUM_SWITCHES, '--hide-scrollbars'] })
}

buildIfStale(root)
const site = await serve(root)

const ownerSession = await signIn(site)
await storeInvitations(site)
await storeEnquiry(site, { message: 'A Victorian terrace with a dark cellar.\nThe back wall is damp.' })

if (!only) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const browser = await launch()
let failed = 0
for (const [name, url, screen = {}] of chosen) {
  for (const width of screen.widths ?? Object.keys(HEIGHTS).map(Number)) {
    await take(browser, name, url, screen, width).catch((error) => {
      failed += 1
      console.error(`${name} at ${width} px: ${String(error).split('\n')[0]}`)
    })
  }
}
await browser.close()
console.log(`${chosen.length} screens in screenshots/${engine}/, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
