import * as v from 'valibot'
import { readEnv } from './env'
import { AppError } from './errors'

/**
 * Reads from the database what every visitor may read: a table or function of the REST API, as `schema` describes it.
 * Throws `AppError('offline')` when no answer comes and `AppError('unexpected')` for any other than the expected one.
 */
export const readPublicData = async <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<v.InferOutput<Schema>> => {
  const env = readEnv()
  const response = await fetch(`${env.VITE_SUPABASE_URL ?? ''}/rest/v1/${path}`, {
    headers: { apikey: env.VITE_SUPABASE_PUBLISHABLE_KEY },
    signal,
  }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new AppError('offline', { cause })
  })
  const body: unknown = await response.json().catch(() => undefined)
  const result = v.safeParse(schema, body)
  if (!response.ok || !result.success) throw new AppError('unexpected', { cause: body })
  return result.output
}
