// `npm run shots [-- NAME]` saves screenshots of pages and dialogs at three widths in screenshots/.
import path from 'node:path'
import { chromium } from 'playwright'
import { loadEnv } from 'vite'
import { CHROMIUM_SWITCHES, findChromium } from './browsers.mjs'
import { importSource, root } from './project.mjs'
import { serve } from './site.mjs'

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]

/** @typedef {{ press?: string, noScript?: true, undecided?: true, print?: true, widths?: number[] }} State */
/** @type {typeof import('../src/prerender/pages.ts')} */
const { publicPaths } = await importSource('src/prerender/pages.ts')
/** @type {[name: string, path: string, state?: State][]} */
const screens = [
  ['maintenance', '/maintenance'],
  ['not-found', '/no/such-page'],
  ['home-no-script', '/', { noScript: true }],
  ['home-menu', '/', { press: 'Menu', widths: [390, 820] }],
  ['home-lets-talk', '/', { press: "Let's Talk", widths: [1440] }],
  ['home-cookies', '/', { undecided: true }],
  ['home-form-errors', '/#contact-section', { press: 'Send Message' }],
  ['projects-photo', '/projects?photo=4'],
  ['business-card-print', '/business-card', { print: true, widths: [820] }],
  ['admin-login', '/admin/login'],
  ['admin-overview', '/admin/dashboard'],
  ['admin-reviews', '/admin/dashboard?section=reviews'],
  ['admin-published', '/admin/dashboard?section=reviews&tab=published'],
  ['admin-ask-for-review', '/admin/dashboard?section=reviews', { press: 'Ask for a review' }],
  ['admin-enquiries', '/admin/dashboard?tab=enquiries'],
  ['admin-videos', '/admin/dashboard?section=media'],
  ['admin-images', '/admin/dashboard?section=media&tab=images'],
  ['admin-publish', '/admin/dashboard?section=media&tab=publish'],
  ['admin-projects', '/admin/dashboard?section=media&tab=projects'],
  ['admin-project', '/admin/dashboard?section=media&tab=projects', { press: 'Add project' }],
  ['admin-theme', '/admin/dashboard?section=theme'],
  ['admin-email', '/admin/dashboard?section=email'],
  ['admin-users', '/admin/user-manager'],
]
for (const address of publicPaths) screens.push([address.slice(1).replaceAll('/', '-') || 'home', address])

const site = await serve()

const { SUPABASE_SECRET_KEY: apikey = '' } = loadEnv('production', root, 'SUPABASE_')
const call = async (/** @type {string} */ address, /** @type {object} */ body) => {
  const headers = { apikey, 'content-type': 'application/json' }
  const response = await fetch(site + address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`)
  return response.text()
}
const account = { email: 'owner@example.com', password: 'below-street-level-2' }
await call('/auth/v1/admin/users', { ...account, email_confirm: true, app_metadata: { role: 'admin' } })
const session = await call('/auth/v1/token?grant_type=password', account)
const writer = { name: 'Priya Nair', email: 'priya@example.com', subject: 'Damp in a Camden cellar' }
await call('/rest/v1/enquiries', { ...writer, kind: 'contact', message: 'A Victorian terrace with a dark cellar.' })

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_SWITCHES })

/** @param {string} file @param {string} address @param {State} state @param {{ width: number, height: number }} viewport */
const capture = async (file, address, { press, noScript, undecided, print }, viewport) => {
  const page = await browser.newPage({
    baseURL: site,
    viewport,
    javaScriptEnabled: !noScript,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  page.on('pageerror', (error) => console.error(`${file}: ${error}`))
  if (print) await page.emulateMedia({ media: 'print' })
  /** @type {Record<string, string>} */
  const stored = {
    ...(!undecided && { cookieConsent: 'rejected' }),
    ...(/admin-(?!login)/.test(file) && { adminAuth: 'true', 'sb-localhost-auth-token': session }),
  }
  await page.addInitScript((entries) => Object.assign(localStorage, entries), stored)
  await page.goto(address)
  if (!noScript) await page.locator('html[data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
  if (press) await page.getByRole('button', { name: press, exact: true }).first().click()
  const isWhole = !press && !undecided && !address.includes('?photo')
  for (let step = 0; isWhole && !noScript && step < 40; step += 1) {
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(30)
  }
  await page.waitForLoadState('networkidle')
  if (isWhole && !noScript) await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForTimeout(500)
  await page.screenshot({ path: path.join(root, 'screenshots', file), fullPage: isWhole })
  await page.close()
}

for (const [name, address, state = {}] of screens.filter(([name]) => name.includes(process.argv[2] ?? '')))
  for (const viewport of VIEWPORTS.filter(({ width }) => state.widths?.includes(width) ?? true))
    await capture(`${name}-${viewport.width}.png`, address, state, viewport)
await browser.close()
console.log('Saved the screenshots in screenshots/')
process.exit()
