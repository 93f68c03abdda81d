/** What a call fails with whose answer did not come in time; the clients hand the words on inside their own errors. */
export const NO_ANSWER = 'No answer came in time'

/** How long the database and the sign-in server may take for an answer, in ms. */
export const ANSWER_MS = 10_000

/** How long a function may take: it may have to wait for the database and then for a mail server. */
export const FUNCTION_MS = 30_000

type Send = (init: RequestInit) => Promise<Response>

/**
 * Sends a request and gives up when there is no complete answer after `ms`: a connection that is open but dead would
 * otherwise keep a screen waiting for ever. The clients take an `AbortError` as final; anything else they would repeat.
 */
export const withinTime = async (ms: number, init: RequestInit | undefined, send: Send): Promise<Response> => {
  const limit = new AbortController()
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      const error = new DOMException(NO_ANSWER, 'AbortError')
      limit.abort(error)
      reject(error)
    }, ms)
  })
  // Whoever has its answer does not wait for this one.
  late.catch(() => {})
  const caller = init?.signal
  if (caller?.aborted) limit.abort(caller.reason)
  caller?.addEventListener('abort', () => limit.abort(caller.reason), { once: true })
  return Promise.race([send({ ...init, signal: limit.signal }), late])
}
