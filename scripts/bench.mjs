// @ts-check
// `npm run bench [-- MODE] [-- OPTIONS]`: how fast the built site is. A mode is a file of tests/bench that exports `run`.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { runnerImport } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'tests/bench')
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))

const given = process.argv.slice(2)
const named = given[0] !== undefined && !given[0].startsWith('-')
const mode = (named && given[0]) || 'pages'
const args = named ? given.slice(1) : given

/** @returns {Promise<{ module: { run: (args: string[]) => Promise<void> } }>} */
const load = (/** @type {string} */ file) =>
  // Node 20 reads no TypeScript; Vite does, with the import aliases of the site's own modules.
  runnerImport(file, {
    root,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: { '@contract': path.join(root, 'supabase/functions/_shared/contract'), '@': path.join(root, 'src') },
    },
  })

const run = async () => {
  const name = files.find((file) => path.parse(file).name === mode)
  if (!name) throw `There is no bench "${mode}". There are: ${files.map((file) => path.parse(file).name).join(', ')}.`
  const file = path.join(folder, name)
  process.chdir(root)
  // Vite would set it for a module it runs, and a build that inherits that holds React's development version.
  process.env.NODE_ENV = 'production'
  await (await load(file)).module.run(args)
  return 0
}

// Times are figures to look at, never a test: only a bench that could not be taken fails.
const status = await run().catch((error) => {
  console.error(error)
  return 1
})
process.exit(status)
