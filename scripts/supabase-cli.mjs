import path from 'node:path'
import { fetchProgram } from './fetch-program.mjs'

/** Returns Node's arguments for the Supabase CLI, if it can be fetched. The docs name its major version. */
export const supabaseCli = async () => {
  const folder = await fetchProgram('supabase', '3.1.0')
  return folder && [path.join(folder, 'dist/supabase.js')]
}

export const NO_TELEMETRY = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' }
