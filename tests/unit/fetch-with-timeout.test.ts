import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchWithTimeout } from '@/lib/fetch-with-timeout'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const TABLE = 'https://backend.example/rest/v1/reviews'

const answerWith = (body: BodyInit | null, init?: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))

// Sends its headers and the beginning of its body, and then nothing until it is given up.
const stall = () =>
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (part) => signal?.addEventListener('abort', () => part.error(signal.reason)),
    })
    return new Response(body)
  })

it('passes an answer on and leaves no timer behind', async () => {
  answerWith('{"a":1}', { status: 201, headers: { 'x-kind': 'test' } })
  const answer = await fetchWithTimeout(TABLE)
  expect(vi.getTimerCount()).toBe(0)
  expect([answer.status, answer.headers.get('x-kind'), await answer.json()]).toEqual([201, 'test', { a: 1 }])
  answerWith(null, { status: 204 })
  expect((await fetchWithTimeout(TABLE)).status).toBe(204)
})

it('waits ten seconds for an answer, its body included, and thirty for that of a function', async () => {
  stall()
  for (const [url, ms] of [
    [TABLE, 10_000],
    ['https://backend.example/functions/v1/publish', 30_000],
  ] as const) {
    const settled = vi.fn()
    const asking = fetchWithTimeout(url)
      .then((answer) => answer.text())
      .catch(settled)
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await asking
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError' }))
  }
})

it('ends with the caller’s signal, and leaves no timer behind either', async () => {
  stall()
  const caller = new AbortController()
  const asking = fetchWithTimeout(TABLE, { signal: caller.signal }).then((answer) => answer.text())
  await Promise.resolve()
  caller.abort(new Error('left'))
  await expect(asking).rejects.toThrow('left')
  expect(vi.getTimerCount()).toBe(0)
})
