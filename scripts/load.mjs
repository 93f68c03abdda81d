// @ts-check
// `npm run load`: how much load the built site and the embedded backend take, in one table. Not a test: takes minutes.
import { cpus } from 'node:os'
import path from 'node:path'
import { manyReviews, pageViews, visitors } from '../tests/load/measures.mjs'
import { openSite } from '../tests/load/site.mjs'
import { buildIfStale } from './site.mjs'

buildIfStale(path.resolve(import.meta.dirname, '..'))
const site = await openSite()
/** @type {import('../tests/load/measures.mjs').Rows} */
const rows = []
try {
  for (const measure of [visitors, pageViews, manyReviews]) rows.push(...(await measure(site)))
} finally {
  await site.close()
}
console.log(`\nLoad, on ${cpus().length} cores that also run what makes it`)
console.table(rows.map(([what, figure, ok]) => ({ what, figure, ok: ok ? 'yes' : 'NO' })))
process.exit(rows.every(([, , ok]) => ok) ? 0 : 1)
