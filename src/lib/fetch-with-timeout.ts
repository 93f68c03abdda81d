/** The message of a request that timed out, which clients pass on in their errors and the testimonial form shows. */
export const NO_RESPONSE = 'The server didn’t respond in time.'

/** How long a form waits; functions give up on the database and the mail server sooner. */
export const FUNCTION_TIMEOUT_MS = 30_000
const RESPONSE_TIMEOUT_MS = 10_000

/** `fetch` that waits `ms` for the whole response, then rejects with `AbortError`, which clients do not retry. */
export const fetchWithDeadline = async (
  ms: number,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> => {
  const caller = init?.signal
  // Safari knows `AbortSignal.any` only from 17.4 on.
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException(NO_RESPONSE, 'AbortError')), ms)
  const forward = () => limit.abort(caller?.reason)
  if (caller?.aborted) forward()
  caller?.addEventListener('abort', forward)
  try {
    const response = await fetch(input, { ...init, signal: limit.signal })
    const body = await response.arrayBuffer()
    return new Response(body.byteLength > 0 ? body : null, response)
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', forward)
  }
}

/** `fetchWithDeadline` 10 s, or 30 s for a function. */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  return fetchWithDeadline(
    /\/(?:functions\/v1|api)\//.test(url) ? FUNCTION_TIMEOUT_MS : RESPONSE_TIMEOUT_MS,
    input,
    init,
  )
}
