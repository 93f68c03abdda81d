import { readEnv } from './env'
import { AppError } from './errors'
import { fetchWithTimeout, NO_RESPONSE } from './fetch-with-timeout'

type Options = {
  /** POST keeps it out of URLs and logs. */
  body?: object | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Origin to call instead of the backend, without the API key. */
  host?: string | undefined
}

/** Calls the backend as a visitor. Rejects as `fetch` does. */
export const fetchBackend = (path: string, { body, headers, signal, host }: Options): Promise<Response> => {
  const { VITE_SUPABASE_URL: url = '', VITE_SUPABASE_PUBLISHABLE_KEY: apikey } = readEnv()
  return fetchWithTimeout(`${host ?? url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(!host && { apikey }), ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body ? JSON.stringify(body) : null,
    signal: signal ?? null,
  })
}

/**
 * Calls a database function as a visitor. Throws `AppError`: `offline`, `timed-out` (10 s), `unexpected`; or the abort.
 */
export const callRpc = async (question: string, signal: AbortSignal | undefined, body?: object): Promise<unknown> => {
  const response = await fetchBackend(`/rest/v1/rpc/${question}`, { body, signal }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new AppError(String(cause).includes(NO_RESPONSE) ? 'timed-out' : 'offline', { cause })
  })
  const answer: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
  if (answer === undefined) throw new AppError('unexpected', { cause: response })
  return answer
}
