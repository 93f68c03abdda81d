// @ts-check
// Prints the headers of the built site for a host that does not read `_headers`: npm run headers -- nginx
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const options = { configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ('error') }

/** @type {{ module: typeof import('../src/prerender/header-formats.ts') }} */
const { module } = await runnerImport(path.join(root, 'src/prerender/header-formats.ts'), options)
const wanted = process.argv[2] ?? '_headers'
const write = Object.entries(module.headerFormats).find(([name]) => name === wanted)?.[1]
const built = path.join(root, 'dist/_headers')
if (!write || !existsSync(built)) {
  const formats = Object.keys(module.headerFormats).join(', ')
  console.error(write ? 'There are no headers yet: run `npm run build` first.' : `Choose one of: ${formats}`)
  process.exit(1)
}
console.log(write(module.readBlocks(readFileSync(built, 'utf8'))))
