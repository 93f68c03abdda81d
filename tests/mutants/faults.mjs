// @ts-check
// Breaks by hand what Stryker cannot reach (faults.txt), and says which faults no test finds.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) => {
  const env = { ...process.env, NO_COLOR: '1' }
  const all = [...command.split(' '), ...args]
  const options = { encoding: /** @type {const} */ ('utf8'), env, maxBuffer: Infinity }
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, all, options)
  return { ok: status === 0, said: stdout + stderr, isStopped: signal !== null || status === 130 }
}

const isOnDist = (/** @type {string} */ layer) => ['e2e', 'build'].includes(layer)

const test = (/** @type {string} */ layer, /** @type {string[]} */ names) => {
  if (isOnDist(layer)) {
    const built = run('node_modules/vite/bin/vite.js build --logLevel warn')
    if (!built.ok) return { ...built, said: '✗ the build' }
  }
  const command =
    layer === 'e2e'
      ? 'node_modules/playwright/cli.js test --config tests/e2e/playwright.config.ts --max-failures 1 --reporter line'
      : `node_modules/vitest/vitest.mjs run --project ${layer} --bail 1`
  return run(command, ...names.map((name) => `tests/${layer}/${name}.test`))
}

const readFaults = () => {
  /** @type {{ file: string, name: string, layer: string, tests: string[], find: string[], replacement: string[] }[]} */
  const faults = []
  let file = ''
  for (const line of readFileSync(new URL('faults.txt', import.meta.url), 'utf8').split('\n')) {
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

/** Lists faults that no longer match the code. */
export const misfits = () =>
  readFaults().flatMap(({ file, name, find }) =>
    readFileSync(file, 'utf8').split(find.join('\n')).length === 2 ? [] : [`${name} (${file})`],
  )

/** Applies the faults whose names include `wanted`, one at a time. Returns whether tests found all. */
export const breakByHand = (/** @type {string} */ wanted) => {
  const faults = readFaults()
  // A run takes an hour.
  if (misfits().length > 0) throw new Error(`These no longer apply: ${misfits().join(', ')}`)
  const chosen = faults.filter(({ name }) => name.includes(wanted))
  if (chosen.length === 0) console.error(`There is no fault named "${wanted}".`)
  // Ignores signals until the fault is reverted.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  let allFound = chosen.length > 0
  for (const { file, name, layer, tests, find, replacement } of chosen) {
    const before = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      before.replace(find.join('\n'), () => replacement.join('\n')),
    )
    const { ok, said, isStopped } = test(layer, tests)
    writeFileSync(file, before)
    // The build contains the fault.
    if (isOnDist(layer)) rmSync('dist', { recursive: true, force: true })
    if (isStopped) process.exit(1)
    const finder = /^.*(?:FAIL|✗|^ +\d+\)) .*$/m.exec(said)?.[0].trim().slice(0, 150)
    if (finder) console.log(`found   ${name}: ${finder}`)
    else console.log(`${ok ? 'PASSED ' : 'UNCLEAR'} ${name} (${layer} ${tests.join(' ')})`)
    if (!finder) allFound = false
  }
  return allFound
}
