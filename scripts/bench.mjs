// @ts-check
// `npm run bench [-- MODE] [-- OPTIONS]`: how fast the built site is. A mode is a file of tests/bench that exports `run`.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { importSource, root } from './project.mjs'

const [first = '', ...others] = process.argv.slice(2)
const [mode, args] = /^\w/.test(first) ? [first, others] : ['pages', process.argv.slice(2)]
const modes = readdirSync(path.join(root, 'tests/bench')).filter((file) => file.endsWith('.ts'))
if (!modes.includes(`${mode}.ts`)) {
  console.error(`There is no bench "${mode}". There are: ${modes.map((file) => path.parse(file).name).join(', ')}.`)
  process.exit(1)
}
process.chdir(root)
// Vite would set it for a module it runs, and a build that inherits that holds React's development version.
process.env.NODE_ENV = 'production'
await (await importSource(`tests/bench/${mode}.ts`)).run(args)
// What it has started need not end by itself.
process.exit()
