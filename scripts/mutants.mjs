// @ts-check
// `npm run mutants [-- SAMPLE]`: Stryker changes the code at many places and says which changes no test finds. What it cannot
// reach is broken by hand: `npm run mutants -- faults [NAME]`. The site's own files are changed meanwhile, and restored.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { faults } from '../tests/mutants/faults.mjs'
import { fetchProgram } from './fetch-program.mjs'

const root = path.resolve(import.meta.dirname, '..')
process.chdir(root)
const [sample = 'rules', wanted = ''] = process.argv.slice(2)

/** Runs a program of Node's; returns whether it succeeded, and what it said. */
const run = (/** @type {string[]} */ ...args) => {
  const env = { ...process.env, NO_COLOR: '1' }
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  return { ok: status === 0, said: stdout + stderr, isStopped: signal !== null || status === 130 }
}
const vite = 'node_modules/vite/bin/vite.js'
const vitest = 'node_modules/vitest/vitest.mjs'
const playwright = ['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts']

const test = (/** @type {string} */ layer, /** @type {string} */ file) => {
  if (['e2e', 'build'].includes(layer)) {
    const built = run(vite, 'build', '--logLevel', 'warn')
    if (!built.ok) return { ...built, said: '✗ the build' }
  }
  const files = file.split(' ').map((name) => `tests/${layer}/${name}.test`)
  return layer === 'e2e'
    ? run(...playwright, '--max-failures', '1', '--reporter', 'line', ...files)
    : run(vitest, 'run', '--project', layer, '--bail', '1', ...files)
}

const breakByHand = () => {
  // What is broken now is restored before the end.
  process.on('SIGINT', () => {})
  let passed = 0
  let tried = 0
  for (const [file, list] of Object.entries(faults)) {
    const before = readFileSync(file, 'utf8')
    for (const [fault, find, replace, layer, tests] of list) {
      if (!fault.includes(wanted)) continue
      if (before.split(find).length !== 2) throw new Error(`"${fault}" does not fit ${file} any more.`)
      tried += 1
      const broken = before.replace(find, () => replace)
      writeFileSync(file, broken)
      const { ok, said, isStopped } = test(layer, tests)
      writeFileSync(file, before)
      if (isStopped) return 1
      const finder = /^.*(?:FAIL|✗|^ +\d+\)) .*$/m.exec(said)?.[0].trim().slice(0, 150)
      console.log(ok ? `PASSED  ${fault} (${layer} ${tests})` : `found   ${fault}: ${finder}`)
      passed += Number(ok)
    }
  }
  if (tried === 0) console.error(`No fault is called "${wanted}".`)
  return passed > 0 || tried === 0 ? 1 : 0
}

const stryker = async () => {
  const runner = '@stryker-mutator/vitest-runner'
  // Later ones need Node 22.
  const folder = await fetchProgram(runner, '9.6.1', '@stryker-mutator/core@9.6.1')
  if (!folder) return 1
  const program = path.join(folder, '../core/bin/stryker.js')
  const env = { ...process.env, MUTANTS_SAMPLE: sample, MUTANTS_RUNNER: path.join(folder, 'dist/src/index.js') }
  return spawnSync(process.execPath, [program, 'run', 'tests/mutants/stryker.config.mjs'], { stdio: 'inherit', env })
    .status
}

process.exit(sample === 'faults' ? breakByHand() : await stryker())
