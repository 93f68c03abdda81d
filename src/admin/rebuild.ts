import { type Rebuild, rebuiltSchema } from '@contract/rebuild'
import * as v from 'valibot'
import { callFunction } from './call-function'

/**
 * Asks for a build with what visitors see now, which also clears away unused files; `failed` when nobody could be asked. What
 * is due stays due, and the next dashboard that is open asks again.
 */
export const askForBuild = async (): Promise<Rebuild> => {
  try {
    return v.parse(rebuiltSchema, await callFunction('rebuild', {})).rebuild
  } catch (cause) {
    console.info('No build was asked for', cause)
    return 'failed'
  }
}
