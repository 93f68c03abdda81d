// @ts-check
// `npm run shots [-- --only NAME]`: pictures of every page and state at three widths, in screenshots/, to look at.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { CHROMIUM_HELP, CHROMIUM_SWITCHES, findChromium } from './chromium.mjs'
import { screens } from './shots/screens.mjs'
import { buildIfStale, serve } from './shots/site.mjs'
import { take, WIDTHS } from './shots/take.mjs'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'screenshots')

const textOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error))

const chooseScreens = () => {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
  const chosen = only === undefined ? screens : screens.filter(({ name }) => name.includes(only))
  if (chosen.length > 0) return { chosen, all: only === undefined }
  throw new Error(`No screen has "${only}" in its name. There are: ${screens.map(({ name }) => name).join(', ')}.`)
}

const openBrowser = async () => {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error(CHROMIUM_HELP)
  // Root has no sandbox to offer.
  return chromium.launch({ executablePath, args: [...CHROMIUM_SWITCHES, '--hide-scrollbars'] })
}

/** @returns {Promise<string[]>} one sentence per picture that could not be taken */
const takeAll = async () => {
  const { chosen, all } = chooseScreens()
  buildIfStale(root)
  const browser = await openBrowser()
  const site = await serve(root)
  if (all) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })

  /** @type {string[]} */
  const failures = []
  const queue = chosen.flatMap((screen) => (screen.widths ?? WIDTHS).map((width) => ({ screen, width })))
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const name = `${next.screen.name}-${next.width}.png`
      try {
        const noise = await take(browser, site, next.screen, next.width, path.join(folder, name))
        console.log([`screenshots/${name}`, ...noise.map((message) => `  console: ${message}`)].join('\n'))
      } catch (error) {
        failures.push(`${name} could not be taken: ${textOf(error).split('\n')[0]}`)
      }
    }
  }
  // Most of a picture is waiting, so two at a time take little more than half as long.
  await Promise.all([work(), work()])
  await browser.close()
  return failures
}

const failures = await takeAll().catch((error) => [textOf(error)])
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
