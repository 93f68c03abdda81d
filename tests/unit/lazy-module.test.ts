import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyModule, reloadOnce } from '@/lib/lazy-module'

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
  vi.stubGlobal('navigator', { onLine: true })
  reload.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it("reloads at most once in ten seconds, and keeps the router's own entries", () => {
  const entries = { idx: 2, key: 'abc', usr: { section: 'services' } }
  history.state = null
  expect([reloadOnce(), reloadOnce()]).toEqual([true, false])
  history.state = { ...entries, reloadedAt: Date.now() }
  vi.advanceTimersByTime(9_999)
  expect(reloadOnce()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(reloadOnce()).toBe(true)
  expect(history.state).toEqual({ ...entries, reloadedAt: Date.now() })
  expect(reload).toHaveBeenCalledTimes(2)
})

it('fetches a module until it has it once, and tells who listens', async () => {
  const fetchModule = vi.fn(async () => ({ name: 'module' }))
  fetchModule.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { load, loaded, prefetch, subscribe } = lazyModule(fetchModule)
  const [stays, leaves] = [vi.fn(), vi.fn()]
  subscribe(stays)
  subscribe(leaves)()
  prefetch()
  await vi.advanceTimersByTimeAsync(0)
  expect([loaded(), fetchModule.mock.calls.length]).toEqual([undefined, 1])
  const found = await load()
  expect(found).toEqual({ name: 'module' })
  expect([await load(), loaded()]).toEqual([found, found])
  expect(fetchModule).toHaveBeenCalledTimes(2)
  expect([stays.mock.calls.length, leaves.mock.calls.length]).toEqual([1, 0])
})

it.each([
  ['outdated', true, () => Promise.resolve(new Response())],
  ['offline', true, () => Promise.reject(new TypeError('Failed to fetch'))],
  ['offline', false, () => Promise.resolve(new Response())],
  // A network that answers nothing is dead after ten seconds.
  ['offline', true, (signal?: AbortSignal) => new Promise((_, reject) => signal?.addEventListener('abort', reject))],
])('calls a module that cannot be fetched %s (browser online: %s)', async (code, onLine, answer) => {
  // Fake timers leave the signals' own clock alone.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(), ms)
    return limit.signal
  })
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('fetch', (_: string, { signal }: { signal?: AbortSignal }) => answer(signal))
  const cause = new TypeError('Failed to fetch')
  const loading = expect(lazyModule(() => Promise.reject(cause)).load()).rejects.toMatchObject({ code, cause })
  await vi.advanceTimersByTimeAsync(10_000)
  await loading
})
