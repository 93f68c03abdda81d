import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyModule, reloadOnce } from '@/lib/lazy-module'

const reload = vi.fn()
const history = { state: null as unknown, replaceState: (state: unknown) => void Object.assign(history, { state }) }

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

it("reloadOnce reloads at most once in ten seconds and keeps the router's history state", () => {
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

it('lazyModule retries a failed fetch, caches the module and notifies subscribers', async () => {
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

const FILE = 'https://example.com/assets/theme-section-Dvyw0FRP.js'
const script = () => new Response('', { headers: { 'content-type': 'text/javascript' } })
const page = () => new Response('', { headers: { 'content-type': 'text/html; charset=utf-8' } })
const silence = (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', reject))
const refusal = () => Promise.reject(new TypeError('Failed to fetch'))

const failToLoad = async (message: string, answer: (url: string, signal: AbortSignal) => unknown) => {
  // Fake timers don't affect AbortSignal.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(), ms)
    return limit.signal
  })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method, signal }: { method: string; signal: AbortSignal }) => {
    asked.push(`${method} ${url}`)
    return answer(url, signal)
  })
  const cause = new TypeError(message)
  const { load } = lazyModule(() => Promise.reject(cause))
  const failure = load().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await failure).toMatchObject({ cause })
  return { ...((await failure) as { code: string }), asked }
}

it.each([
  ['outdated', 'is gone', () => new Response('', { status: 404 })],
  ['outdated', 'is answered with an HTML page', page],
  ['blocked', 'still exists', script],
  ['blocked', 'does not respond but the site does', (url: string) => (url === '/' ? page() : refusal())],
  ['offline', 'does not respond and neither does the site', refusal],
  ['offline', 'returns a server error', () => new Response('', { status: 503 })],
  ['offline', 'times out after ten seconds, as does the site', (_: string, signal: AbortSignal) => silence(signal)],
])('a module load fails as %s if its file %s', async (code, _, answer) => {
  const failure = await failToLoad(`Failed to fetch dynamically imported module: ${FILE}`, answer)
  expect(failure.code).toBe(code)
  expect(failure.asked[0]).toBe(`HEAD ${FILE}`)
})

it.each([
  ['Firefox', `error loading dynamically imported module: ${FILE}`, FILE],
  ['Vite', 'Unable to preload CSS for /assets/toaster-BVsRaIic.css', '/assets/toaster-BVsRaIic.css'],
  ['Safari', 'Importing a module script failed.', 'lazy-module.ts'],
])('a failed load checks the file that the %s error names, or its own', async (_, message, file) => {
  const { asked } = await failToLoad(message, script)
  expect(asked).toEqual([expect.stringContaining(file)])
})
