// `npm run bench [-- MODE] [-- OPTIONS]` measures the built site. A mode is a file in tests/bench that exports `run`.
import { importSource, root } from './project.mjs'

const [first = '', ...others] = process.argv.slice(2)
const [mode, args] = /^\w/.test(first) ? [first, others] : ['pages', process.argv.slice(2)]
process.chdir(root)
// Otherwise Vite builds React's development version.
process.env.NODE_ENV = 'production'
await (await importSource(`tests/bench/${mode}.ts`)).run(args)
process.exit()
