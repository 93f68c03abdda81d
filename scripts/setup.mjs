// Sets up a fresh clone: packages, then local keys. Requires only Node.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const exitWithError = (/** @type {string} */ sentence) => {
  console.error(sentence)
  process.exit(1)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  exitWithError(
    `Node 20.19 or newer is required, but this is ${process.versions.node}. Install it from nodejs.org and try again.`,
  )

// The Node versions rejected above lack `import.meta.dirname` and some names in `fs`.
const root = fileURLToPath(new URL('..', import.meta.url))
const at = (/** @type {string} */ name) => path.join(root, name)

// npm writes this file last.
const INSTALLED = 'node_modules/.package-lock.json'

const omitsDev = process.argv.includes('--omit=dev')
const DEV_PACKAGE = '"node_modules/vitest"'

const NEEDED_GIGABYTES = 1
const NO_NETWORK = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/

const installPackages = () => {
  const isInstalled = fs.existsSync(at(INSTALLED))
  const isFresh = isInstalled && fs.statSync(at(INSTALLED)).mtimeMs >= fs.statSync(at('package-lock.json')).mtimeMs
  const hasDev = isInstalled && fs.readFileSync(at(INSTALLED), 'utf8').includes(DEV_PACKAGE)
  if (isFresh && (omitsDev || hasDev)) return
  // `install` keeps packages that a running site uses. A host's NODE_ENV may omit development packages.
  const all = isFresh ? 'install --no-save --include=dev' : 'ci --include=dev'
  const command = omitsDev && !hasDev ? 'ci --omit=dev' : all
  // npm reports a full disk late, as another error.
  const { bavail, bsize } = fs.statfsSync(root)
  if (bavail * bsize < NEEDED_GIGABYTES * 1024 ** 3)
    exitWithError(
      `The disk is full. The packages need ${NEEDED_GIGABYTES} GB. Free up space and run the command again.`,
    )
  console.log(`Installing packages (npm ${command}), which can take a minute ...`)
  // Only a shell finds `npm.cmd` on Windows.
  const { status, stderr } = spawnSync(`npm ${command} --no-audit --no-fund --loglevel=error`, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return
  exitWithError(
    NO_NETWORK.test(stderr)
      ? "The packages couldn't be fetched. Check the network connection and run the command again."
      : `${stderr.trim()}\nnpm ${command} failed. See its output above.`,
  )
}

const key = (/** @type {string} */ prefix, bytes = 24) => prefix + randomBytes(bytes).toString('base64url')

const localKeys = {
  // Public in any build. A fixed key keeps builds reproducible.
  VITE_SUPABASE_PUBLISHABLE_KEY: () => 'sb_publishable_embedded_backend',
  SUPABASE_SECRET_KEY: () => key('sb_secret_'),
  SUPABASE_JWT_SECRET: () => key('', 48),
}

const makeKeys = () => {
  const file = at('.env.local')
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  const missing = Object.entries(localKeys).filter(
    ([name]) => !new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, 'm').test(text),
  )
  if (missing.length === 0) return
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`
  const lines = missing.map(([name, make]) => `${name}=${make()}\n`)
  // The secret key opens the whole local database.
  fs.writeFileSync(file, start + lines.join(''), { mode: 0o600 })
  console.log(`Wrote ${missing.map(([name]) => name).join(', ')} to .env.local`)
}

installPackages()
makeKeys()
