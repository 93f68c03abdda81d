import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchWithTimeout, NO_RESPONSE } from '@/lib/fetch-with-timeout'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const TABLE = 'https://backend.example/rest/v1/reviews'

// Stalls until aborted.
const stall = () =>
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (part) => signal?.addEventListener('abort', () => part.error(signal.reason)),
    })
    if (signal?.aborted) throw signal.reason
    return new Response(body)
  })

it.each([
  ['{"a":1}', 201],
  [null, 204],
])('fetchWithTimeout returns the response %s and clears its timer', async (body, status) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'x-kind': 'test' } }))
  const answer = await fetchWithTimeout(TABLE)
  expect(vi.getTimerCount()).toBe(0)
  expect([answer.status, answer.headers.get('x-kind')]).toEqual([status, 'test'])
  expect(await answer.text()).toBe(body ?? '')
})

it.each([
  [TABLE, 10_000],
  ['https://backend.example/functions/v1/rebuild', 30_000],
  ['https://site.example/api/submit-testimonial', 30_000],
])('a request to %s whose body stalls fails with AbortError after %i ms', async (url, ms) => {
  stall()
  const settled = vi.fn()
  const asking = fetchWithTimeout(new Request(url)).catch(settled)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await asking
  expect(settled).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError', message: NO_RESPONSE }))
})

it.each(['before', 'after'])('an abort %s the request starts cancels the request and its timer', async (when) => {
  stall()
  const caller = new AbortController()
  if (when === 'before') caller.abort(new Error('left'))
  const asking = fetchWithTimeout(TABLE, { signal: caller.signal })
  caller.abort(new Error('left'))
  await expect(asking).rejects.toThrow('left')
  expect(vi.getTimerCount()).toBe(0)
})
