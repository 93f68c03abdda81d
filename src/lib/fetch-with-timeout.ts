/** Message of timeouts, which the testimonial form shows. */
export const NO_RESPONSE = 'The server didn’t respond in time.'

/** Longer than the functions' own timeouts. */
export const FUNCTION_TIMEOUT_MS = 30_000
const RESPONSE_TIMEOUT_MS = 10_000

/** Fetches a whole response within `ms`, or rejects with `AbortError`, which clients don't retry. */
export const fetchWithDeadline = async (
  ms: number,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> => {
  const caller = init?.signal
  // Safari before 17.4 lacks `AbortSignal.any`.
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

/** Fetches within 10 s, or 30 s for functions. */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  return fetchWithDeadline(
    /\/(?:functions\/v1|api)\//.test(url) ? FUNCTION_TIMEOUT_MS : RESPONSE_TIMEOUT_MS,
    input,
    init,
  )
}
