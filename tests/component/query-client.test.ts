import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/admin/backend/query-client'

afterEach(() => {
  // The reverse order restores the fake clock.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('lets the device rest while a change that no screen shows waits for its answer', async () => {
  vi.useFakeTimers()
  const timer = vi.spyOn(globalThis, 'setTimeout')
  void queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => new Promise(() => {}) })
    .execute(undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(timer.mock.calls.length).toBeLessThan(20)
})
