// @ts-check
// The official Supabase CLI. It weighs 142 MB, so it is no dependency: what needs it fetches it once, in the version named here.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/** The version everything here was tried with; the documentation names its major. */
export const CLI_VERSION = '3.1.0'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'node_modules/.cache/supabase-cli', CLI_VERSION)
const program = path.join(folder, 'node_modules/supabase/dist/supabase.js')

/** The arguments with which Node runs the CLI; nothing when it cannot be fetched. */
export const supabaseCli = () => {
  if (existsSync(program)) return [program]
  // Moved into place when it is whole: others may be fetching it at the same time.
  mkdirSync(path.dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['install', '--prefix', draft, '--no-audit', '--no-fund', `supabase@${CLI_VERSION}`]
  const { status } = spawnSync(npm, args, {
    stdio: 'ignore',
    timeout: 180_000,
    shell: process.platform === 'win32',
  })
  if (status === 0 && !existsSync(folder)) renameSync(draft, folder)
  else rmSync(draft, { recursive: true, force: true })
  return existsSync(program) ? [program] : undefined
}

/** Keeps the CLI from telling its makers what it is used for. */
export const NO_TELEMETRY = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' }
