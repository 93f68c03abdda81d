import { readdirSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import {
  type APIRequestContext,
  type Browser,
  type Locator,
  type Page,
  expect as playwrightExpect,
  test as playwrightTest,
  type Route,
} from 'playwright/test'

const { test: base, expect }: { test: typeof playwrightTest; expect: typeof playwrightExpect } =
  process.env.WEBKIT === 'WebKitGTK'
    ? await import('../browsers/webkit-test')
    : process.env.OLDEST_BROWSER
      ? await import('../browsers/oldest-test')
      : { test: playwrightTest, expect: playwrightExpect }

const settings = parseEnv(readFileSync(new URL('../../.env.local', import.meta.url), 'utf8'))

/** Keys of the backend under test. */
export const keys = {
  publishable: settings.VITE_SUPABASE_PUBLISHABLE_KEY ?? '',
  secret: settings.SUPABASE_SECRET_KEY ?? '',
}

/** Calls the backend with the secret key. */
export const asServer = async <Answer>(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> => {
  // Supabase refuses the secret key from browsers.
  const headers = { apikey: keys.secret, 'user-agent': 'tests', prefer: 'return=representation' }
  const answer = await request.fetch(path, { method, headers, ...(data && { data }) })
  const text = await answer.text()
  expect(answer.ok(), text).toBe(true)
  return text && JSON.parse(text)
}

export type Mail = { to: string[]; replyTo: string; subject: string; text: string; html: string }

type Use<Value> = (value: Value) => Promise<void>

type Fixtures = {
  /** URL of the backend. Undefined if the pages share it. */
  backend: string | undefined
  /** All sent email, as an API and as a page. */
  mailbox: { to: (email: string) => Promise<Mail[]>; page: (email: string) => string }
  /** Reads a table with the secret key. */
  rows: <Row>(table: string, filter: string) => Promise<Row[]>
  /** Page in a second browser. */
  anotherPage: Page
  /** Page whose scrollbar takes up space, as on most desktops. */
  pageWithScrollbar: (size: { width: number; height: number }, ...switches: string[]) => Promise<Page>
  /** Allowed console messages. */
  expectedNoise: RegExp | undefined
  /** Console errors and warnings. */
  noise: string[]
}

// Messages of Playwright, of React Router on leaving a page without storage (not reported by Chromium), and of Firefox
// on a font that a navigation aborted (NS_BINDING_ABORTED).
const NO_NOISE =
  /^Service Worker registration blocked by Playwright$|^Failed to save scroll positions in sessionStorage|^downloadable font: .* status=2152398850 /

/** Shared `test`. Unexpected console output fails it. */
export const test = base.extend<Fixtures>({
  backend: [undefined, { option: true }],
  request: async ({ playwright, request, backend }, use) => {
    if (!backend) return use(request)
    const context = await playwright.request.newContext({ baseURL: backend })
    await use(context)
    await context.dispose()
  },
  mailbox: async ({ request, backend }, use) => {
    await use({
      to: async (email) => (await request.get(`/__mail/api?to=${encodeURIComponent(email)}`)).json(),
      page: (email) => `${backend ?? ''}/__mail?to=${encodeURIComponent(email)}`,
    })
  },
  rows: async ({ request }, use) => use((table, filter) => asServer(request, 'GET', `/rest/v1/${table}?${filter}`)),
  pageWithScrollbar: async ({ playwright, launchOptions, baseURL }, use) => {
    const { chromium } = playwright
    let browser: Browser | undefined
    await use(async (viewport, ...switches) => {
      const args = [...(launchOptions.args ?? []), ...switches]
      browser = await chromium.launch({ ...launchOptions, args, ignoreDefaultArgs: ['--hide-scrollbars'] })
      return browser.newPage({ viewport, ...(baseURL && { baseURL }) })
    })
    await browser?.close()
  },
  ...(process.env.WEBKIT === 'WebKitGTK'
    ? {}
    : {
        anotherPage: async (
          { browser, baseURL }: { browser: Browser; baseURL: string | undefined },
          use: Use<Page>,
        ) => {
          const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' })
          await use(await context.newPage())
          await context.close()
        },
      }),
  expectedNoise: [undefined, { option: true }],
  noise: [
    async ({ page, expectedNoise }, use) => {
      const noise: string[] = []
      const unexpected: string[] = []
      const hear = (text: string, url = '') => {
        if (NO_NOISE.test(text)) return
        noise.push(text)
        if (!expectedNoise?.test(text)) unexpected.push(`${text} ${url}`.trim())
      }
      page.on('console', (message) => {
        // The WebKit driver doesn't know the URL.
        if (['error', 'warning'].includes(message.type())) hear(message.text(), message.location?.().url)
      })
      page.on('pageerror', (error) => hear(String(error)))
      await use(noise)
      // Running a script makes WebKit's console readable.
      if (process.env.WEBKIT) await page.evaluate(() => undefined).catch(() => {})
      expect(unexpected, 'console noise').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Returns an unused address. */
export const freshEmail = (name: string): string =>
  `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`

/** Waits until the page is hydrated. */
export const waitForHydration = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
}

/** Opens a page and waits for hydration. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await waitForHydration(page)
}

/** Waits until idle callbacks have run and the page is painted. */
export const idle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const draw = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        if ('requestIdleCallback' in window) requestIdleCallback(draw, { timeout: 3_000 })
        else setTimeout(draw, 50)
      }),
  )

/** Pattern of the site's script URLs. */
export const SCRIPTS = /\/assets\/[\w-]+\.js$/

/** Delays requests until the returned function handles them with `then`. */
export const holdBack = async (page: Page, files: RegExp, then = (route: Route) => route.continue()) => {
  let letGo = () => {}
  const wait = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(files, (route) => wait.then(() => then(route)))
  return () => letGo()
}

/** Opens a page without waiting for its load event, which held-back files delay. */
export const openEarly = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' })

/** Returns the page's main heading. */
export const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Waits until the old page's snapshot, which takes the clicks, is gone. */
export const waitForFade = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => !('activeViewTransition' in document && document.activeViewTransition))
}

