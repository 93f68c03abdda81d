import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/admin/backend/query-client'

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
  // The reverse order restores the fake clock.
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('opens the outbox without stored changes when IndexedDB does not open within two seconds', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const outbox = await open()
  await vi.advanceTimersByTimeAsync(1_900)
  expect(outbox.isOpen).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(outbox.isOpen).toBe(true)
})

it('the outbox waits for stored changes however long an open database takes', async () => {
  const store = { transaction: {}, get: () => ({}) }
  const request = { result: { transaction: () => ({ objectStore: () => store }) }, onsuccess: () => {} }
  vi.stubGlobal('indexedDB', { open: () => request })
  const outbox = await open()
  request.onsuccess()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outbox.isOpen).toBe(false)
})

it('removing a sent change from the outbox keeps a newer one', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const outbox = await open()
  outbox.put('cellar', 'title', { base: 0, value: 'Beneath' })
  const sent = outbox.pendingChanges('cellar').title?.seq ?? 0
  outbox.put('cellar', 'title', { base: 0, value: 'Beneath Camden' })
  outbox.remove('cellar', 'title', sent)
  expect(outbox.pendingChanges('cellar')).toMatchObject({ title: { value: 'Beneath Camden' } })
})

it('saves within ten seconds even if the user never stops typing', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  await open()
  await vi.advanceTimersByTimeAsync(2_000)
  const { projectEditors } = await import('@/admin/projects/sync/editor')
  const editor = projectEditors.get('cellar')
  const type = async (seconds: number) => {
    for (let key = 0; key < 2 * seconds; key += 1) {
      editor.setField('title', `Key ${key}`)
      await vi.advanceTimersByTimeAsync(500)
    }
  }
  await type(9)
  expect(editor.status.failure).toBeUndefined()
  // Without a session, an attempt is refused immediately.
  await type(2)
  expect(editor.status.failure).toMatchObject({ code: 'signed-out' })
})

it('does not busy-poll while a change that no screen shows awaits its response', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  void queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => new Promise(() => {}) })
    .execute(undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(timer.mock.calls.length).toBeLessThan(20)
})
