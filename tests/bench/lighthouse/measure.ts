import lighthouse, { type Flags, type Result } from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { startChromium } from '../support/chromium.ts'

/** How Lighthouse looks: by default its phone, with slow 4G and a processor slowed four times, both simulated. */
export type View = { desktop: boolean; throttling: 'simulate' | 'devtools' }

/** One run in a browser of its own, so that nothing is left of the run before; the report. */
export const audit = async (url: string, view: View): Promise<Result> => {
  const browser = await startChromium()
  try {
    const flags: Flags = {
      port: browser.port,
      logLevel: 'error',
      throttlingMethod: view.throttling,
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    }
    const result = await lighthouse(url, flags, view.desktop ? desktop : undefined)
    if (!result) throw new Error(`Lighthouse returned nothing for ${url}`)
    const { lhr } = result
    if (lhr.runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${lhr.runtimeError.message}`)
    return lhr
  } finally {
    await browser.stop()
  }
}
