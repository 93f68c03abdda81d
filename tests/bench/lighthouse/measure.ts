import lighthouse, { type Flags, type Result } from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { startChromium } from '../support/chromium.ts'

/** How Lighthouse looks: by default its phone, with slow 4G and a processor slowed four times, both simulated. */
export type View = { desktop: boolean; throttling: 'simulate' | 'devtools' }

const TRIES = 3

/** One run in a browser of its own, so that nothing is left of the run before. */
const auditOnce = async (url: string, view: View): Promise<Result> => {
  const browser = await startChromium()
  try {
    const flags: Flags = {
      port: browser.port,
      logLevel: 'error',
      throttlingMethod: view.throttling,
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    }
    const result = await lighthouse(url, flags, view.desktop ? desktop : undefined)
    if (!result) throw new Error('Lighthouse returned nothing.')
    if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message)
    return result.lhr
  } finally {
    await browser.stop()
  }
}

/** The report on a page. A browser that loses its recording on a busy machine must not cost the runs before it. */
export const audit = async (url: string, view: View): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await auditOnce(url, view)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (tries === TRIES) throw new Error(`Lighthouse could not measure ${url}: ${reason}`)
      process.stderr.write(`once more, ${url}: ${reason}\n`)
    }
  }
}
