/** The message of a request that timed out; the clients pass it on in their own errors. */
export const NO_ANSWER = 'No answer came in time'

// A function may have to wait for the database and then for a mail server.
const FUNCTION_MS = 30_000
const ANSWER_MS = 10_000

/** A signal that aborts with the caller's, or after `ms`. Safari knows `AbortSignal.any` only from 17.4 on. */
export const signalWithTimeout = (caller: AbortSignal | null | undefined, ms: number): AbortSignal => {
  const limit = new AbortController()
  setTimeout(() => limit.abort(new DOMException(NO_ANSWER, 'AbortError')), ms)
  const forward = () => limit.abort(caller?.reason)
  if (caller?.aborted) forward()
  caller?.addEventListener('abort', forward, { once: true })
  return limit.signal
}

/** `fetch` with a timeout of 10 s, or 30 s for a function. Rejects with `AbortError`, which clients do not retry. */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  const ms = url.includes('/functions/v1/') ? FUNCTION_MS : ANSWER_MS
  return fetch(input, { ...init, signal: signalWithTimeout(init?.signal, ms) })
}
