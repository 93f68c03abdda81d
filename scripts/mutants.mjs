// `npm run mutants [-- SAMPLE]` finds surviving mutants. `npm run mutants -- faults` tests faults Stryker can't make.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { breakByHand } from '../tests/mutants/faults.mjs'
import { fetchProgram } from './fetch-program.mjs'
import { root } from './project.mjs'

process.chdir(root)
const [sample = 'rules', wanted = ''] = process.argv.slice(2)
if (sample === 'faults') process.exit(breakByHand(wanted) ? 0 : 1)

const folder = await fetchProgram('@stryker-mutator/vitest-runner', '9.6.1', '@stryker-mutator/core@9.6.1')
if (!folder) process.exit(1)
const program = path.join(folder, '../core/bin/stryker.js')
const env = { ...process.env, MUTANTS_SAMPLE: sample, MUTANTS_RUNNER: path.join(folder, 'dist/src/index.js') }
const options = /** @type {const} */ ({ stdio: 'inherit', env })
process.exit(spawnSync(process.execPath, [program, 'run', 'tests/mutants/stryker.config.mjs'], options).status ?? 1)
