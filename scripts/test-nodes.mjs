// @ts-check
// `npm run test:nodes [-- VERSION ...]`: a fresh clone is installed, checked, tested and built on each Node that is promised.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium } from './browsers.mjs'
import { fetchProgram } from './fetch-program.mjs'

const root = path.resolve(import.meta.dirname, '..')
const PROMISED = ['20.19.0', '22', '24', '26']
const TOO_OLD = '16'

const steps = [
  ['start', 'node scripts/setup.mjs'],
  ['check', 'node scripts/check.mjs'],
  ['quick layers', 'npx vitest run --silent --reporter=dot --project unit --project database --project functions'],
  ['build', 'npx vite build --logLevel warn'],
  ['build layer', 'npx vitest run --silent --reporter=dot --project build'],
  ['a journey', 'npx playwright test --config tests/e2e/playwright.config.ts e2e/journeys --reporter=line'],
]

/** The folder of a Node's program, from the npm package that holds nothing else. */
const programOf = async (/** @type {string} */ version) => {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  return path.join((await fetchProgram(name, version)) ?? '', 'bin')
}

const run = (/** @type {string} */ command, /** @type {string} */ cwd, /** @type {string} */ programs) =>
  spawnSync(command, {
    cwd,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH}`, NO_COLOR: '1', E2E_PORT: '4178' },
  })

let failed = 0
const report = (/** @type {boolean} */ ok, /** @type {string} */ line, /** @type {string} */ said) => {
  console.log(`${ok ? '✓' : '✗'} ${line}`)
  if (!ok) console.log(said.split('\n').slice(-30).join('\n'))
  failed += Number(!ok)
}

process.env.CHROMIUM_PATH = findChromium()
const versions = process.argv.slice(2)
for (const version of versions.length > 0 ? versions : PROMISED) {
  const programs = await programOf(version)
  const clone = mkdtempSync(path.join(tmpdir(), 'groundworks-node-'))
  spawnSync('git', ['clone', '--quiet', root, clone])
  const running = run('node --version', clone, programs).stdout.trim()
  console.log(`\nNode ${running}`)
  // Without the package it would be the machine's own.
  if (!running.startsWith(`v${version}.`) && running !== `v${version}`) {
    report(false, `Node ${version} could not be fetched`, '')
    continue
  }
  for (const [name = '', command = ''] of steps) {
    const started = performance.now()
    const { status, stdout, stderr } = run(command, clone, programs)
    const warned = /\b(?:Deprecation|Experimental|Unsupported|EBADENGINE)\w*/.exec(stdout + stderr)?.[0]
    const seconds = Math.round((performance.now() - started) / 1000)
    report(
      status === 0 && !warned,
      `${name} (${seconds} s)${warned ? `, with a warning: ${warned}` : ''}`,
      stdout + stderr,
    )
    if (status !== 0) break
  }
  rmSync(clone, { recursive: true, force: true })
}
const { status, stderr } = run('node scripts/setup.mjs', root, await programOf(TOO_OLD))
report(
  status === 1 && /^Node 20\.19 or newer is needed; .*\n$/.test(stderr),
  `Node ${TOO_OLD} is refused in one sentence`,
  stderr,
)
process.exit(failed > 0 ? 1 : 0)
