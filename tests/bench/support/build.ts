import path from 'node:path'
import { buildIfStale } from '../../../scripts/site.mjs'

/** The project's folder; scripts/bench.mjs starts every bench there. */
export const root = process.cwd()
/** The built site. */
export const dist = path.join(root, 'dist')

/** Builds the site unless `dist` is newer than its sources: measuring yesterday's build would say nothing. */
export const freshBuild = (): void => buildIfStale(root)
