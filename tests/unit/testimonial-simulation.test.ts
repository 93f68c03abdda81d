import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleTestimonials } from '@/admin/reviews/sample-testimonials'
import { createTestimonialSimulation } from '@/admin/reviews/testimonial-simulation'
import { FakeStorage } from '../support/fake-storage'

let tab: FakeStorage
beforeEach(() => {
  tab = Object.assign(new FakeStorage(), { room: 10_000 })
  vi.stubGlobal('window', { sessionStorage: tab })
})
afterEach(() => void vi.unstubAllGlobals())

/** The tab's storage is full from the nth pause. */
const start = (fullFrom = 0) => {
  const pauses: number[] = []
  const simulation = createTestimonialSimulation(async (milliseconds) => {
    pauses.push(milliseconds)
    if (pauses.length === fullFrom) tab.room = 0
  })
  const statusOf = async (id: string) => {
    const grouped = Object.values(await simulation.fetchTestimonials()).flat()
    return grouped.find((testimonial) => testimonial.id === id)?.status
  }
  return { ...simulation, pauses, statusOf }
}
const ACTIONS = ['approveTestimonial', 'rejectTestimonial', 'deleteTestimonial', 'approveWithEmail'] as const

it('the simulation loads four samples, grouped by status, after 500 ms', async () => {
  const simulation = start()
  const grouped = await simulation.fetchTestimonials()
  expect(Object.entries(grouped).map(([group, list]) => [group, ...list.map(({ status }) => status)])).toEqual([
    ['pending', 'pending', 'pending'],
    ['approved', 'approved'],
    ['rejected', 'rejected'],
  ])
  expect(await simulation.checkConnection()).toBe(true)
  expect(simulation.pauses).toEqual([500, 500])
  expect(new Set(sampleTestimonials.map(({ approval_hash }) => approval_hash)).size).toBe(4)
})

it.each(['1', '2', '3', '4'])('sample %s can be approved and rejected in any status, but not deleted', async (id) => {
  const simulation = start()
  const { approveTestimonial: approve, rejectTestimonial: reject, deleteTestimonial } = simulation
  const statuses = []
  for (const act of [approve, approve, reject, reject, deleteTestimonial, approve]) {
    expect(await act(id)).toMatchObject({ success: true })
    statuses.push(await simulation.statusOf(id))
  }
  expect(statuses.join(' ')).toBe('approved approved rejected rejected rejected approved')
  expect(new Set(simulation.pauses)).toEqual(new Set([500]))
})

it.each([
  ['approveTestimonial', 0, true, /./, 'approved'],
  ['approveWithEmail', 0, true, /./, 'approved'],
  ['approveTestimonial', 1, false, /^Failed to approve testimonial$/, 'pending'],
  ['rejectTestimonial', 1, false, /^Failed to reject testimonial$/, 'pending'],
  ['deleteTestimonial', 1, false, /^There was an error deleting the testimonial\. Please try/, 'pending'],
  ['approveWithEmail', 1, false, /^Failed to approve testimonial$/, 'pending'],
  ['approveWithEmail', 2, false, /^Failed to approve testimonial and send email$/, 'approved'],
] as const)(
  '%s with storage full from step %i: success %s, message %s, status %s',
  async (action, failing, success, message, status) => {
    const simulation = start(failing)
    expect(await simulation[action]('1')).toEqual({ success, message: expect.stringMatching(message) })
    expect(simulation.pauses).toEqual(action === 'approveWithEmail' && failing !== 1 ? [500, 1_000] : [500])
    expect(await simulation.statusOf('1')).toBe(status)
  },
)

it.each(ACTIONS)('%s fails with the id of a testimonial that the tab no longer has', async (action) => {
  await start().approveTestimonial('3')
  for (const [key, text] of tab.texts) tab.texts.set(key, JSON.stringify(JSON.parse(text).slice(1)))
  const simulation = start()
  expect(await simulation[action]('1')).toEqual({ success: false, message: 'Testimonial with id 1 not found' })
  expect(simulation.pauses).toEqual([500])
})

it('the simulation returns copies and keeps changes across a reload', async () => {
  const simulation = start()
  const [sample] = (await simulation.fetchTestimonials()).pending
  if (sample) sample.status = 'rejected'
  await simulation.approveTestimonial('2')
  const reloaded = start()
  expect([await reloaded.statusOf('1'), await reloaded.statusOf('2')]).toEqual(['pending', 'approved'])
})
