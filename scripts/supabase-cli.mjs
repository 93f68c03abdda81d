import path from 'node:path'
import { fetchProgram } from './fetch-program.mjs'

/** The arguments with which Node runs the official Supabase CLI, if it can be fetched. The documentation names its major. */
export const supabaseCli = async () => {
  const folder = await fetchProgram('supabase', '3.1.0')
  return folder && [path.join(folder, 'dist/supabase.js')]
}

export const NO_TELEMETRY = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' }
