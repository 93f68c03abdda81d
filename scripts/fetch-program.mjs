import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

// `npm ci` empties node_modules.
const cache = path.resolve(import.meta.dirname, '../.cache/programs')

/**
 * Fetches a program too large to be a dependency on first use, with the packages `parts`. Nothing that ships may come
 * from here, because the lock file doesn't cover it.
 * @param {string} name @param {string} version @param {string[]} parts
 */
export const fetchProgram = async (name, version, ...parts) => {
  const folder = path.join(cache, `${name.replace('/', '-')}-${version}`)
  const program = path.join(folder, 'node_modules', name)
  if (existsSync(program)) return program
  console.error(`Fetching ${name} ${version} ...`)
  mkdirSync(cache, { recursive: true })
  // Another process may be fetching it at the same time.
  const draft = mkdtempSync(`${folder}-`)
  writeFileSync(path.join(draft, 'package.json'), JSON.stringify({ allowScripts: { [name]: true } }))
  const options =
    '--legacy-peer-deps --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=1000'
  const args = ['install', '--prefix', draft, ...options.split(' '), `${name}@${version}`, ...parts]
  const npm = promisify(execFile)('npm', args, { timeout: 300_000, shell: process.platform === 'win32' })
  const problem = await npm.then(
    () => '',
    ({ stderr }) => /code (\w+)/.exec(stderr)?.[1] ?? 'no response',
  )
  if (problem) console.error(`${name} ${version} couldn't be fetched (${problem}). Check the network connection.`)
  else if (!existsSync(folder)) renameSync(draft, folder)
  rmSync(draft, { recursive: true, force: true })
  return existsSync(program) ? program : undefined
}
