// @ts-check
import path from 'node:path'
import { fetchProgram } from './fetch-program.mjs'

/** The arguments with which Node runs the official Supabase CLI; nothing when it cannot be fetched. */
export const supabaseCli = async () => {
  // The documentation names its major.
  const folder = await fetchProgram('supabase', '3.1.0')
  return folder && [path.join(folder, 'dist/supabase.js')]
}

/** Keeps the CLI from telling its makers what it is used for. */
export const NO_TELEMETRY = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' }
