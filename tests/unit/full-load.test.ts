import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimFullLoad } from '@/app/full-load'

const history = {
  state: null as unknown,
  replaceState(state: unknown) {
    history.state = state
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { history })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('allows one full load in ten seconds', () => {
  history.state = null
  expect(claimFullLoad()).toBe(true)
  expect(claimFullLoad()).toBe(false)
  vi.advanceTimersByTime(9_900)
  expect(claimFullLoad()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(claimFullLoad()).toBe(true)
})

it("keeps the router's own entries, so that the target still knows the section that was asked for", () => {
  history.state = { idx: 2, key: 'abc', usr: { section: 'services' } }
  claimFullLoad()
  expect(history.state).toMatchObject({ idx: 2, key: 'abc', usr: { section: 'services' } })
})
