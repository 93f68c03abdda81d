import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { NO_TELEMETRY, supabaseCli } from '../../scripts/supabase-cli.mjs'

/** Opens the Supabase CLI on a copy of its files. Returns undefined if npm can't fetch it. */
export const openCli = async () => {
  const cli = await supabaseCli()
  if (!cli) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-cli-'))
  for (const name of ['config.toml', 'templates', 'migrations'])
    cpSync(path.resolve('supabase', name), path.join(folder, 'supabase', name), { recursive: true })
  return {
    folder,
    run: (args: readonly string[], variables: NodeJS.ProcessEnv = {}, cwd = folder) => {
      const env = { PATH: process.env.PATH, HOME: folder, ...NO_TELEMETRY, ...variables }
      return promisify(execFile)(process.execPath, [...cli, ...args], { cwd, env })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
