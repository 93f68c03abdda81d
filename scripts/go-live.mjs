// `npm run go-live -- check` before publishing, `npm run go-live -- smoke --url https://…` afterwards.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { loadEnv } from 'vite'
import { importSource, root } from './project.mjs'

const USAGE = `npm run go-live -- check [--settings supabase/.env] [--admin-setup]
npm run go-live -- check --database postgresql://…
npm run go-live -- smoke --url https://www.YOUR-DOMAIN [--backend https://YOUR-REF.supabase.co]
npm run go-live -- second-factor remove person@YOUR-DOMAIN`

const at = (/** @type {string} */ name) => path.resolve(root, name)

/** @returns {NodeJS.Dict<string>} the variables of a file; none without it */
const readEnvFile = (/** @type {string} */ file) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {})

const check = async (/** @type {string} */ envFile, /** @type {boolean} */ adminSetup) => {
  /** @type {typeof import('./go-live/check.ts')} */
  const { findings } = await importSource('scripts/go-live/check.ts')
  const local = readEnvFile(at('.env.local'))
  const found = findings({
    settings: { ...readEnvFile(at(envFile)), ...process.env },
    build: loadEnv('hosted', root, 'VITE_'),
    localKey: local.VITE_SUPABASE_URL ? undefined : local.VITE_SUPABASE_PUBLISHABLE_KEY,
    config: readFileSync(at('supabase/config.toml'), 'utf8'),
    adminSetup,
  })
  for (const sentence of found) console.log(`- ${sentence}`)
  if (found.length > 0) {
    console.log(`\n${found.length === 1 ? 'One thing is' : `${found.length} things are`} left to do.`)
    return false
  }
  console.log('Ready to go live: every setting is in place, and none contradicts another.')
  console.log('To compare a linked project with supabase/config.toml, run: npx supabase@3 config diff')
  return true
}

const checkDatabase = async (/** @type {string} */ url) => {
  /** @type {typeof import('./go-live/migrations.ts')} */
  const { databaseFindings } = await importSource('scripts/go-live/migrations.ts')
  /** @type {typeof import('../supabase/local/database/prepare.ts')} */
  const { readMigrations } = await importSource('supabase/local/database/prepare.ts')
  const found = await databaseFindings(url, readMigrations(root)).catch(
    // An error for several addresses has no message.
    (/** @type {NodeJS.ErrnoException} */ { message, code }) => [`The database couldn't be read: ${message || code}.`],
  )
  for (const sentence of found) console.log(`- ${sentence}`)
  if (found.length === 0)
    console.log(
      'The database has run every file in supabase/migrations unchanged, and the trigger on auth.mfa_challenges is in place.',
    )
  return found.length === 0
}

const smoke = async (/** @type {string} */ url, /** @type {string | undefined} */ backend) => {
  /** @type {typeof import('./go-live/smoke.ts')} */
  const module = await importSource('scripts/go-live/smoke.ts')
  const [html, version] = ['dist/index.html', 'dist/version.json'].map((file) =>
    existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined,
  )
  const build = html && version ? { html, version } : undefined
  const results = await module.smoke(url, { backend, build })
  for (const { verdict, check: name, detail } of results) console.log(`${verdict.padEnd(5)} ${name}: ${detail}`)
  const failed = results.filter(({ verdict }) => verdict === 'FAIL').length
  console.log(failed === 0 ? '\nThe site is live.' : `\n${failed} of ${results.length} checks failed.`)
  return failed === 0
}

const removeFactors = async (/** @type {string} */ email) => {
  /** @type {typeof import('./go-live/two-factor.ts')} */
  const module = await importSource('scripts/go-live/two-factor.ts')
  const settings = loadEnv('hosted', root, ['SUPABASE_', 'VITE_', 'PORT'])
  console.log(await module.removeFactors(email, settings))
  return true
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    settings: { type: 'string', default: 'supabase/.env' },
    'admin-setup': { type: 'boolean', default: false },
    database: { type: 'string' },
    url: { type: 'string', default: '' },
    backend: { type: 'string' },
  },
})
let isGood
if (positionals[0] === 'check' && values.database !== undefined) isGood = await checkDatabase(values.database)
else if (positionals[0] === 'check') isGood = await check(values.settings, values['admin-setup'])
else if (positionals[0] === 'smoke' && URL.canParse(values.url)) isGood = await smoke(values.url, values.backend)
else if (positionals[0] === 'second-factor' && positionals[1] === 'remove' && positionals[2])
  isGood = await removeFactors(positionals[2]).catch(({ message }) => console.log(message))
else console.error(USAGE)
process.exitCode = isGood ? 0 : 1