/** Fills in fields by their labels. */
export const fill = async (form: Page | Locator, fields: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text)
}

/** Waits for the photo field, which loads after the first interaction and would move the button under a click. */
export const photoField = (form: Page | Locator): Promise<void> => expect(form.getByText('Choose photos')).toBeVisible()

/** Collects the paths of API calls. */
export const backendCalls = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:rest|auth|functions|api)\//.test(pathname) && request.method() !== 'OPTIONS') asked.push(pathname)
  })
  return asked
}

/** Returns the hydration state of the page. */
export const state = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset.hydrated ?? 'waiting')

/** Returns the paths in all caches. */
export const getCachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => url.replace(/^\w+:\/\/[^/]+/, ''))
  })

// TypeScript's DOM library lacks it.
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Records layout shifts without recent input for the returned function. */
export const shifts = async (page: Page) => {
  await page.addInitScript(() => {
    const found: string[] = []
    Reflect.set(window, 'shifts', found)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node, previousRect: { top, left }, currentRect }) => {
          const { nodeName = '', textContent } = node ?? {}
          return `${nodeName} “${textContent?.slice(0, 40)}” ${left},${top} to ${currentRect.left},${currentRect.top}`
        })
        found.push(`${entry.value}: ${moved.join('; ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate<string[]>(() => Reflect.get(window, 'shifts'))
}

export const PHONE = { width: 390, height: 844 }
export const getReviewsRegion = (page: Page) => page.getByRole('region', { name: 'From our customers' })

/** Loads the reviews, which would move the form under a click. */
export const loadReviews = async (page: Page): Promise<void> => {
  await getReviewsRegion(page).scrollIntoViewIfNeeded()
  await expect(getReviewsRegion(page)).toHaveAttribute('aria-busy', 'false')
}

/** Answers the cookie banner, so that it covers nothing. */
export const refuseCookies = (page: Page) =>
  page.addInitScript(() => {
    // Firefox's empty first document has no storage.
    if (document.URL !== 'about:blank') window.localStorage.setItem('cookieConsent', 'rejected')
  })

const projectPages = readdirSync(new URL('../../src/content/projects', import.meta.url))
  .filter((name) => !name.includes('.'))
  .map((id) => `/project/${id}`)
const otherPages = ['/testimonials', '/business-card', '/terms-and-conditions', '/privacy-policy', '/maintenance']

/** Every URL path a visitor can open. */
export const publicPages = ['/', '/projects', ...projectPages, ...otherPages]
/** The same with one project, because projects differ only in words and photos. */
export const pageKinds = ['/', '/projects', '/project/mayfair-basement', ...otherPages]
