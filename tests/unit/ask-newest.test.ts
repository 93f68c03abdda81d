import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearResponses, fetchSite } from '@/published/fetch-site'

// Test files of this layer share modules.
beforeEach(clearResponses)
afterEach(() => {
  clearResponses()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const askedWithin = async (seconds: number, dueIn: number | null) => {
  vi.useFakeTimers()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ changed: 2, contents: 1, ask_in: dueIn })
  })
  expect(await fetchSite()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  return asked.map((url) => url.replace(/.*\/v1\//, ''))
}

it.each([
  [0, 1, true],
  [-7, 1, true],
  [90, 89, false],
  [90, 91, true],
  [900, 1_000, false],
  [null, 1_000, false],
])('a rebuild due in %s s is requested during a visit of %i s: %s', async (dueIn, seconds, isOrdered) => {
  expect(await askedWithin(seconds, dueIn)).toEqual(['rpc/site', ...(isOrdered ? ['rebuild'] : [])])
})
