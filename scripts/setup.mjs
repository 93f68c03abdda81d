// @ts-check
// Makes a fresh clone runnable: packages, then local keys. Uses nothing but Node, because nothing else is there yet.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const at = (/** @type {string} */ name) => path.join(root, name)

const checkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}. Please install it and try again.`)
  process.exit(1)
}

// npm writes this file at the end of every installation, so its age is the age of node_modules.
const INSTALLED = 'node_modules/.package-lock.json'

const installPackages = () => {
  const fresh =
    existsSync(at(INSTALLED)) && statSync(at(INSTALLED)).mtimeMs >= statSync(at('package-lock.json')).mtimeMs
  if (fresh) return
  console.log('Installing packages (npm ci) ...')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status, error } = spawnSync(npm, ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  console.error(
    `npm ci failed${error ? `: ${error.message}` : ''}. Check the network connection and run the command again.`,
  )
  process.exit(1)
}

const key = (/** @type {string} */ prefix, bytes = 24) => prefix + randomBytes(bytes).toString('base64url')

/** Keys of the embedded backend: made once per clone, so that none is ever in the repository. */
const localKeys = {
  VITE_SUPABASE_PUBLISHABLE_KEY: () => key('sb_publishable_'),
  SUPABASE_SECRET_KEY: () => key('sb_secret_'),
  SUPABASE_JWT_SECRET: () => key('', 48),
}

const makeKeys = () => {
  const file = at('.env.local')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const missing = Object.entries(localKeys).filter(
    ([name]) => !new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, 'm').test(text),
  )
  if (missing.length === 0) return
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`
  const lines = missing.map(([name, make]) => `${name}=${make()}\n`)
  // Readable by the owner only: the secret key opens the whole local database.
  writeFileSync(file, start + lines.join(''), { mode: 0o600 })
  console.log(`Wrote ${missing.map(([name]) => name).join(', ')} to .env.local`)
}

checkNode()
installPackages()
makeKeys()
