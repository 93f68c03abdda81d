import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadOnce } from '@/lib/late-module'

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
