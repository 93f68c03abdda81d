import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CLI = 'supabase@3.1.0'
const onWindows = process.platform === 'win32'
const folder = fileURLToPath(new URL('../../node_modules/.cache/supabase-cli', import.meta.url))

/** The official CLI, fetched once (142 MB) into the cache; undefined where it cannot be had, for want of a network. */
export const supabaseCli = async (): Promise<string | undefined> => {
  const home = path.join(folder, CLI)
  const program = path.join(home, 'node_modules/.bin', onWindows ? 'supabase.cmd' : 'supabase')
  if (existsSync(program)) return program
  await mkdir(home, { recursive: true })
  const install = ['install', '--prefix', home, '--no-audit', '--no-fund', '--loglevel=error', CLI]
  await promisify(execFile)(onWindows ? 'npm.cmd' : 'npm', install, { shell: onWindows }).catch(() => {})
  return existsSync(program) ? program : undefined
}
