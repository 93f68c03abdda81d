// @ts-check
// For Vitest and Playwright alike: a line per file and the failures go to the terminal, the counts to a file.
import { appendFileSync, writeSync } from 'node:fs'
import path from 'node:path'

// Standard output is the log; `scripts/test.mjs` opens the terminal as the fourth stream.
const say = (/** @type {string} */ text) => writeSync(3, `${text}\n`)

/** @typedef {{ passed: number, failed: number, skipped: number, ms: number }} Counts */
/** @typedef {{ message?: string | undefined, stack?: string | undefined, diff?: string | undefined }} Failure */

const tell = (/** @type {string} */ name, /** @type {readonly Failure[]} */ errors) => {
  say(`\n✗ ${name}`)
  for (const { message = '', stack = '', diff = '' } of errors) {
    const places = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
    say([message, diff, ...places.slice(0, 5)].filter(Boolean).join('\n'))
  }
}

const report = (/** @type {string} */ file, /** @type {Counts} */ counts, project = '') => {
  const name = path.relative(process.cwd(), file)
  const folder = name.split(path.sep)[1] ?? ''
  // Tests of one folder may run in more than one arrangement.
  const layer = process.env.TEST_LAYER || project || folder
  const { passed, failed, skipped, ms } = counts
  const others = `${failed > 0 ? `, ${failed} FAILED` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`
  say(
    `${failed > 0 ? '✗' : '✓'} ${name}${layer === folder ? '' : ` on ${layer}`}: ${passed} passed${others} (${(ms / 1000).toFixed(1)} s)`,
  )
  const line = JSON.stringify({ layer, ...counts })
  appendFileSync(process.env.TEST_RESULTS ?? '', `${line}\n`)
}

const none = () => ({ passed: 0, failed: 0, skipped: 0, ms: 0 })

export default class Reporter {
  /** Playwright's files, and how many of their tests are left. @type {Map<string, Counts & { left: number }>} */
  #files = new Map()

  /** Vitest: a file is done. @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const counts = { ...none(), ms: module.diagnostic().duration }
    for (const test of module.children.allTests()) {
      const { state, errors, ...others } = test.result()
      if (state === 'failed') tell(`${module.relativeModuleId} > ${test.fullName}`, errors)
      if ('note' in others && others.note) say(`- ${test.fullName}: ${others.note}`)
      counts[state === 'pending' ? 'skipped' : state] += 1
    }
    const errors = [module, ...module.children.allSuites()].flatMap((one) => one.errors())
    if (errors.length > 0) {
      tell(module.relativeModuleId, errors)
      counts.failed += 1
    }
    report(module.moduleId, counts, module.project.name)
  }

  /** Vitest: what failed outside any file. @param {unknown} _ @param {readonly Failure[]} errors */
  onTestRunEnd(_, errors) {
    if (errors.length > 0) tell('outside any test', errors)
  }

  /** Playwright begins. @param {unknown} _ @param {import('playwright/types/testReporter').Suite} suite */
  onBegin(_, suite) {
    for (const { location } of suite.allTests()) {
      const file = this.#files.get(location.file) ?? { ...none(), left: 0 }
      this.#files.set(location.file, { ...file, left: file.left + 1 })
    }
  }

  /**
   * Playwright: a test is done, at least this try.
   * @param {import('playwright/types/testReporter').TestCase} test
   * @param {import('playwright/types/testReporter').TestResult} result
   */
  onTestEnd(test, { status, retry, duration, errors }) {
    const file = this.#files.get(test.location.file)
    if (!file) return
    file.ms += duration
    const name = test.titlePath().slice(2).join(' > ')
    const hasFailed = status !== 'skipped' && status !== test.expectedStatus
    const note = test.annotations.find(({ type }) => type === 'skip')?.description
    if (status === 'skipped' && note) say(`- ${name}: ${note}`)
    if (hasFailed) tell(name, errors)
    else if (retry > 0) say(`✓ ${name} (passed only at try ${retry + 1})`)
    if (hasFailed && retry < test.retries) return
    file[hasFailed ? 'failed' : status === 'skipped' ? 'skipped' : 'passed'] += 1
    file.left -= 1
    const { left, ...counts } = file
    if (left === 0) report(test.location.file, counts)
  }

  /** Playwright: what failed outside any test. @param {Failure} error */
  onError(error) {
    tell('outside any test', [error])
  }
}
