import { readEnv } from './env'
import { AppError } from './errors'
import { fetchWithTimeout, NO_RESPONSE } from './fetch-with-timeout'

type Options = {
  /** Sent by POST. */
  body?: object | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** The origin to ask instead of the backend, which gets no key. */
  host?: string | undefined
}

/** `fetchWithTimeout` from the backend as a visitor: nothing of a session goes along. Rejects as `fetch` does. */
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
 * What a function of the database answers a visitor. What must stay out of URLs and logs belongs in `body`. Throws
 * `AppError`: `offline`, `timed-out` or `unexpected`; once aborted, as `fetch` does.
 */
export const askBackend = async (
  question: string,
  signal: AbortSignal | undefined,
  body?: object,
): Promise<unknown> => {
  const response = await fetchBackend(`/rest/v1/rpc/${question}`, { body, signal }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new AppError(String(cause).includes(NO_RESPONSE) ? 'timed-out' : 'offline', { cause })
  })
  const answer: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
  if (answer === undefined) throw new AppError('unexpected', { cause: response })
  return answer
}
