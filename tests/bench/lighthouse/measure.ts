import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { fetchProgram } from '../../../scripts/fetch-program.mjs'
import { startChromium } from '../support/chromium.ts'

/** How Lighthouse looks: by default its phone, with slow 4G and a processor slowed four times, both simulated. */
export type View = { desktop: boolean; throttling: 'simulate' | 'devtools' }

type Audit = { score: number | null; numericValue?: number; displayValue?: string; details?: { items?: unknown } }

/** What is read of Lighthouse's own report. */
export type Report = {
  audits: Record<string, Audit>
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
}

const TRIES = 3

/** One run in a browser of its own, so that nothing is left of the run before. */
const auditOnce = async (program: string, url: string, view: View): Promise<Report> => {
  const browser = await startChromium()
  try {
    const args = [
      path.join(program, 'cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      '--no-enable-error-reporting',
      `--port=${browser.port}`,
      `--throttling-method=${view.throttling}`,
      '--only-categories=performance,accessibility,best-practices,seo',
      ...(view.desktop ? ['--preset=desktop'] : []),
    ]
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: Infinity })
    return JSON.parse(stdout)
  } finally {
    await browser.stop()
  }
}

/** The report on a page. A browser that loses its recording on a busy machine must not cost the runs before it. */
export const audit = async (url: string, view: View): Promise<Report> => {
  // The last version for Node 20.
  const program = await fetchProgram('lighthouse', '12.8.2')
  if (!program) process.exit(1)
  for (let tries = 1; ; tries += 1) {
    try {
      return await auditOnce(program, url, view)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (tries === TRIES) throw new Error(`Lighthouse could not measure ${url}: ${reason}`)
      process.stderr.write(`once more, ${url}: ${reason}\n`)
    }
  }
}
