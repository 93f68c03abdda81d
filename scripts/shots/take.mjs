// @ts-check
/** @typedef {import('./screens.mjs').Screen} Screen */

const HEIGHTS = { 390: 844, 820: 1180, 1440: 900 }

/** The widths every screen is looked at: a phone, a tablet, a desk. */
export const WIDTHS = Object.keys(HEIGHTS).map(Number)

// Pictures and reviews arrive when they come near the view; a picture of the whole page wants all of them.
const walkThrough = async (/** @type {import('playwright').Page} */ page) => {
  const step = (page.viewportSize()?.height ?? 900) / 2
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += step) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(40)
  }
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.scrollTo(0, 0))
}

// A picture far below the view waits until somebody comes near, and is none of this picture's business.
const picturesLoaded = (/** @type {import('playwright').Page} */ page) =>
  page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { width, top, bottom } = image.getBoundingClientRect()
      return image.complete || width === 0 || bottom < 0 || top > window.innerHeight
    }),
  )

/**
 * Takes one screen at one width and writes it to `file`; returns what the page wrote to its console.
 * @param {import('playwright').Browser} browser @param {string} site @param {Screen} screen @param {number} width
 * @param {string} file
 */
export const take = async (browser, site, screen, width, file) => {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width, height: HEIGHTS[/** @type {keyof typeof HEIGHTS} */ (width)] },
    javaScriptEnabled: !screen.noScript,
    // Nothing may be caught half-way.
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  try {
    context.setDefaultTimeout(20_000)
    /** @type {string[]} */
    const noise = []
    const page = await context.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !screen.noise?.test(message.text()))
        noise.push(message.text())
    })
    page.on('pageerror', (error) => noise.push(String(error)))
    if (!screen.undecided) await page.addInitScript(() => localStorage.setItem('cookieConsent', 'rejected'))
    if (screen.unlocked) await page.addInitScript(() => sessionStorage.setItem('maintenance-auth', 'true'))
    if (screen.print) await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })

    await page.goto(screen.path)
    if (!screen.noScript) await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    if (screen.whole && !screen.noScript) await walkThrough(page)
    await screen.act?.(page)
    await page.waitForTimeout(300)
    if (!screen.noScript) await picturesLoaded(page)
    await page.screenshot({ path: file, fullPage: screen.whole ?? false })
    return noise
  } finally {
    await context.close()
  }
}
