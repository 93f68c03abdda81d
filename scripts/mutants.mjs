// @ts-check
// `npm run mutants [-- SAMPLE]`: Stryker changes the code at many places and says which changes no test finds. What it cannot
// reach is broken by hand: `npm run mutants -- faults [NAME]`, listed in tests/mutants/faults.txt. The site's own files are changed meanwhile, and restored.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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

const isOnDist = (/** @type {string} */ layer) => ['e2e', 'build'].includes(layer)

const test = (/** @type {string} */ layer, /** @type {string[]} */ names) => {
  if (isOnDist(layer)) {
    const built = run(vite, 'build', '--logLevel', 'warn')
    if (!built.ok) return { ...built, said: '✗ the build' }
  }
  const files = names.map((name) => `tests/${layer}/${name}.test`)
  return layer === 'e2e'
    ? run(...playwright, '--max-failures', '1', '--reporter', 'line', ...files)
    : run(vitest, 'run', '--project', layer, '--bail', '1', ...files)
}

/** What tests/mutants/faults.txt says. */
const readFaults = () => {
  /** @type {{ file: string, name: string, layer: string, tests: string[], find: string[], replacement: string[] }[]} */
  const faults = []
  let file = ''
  for (const line of readFileSync('tests/mutants/faults.txt', 'utf8').split('\n')) {
    const [name = '', where] = line.split(' | ')
    if (line.startsWith('== ')) file = line.slice(3)
    else if (line.startsWith('- ')) faults.at(-1)?.find.push(line.slice(2))
    else if (line.startsWith('+ ')) faults.at(-1)?.replacement.push(line.slice(2))
    else if (where) {
      const [layer = '', ...tests] = where.split(' ')
      faults.push({ file, name, layer, tests, find: [], replacement: [] })
    }
  }
  return faults
}

const breakByHand = () => {
  const faults = readFaults()
  // All of them first: an hour later would be late.
  for (const { file, name, find } of faults)
    if (readFileSync(file, 'utf8').split(find.join('\n')).length !== 2)
      throw new Error(`"${name}" does not fit ${file} any more.`)
  const chosen = faults.filter(({ name }) => name.includes(wanted))
  if (chosen.length === 0) console.error(`No fault is called "${wanted}".`)
  // What is broken now is restored before the end.
  process.on('SIGINT', () => {})
  let passed = 0
  let stopped = false
  for (const { file, name, layer, tests, find, replacement } of chosen) {
    const before = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      before.replace(find.join('\n'), () => replacement.join('\n')),
    )
    const { ok, said, isStopped } = test(layer, tests)
    writeFileSync(file, before)
    stopped = isStopped
    if (stopped) break
    const finder = /^.*(?:FAIL|✗|^ +\d+\)) .*$/m.exec(said)?.[0].trim().slice(0, 150)
    console.log(ok ? `PASSED  ${name} (${layer} ${tests.join(' ')})` : `found   ${name}: ${finder}`)
    passed += Number(ok)
  }
  // It is the one with the last fault.
  if (chosen.some(({ layer }) => isOnDist(layer))) rmSync('dist', { recursive: true, force: true })
  return stopped || passed > 0 || chosen.length === 0 ? 1 : 0
}

const stryker = async () => {
  // Later ones need Node 22.
  const folder = await fetchProgram('@stryker-mutator/vitest-runner', '9.6.1', '@stryker-mutator/core@9.6.1')
  if (!folder) return 1
  const program = path.join(folder, '../core/bin/stryker.js')
  const env = { ...process.env, MUTANTS_SAMPLE: sample, MUTANTS_RUNNER: path.join(folder, 'dist/src/index.js') }
  return spawnSync(process.execPath, [program, 'run', 'tests/mutants/stryker.config.mjs'], { stdio: 'inherit', env })
    .status
}

process.exit(sample === 'faults' ? breakByHand() : await stryker())
