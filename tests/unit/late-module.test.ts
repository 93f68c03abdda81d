import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lateModule, reloadOnce } from '@/lib/late-module'

const reload = vi.fn()
const history = {
  state: null as unknown,
  replaceState(state: unknown) {
    history.state = state
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { history, location: { reload } })
  reload.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('reloads at most once in ten seconds', () => {
  history.state = null
  expect(reloadOnce()).toBe(true)
  expect(reloadOnce()).toBe(false)
  vi.advanceTimersByTime(9_900)
  expect(reloadOnce()).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(200)
  expect(reloadOnce()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

it("keeps the router's own entries, so that the target still knows the section that was asked for", () => {
  history.state = { idx: 2, key: 'abc', usr: { section: 'services' } }
  reloadOnce()
  expect(history.state).toMatchObject({ idx: 2, key: 'abc', usr: { section: 'services' } })
})

it('calls the network dead when nothing answers for ten seconds, instead of waiting for ever', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  // Fake timers leave the signals' own clock alone.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(), ms)
    return limit.signal
  })
  const swallow = (_: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('fetch', swallow)
  const { load } = lateModule(() => Promise.reject(new TypeError('Failed to fetch')))
  const loading = expect(load()).rejects.toMatchObject({ code: 'offline' })
  await vi.advanceTimersByTimeAsync(10_000)
  await loading
})
