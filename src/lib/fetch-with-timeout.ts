/** The message of a request that timed out; the clients pass it on in their own errors. */
export const NO_ANSWER = 'No answer came in time'

// A function may have to wait for the database and then for a mail server.
const FUNCTION_MS = 30_000
const ANSWER_MS = 10_000

/** `fetch` that gives the answer `ms`, its body included. Rejects with `AbortError`, which clients do not retry. */
export const fetchWithin = async (ms: number, input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const caller = init?.signal
  // Safari knows `AbortSignal.any` only from 17.4 on.
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException(NO_ANSWER, 'AbortError')), ms)
  const forward = () => limit.abort(caller?.reason)
  if (caller?.aborted) forward()
  caller?.addEventListener('abort', forward)
  try {
    const answer = await fetch(input, { ...init, signal: limit.signal })
    const body = await answer.arrayBuffer()
    return new Response(body.byteLength > 0 ? body : null, answer)
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', forward)
  }
}

/** `fetchWithin` 10 s, or 30 s for a function. */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  return fetchWithin(url.includes('/functions/v1/') ? FUNCTION_MS : ANSWER_MS, input, init)
}
