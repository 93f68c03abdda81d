/** What a request fails with whose answer did not come in time; the clients hand the words on inside their own errors. */
export const NO_ANSWER = 'No answer came in time'

// A function may have to wait for the database and then for a mail server; database and auth server answer sooner, or not at all.
const FUNCTION_MS = 30_000
const ANSWER_MS = 10_000

/**
 * `fetch`, given up when there is no complete answer after 10 s, or 30 s from a function: a connection that is open but dead
 * would otherwise keep a screen waiting for ever. Rejects with an `AbortError`, which the clients take as final.
 */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  const limit = new AbortController()
  const abort = () => limit.abort(new DOMException(NO_ANSWER, 'AbortError'))
  setTimeout(abort, url.includes('/functions/v1/') ? FUNCTION_MS : ANSWER_MS)
  const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  return fetch(input, { ...init, signal })
}
