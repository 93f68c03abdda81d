// @ts-check
// `npm run mutants [-- SAMPLE]`: Stryker changes the code at many places and says which changes no test finds. What it cannot
// reach is broken by hand: `npm run mutants -- faults [NAME]`.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { breakByHand } from '../tests/mutants/faults.mjs'
import { fetchProgram } from './fetch-program.mjs'
import { root } from './project.mjs'

process.chdir(root)
const [sample = 'rules', wanted = ''] = process.argv.slice(2)
if (sample === 'faults') process.exit(breakByHand(wanted) ? 0 : 1)

// Later ones need Node 22.
const folder = await fetchProgram('@stryker-mutator/vitest-runner', '9.6.1', '@stryker-mutator/core@9.6.1')
if (!folder) process.exit(1)
const program = path.join(folder, '../core/bin/stryker.js')
const env = { ...process.env, MUTANTS_SAMPLE: sample, MUTANTS_RUNNER: path.join(folder, 'dist/src/index.js') }
const options = /** @type {const} */ ({ stdio: 'inherit', env })
process.exit(spawnSync(process.execPath, [program, 'run', 'tests/mutants/stryker.config.mjs'], options).status ?? 1)
