import { expect, it } from 'vitest'
import { createTestimonialSimulation } from '@/admin/features/reviews/testimonial-simulation'

/** A simulation that does not wait, and the pauses it asked for; the nth fails, as a lost connection would. */
const start = (nthFails = 0) => {
  const pauses: number[] = []
  const simulation = createTestimonialSimulation(async (milliseconds) => {
    pauses.push(milliseconds)
    if (pauses.length === nthFails) throw new Error('lost')
  })
  const statusOf = async (id: string) => {
    const grouped = Object.values(await simulation.fetchTestimonials()).flat()
    return grouped.find((testimonial) => testimonial.id === id)?.status
  }
  return { ...simulation, pauses, statusOf }
}
const ACTIONS = ['approveTestimonial', 'rejectTestimonial', 'deleteTestimonial', 'approveWithEmail'] as const

it('the simulation starts with four samples, grouped by status, after 500 ms', async () => {
  const simulation = start()
  const grouped = await simulation.fetchTestimonials()
  expect(Object.entries(grouped).map(([group, list]) => [group, ...list.map(({ status }) => status)])).toEqual([
    ['pending', 'pending', 'pending'],
    ['approved', 'approved'],
    ['rejected', 'rejected'],
  ])
  expect(await simulation.checkConnection()).toBe(true)
  expect(simulation.pauses).toEqual([500, 500])
})

it.each(['1', '2', '3', '4'])('%s is approved and rejected whatever its status, and never deleted', async (id) => {
  const simulation = start()
  const { approveTestimonial: approve, rejectTestimonial: reject, deleteTestimonial } = simulation
  for (const [act, status] of [
    [approve, 'approved'],
    [approve, 'approved'],
    [reject, 'rejected'],
    [reject, 'rejected'],
    [deleteTestimonial, 'rejected'],
    [approve, 'approved'],
  ] as const) {
    expect(await act(id)).toMatchObject({ success: true })
    expect(await simulation.statusOf(id)).toBe(status)
  }
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
] as const)('%s where step %i fails: success %s, %s, %s', async (action, failing, success, message, status) => {
  const simulation = start(failing)
  expect(await simulation[action]('1')).toEqual({ success, message: expect.stringMatching(message) })
  const steps = action === 'approveWithEmail' && failing !== 1 ? [500, 1_000] : [500]
  expect(simulation.pauses).toEqual(steps)
  expect(await simulation.statusOf('1')).toBe(status)
})

it.each(ACTIONS)('%s answers a missing id with a failure that names it', async (action) => {
  const simulation = start()
  const message = 'Testimonial with id 99 not found'
  expect(await simulation[action]('99')).toEqual({ success: false, message })
  expect(simulation.pauses).toEqual([500])
})

it('the simulation hands out copies, and each has its own', async () => {
  const [one, other] = [start(), start()]
  const [sample] = (await one.fetchTestimonials()).pending
  if (sample) sample.status = 'rejected'
  await one.approveTestimonial('2')
  expect([await one.statusOf('1'), await other.statusOf('2')]).toEqual(['pending', 'pending'])
})
