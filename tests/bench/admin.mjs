// @ts-check
// `node tests/bench/admin.mjs [--only NAME]`: what the admin area costs.
import { parseArgs } from 'node:util'
import { measureFirstView } from './admin/first-view.mjs'
import { measureMemory } from './admin/memory.mjs'
import { measureModeration } from './admin/moderation.mjs'
import { openBench } from './admin/site.mjs'

const parts = { first: measureFirstView, memory: measureMemory, reviews: measureModeration }
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const bench = await openBench()
for (const [name, measure] of Object.entries(parts)) if (!only || only === name) await measure(bench)
await bench.close()
process.exit(0)
