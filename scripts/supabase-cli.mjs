// @ts-check
import path from 'node:path'
import { fetchProgram } from './fetch-program.mjs'

/** The version everything here was tried with; the documentation names its major. */
export const CLI_VERSION = '3.1.0'

/** The arguments with which Node runs the official Supabase CLI; nothing when it cannot be fetched. */
export const supabaseCli = async () => {
  const folder = await fetchProgram('supabase', CLI_VERSION)
  return folder && [path.join(folder, 'dist/supabase.js')]
}

/** Keeps the CLI from telling its makers what it is used for. */
export const NO_TELEMETRY = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' }
