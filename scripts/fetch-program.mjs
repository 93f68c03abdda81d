// @ts-check
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const cache = path.resolve(import.meta.dirname, '../node_modules/.cache/programs')

/**
 * For programs too large to be dependencies: fetches a package from npm when it is first needed. Returns its folder, or nothing
 * when it cannot be fetched. @param {string} name @param {string} version
 */
export const fetchProgram = async (name, version) => {
  const folder = path.join(cache, `${name}-${version}`)
  const program = path.join(folder, 'node_modules', name)
  if (existsSync(program)) return program
  mkdirSync(cache, { recursive: true })
  // Under its name only once it is whole: others may be fetching it at the same time.
  const draft = mkdtempSync(`${folder}-`)
  const options = ['--no-audit', '--no-fund', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']
  const npm = promisify(execFile)('npm', ['install', '--prefix', draft, ...options, `${name}@${version}`], {
    timeout: 300_000,
    shell: process.platform === 'win32',
  })
  const isFetched = await npm.then(
    () => true,
    () => false,
  )
  if (isFetched && !existsSync(folder)) renameSync(draft, folder)
  rmSync(draft, { recursive: true, force: true })
  return existsSync(program) ? program : undefined
}
