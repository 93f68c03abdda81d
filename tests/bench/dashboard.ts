import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { createUser } from '../support/backend-users.ts'
import { launchBrowser } from './support/chromium.ts'
import { machineLoad, median } from './support/figures.ts'
import { startFilledHost } from './support/filled-host.ts'

const PROJECTS = 200
const REVIEWS = 50_000
const SLOW = 4
const GOAL_MS = 50

const section = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: new RegExp(`^${name}`) })

const lists = [
  { name: 'Overview', from: 'email', link: section('Overview'), rows: '[aria-labelledby=waiting] li' },
  { name: `Reviews (${REVIEWS})`, from: 'overview', link: section('Reviews'), rows: 'tbody tr' },
  {
    name: `Projects (${PROJECTS})`,
    from: 'media',
    link: (page: Page) => page.getByRole('tab', { name: 'Projects' }),
    rows: '[aria-label=Projects] li',
  },
]

declare global {
  interface Window {
    tasks: number[]
  }
}

const observe = () => {
  window.tasks = []
  new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) window.tasks.push(duration)
  }).observe({ type: 'longtask' })
}

/** Returns the ms from the click to the rows and of the longest task, on a slowed desktop. */
const measureList = async (
  browser: Browser,
  url: string,
  token: string,
  { from, link, rows }: (typeof lists)[number],
) => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${url}/robots.txt`)
  await page.evaluate((session) => {
    localStorage.setItem('sb-localhost-auth-token', session)
    localStorage.setItem('adminAuth', 'true')
    localStorage.setItem('cookieConsent', 'rejected')
  }, token)
  await page.goto(`${url}/admin/dashboard?section=${from}`)
  await link(page).waitFor()
  await page.waitForLoadState('networkidle')
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  await page.evaluate(observe)
  const started = performance.now()
  await link(page).click()
  await page.locator(rows).first().waitFor()
  const shown = performance.now() - started
  await page.waitForTimeout(1_000)
  const longest = await page.evaluate(() => Math.max(0, ...window.tasks))
  await context.close()
  return { shown, longest }
}

/** `npm run bench -- dashboard` measures the lists of a dashboard with 50,000 reviews and 200 projects. */
export const run = async (args: string[]): Promise<void> => {
  const { runs } = parseArgs({ args, options: { runs: { type: 'string', default: '5' } } }).values
  const { url, backend } = await startFilledHost(PROJECTS)
  const { email, password } = await createUser(backend, 'owner', { role: 'admin' })
  await backend.sql(
    `insert into reviews (name, location, text, rating, status, source, email, created_at)
     select 'Writer ' || n, 'London', 'Review ' || n || '. ' || repeat('They dug, propped and poured. ', 9), 3 + n % 3,
       case n % 10 when 0 then 'approved' when 1 then 'rejected' else 'pending' end, 'Website',
       'writer' || n || '@example.com', now() - n * interval '1 minute' from generate_series(1, $1::int) n`,
    [REVIEWS],
  )
  await backend.sql('vacuum analyze reviews')
  const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const session = await answer.text()
  // Some preflight requests never get a response through the forwarding host.
  const { browser } = await launchBrowser('--disable-web-security')
  const measured = []
  for (const list of lists) {
    const results = []
    for (let run = 0; run < Number(runs); run += 1) results.push(await measureList(browser, url, session, list))
    const longest = Math.round(median(results.map((result) => result.longest)))
    const shown = Math.round(median(results.map((result) => result.shown)))
    measured.push({ list: list.name, 'rows ms': shown, longest, goal: longest <= GOAL_MS ? 'met' : 'MISSED' })
  }
  console.info(
    `Dashboard, slowed ${SLOW} times, medians of ${runs}, ${machineLoad()}; goal: no task above ${GOAL_MS} ms`,
  )
  console.table(measured)
  await browser.close()
}
