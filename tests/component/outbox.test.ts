import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const open = async () => {
  vi.resetModules()
  const { outbox } = await import('@/admin/projects/sync/outbox')
  void outbox.open('sam')
  return outbox
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IDBKeyRange', { bound: () => ({}) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('does without what is kept, for now, where the browser leaves the database unopened', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const outbox = await open()
  await vi.advanceTimersByTimeAsync(1_900)
  expect(outbox.isOpen).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(outbox.isOpen).toBe(true)
})

it('waits for what is kept, however long an open database takes to read it', async () => {
  const store = { transaction: {}, get: () => ({}) }
  const request = { result: { transaction: () => ({ objectStore: () => store }) }, onsuccess: () => {} }
  vi.stubGlobal('indexedDB', { open: () => request })
  const outbox = await open()
  request.onsuccess()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outbox.isOpen).toBe(false)
})
