import { describe, expect, it } from 'vitest'
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

describe('the testimonial simulation', () => {
  it('starts with four samples, grouped by status, after 500 ms', async () => {
    const simulation = start()
    const grouped = await simulation.fetchTestimonials()
    const statuses = Object.entries(grouped).map(([group, list]) => [group, list.map(({ status }) => status)])
    expect(statuses).toEqual([
      ['pending', ['pending', 'pending']],
      ['approved', ['approved']],
      ['rejected', ['rejected']],
    ])
    expect(await simulation.checkConnection()).toBe(true)
    expect(simulation.pauses).toEqual([500, 500])
  })

  it('really waits half a second when nobody injects the time', async () => {
    const started = performance.now()
    await createTestimonialSimulation().checkConnection()
    expect(performance.now() - started).toBeGreaterThanOrEqual(490)
  })

  it.each(['1', '2', '3', '4'])('approves and rejects %s whatever its status, and deletes nothing', async (id) => {
    const simulation = start()
    for (const [act, status] of [
      [simulation.approveTestimonial, 'approved'],
      [simulation.approveTestimonial, 'approved'],
      [simulation.rejectTestimonial, 'rejected'],
      [simulation.rejectTestimonial, 'rejected'],
      [simulation.deleteTestimonial, 'rejected'],
      [simulation.approveTestimonial, 'approved'],
    ] as const) {
      expect(await act(id)).toMatchObject({ success: true })
      expect(await simulation.statusOf(id)).toBe(status)
    }
    expect(new Set(simulation.pauses)).toEqual(new Set([500]))
  })

  it.each(ACTIONS)('%s answers a missing id with a failure that names it', async (action) => {
    const simulation = start()
    const message = 'Testimonial with id 99 not found'
    expect(await simulation[action]('99')).toEqual({ success: false, message })
    expect(simulation.pauses).toEqual([500])
  })

  it('approves first and sends the e-mail second', async () => {
    const simulation = start()
    expect(await simulation.approveWithEmail('1')).toMatchObject({ success: true })
    expect(simulation.pauses).toEqual([500, 1_000])
    expect(await simulation.statusOf('1')).toBe('approved')
  })

  it.each([
    ['approveTestimonial', 1, 'Failed to approve testimonial', 'pending'],
    ['rejectTestimonial', 1, 'Failed to reject testimonial', 'pending'],
    ['deleteTestimonial', 1, 'There was an error deleting the testimonial. Please try again later.', 'pending'],
    ['approveWithEmail', 1, 'Failed to approve testimonial', 'pending'],
    ['approveWithEmail', 2, 'Failed to approve testimonial and send email', 'approved'],
  ] as const)(
    '%s turns a failure of step %i into the sentence of the catalogue',
    async (action, step, message, left) => {
      const simulation = start(step)
      expect(await simulation[action]('1')).toEqual({ success: false, message })
      expect(simulation.pauses).toHaveLength(step)
      expect(await simulation.statusOf('1')).toBe(left)
    },
  )

  it('hands out copies, and each simulation has its own', async () => {
    const [one, other] = [start(), start()]
    const [sample] = (await one.fetchTestimonials()).pending
    if (sample) sample.status = 'rejected'
    await one.approveTestimonial('2')
    expect(await one.statusOf('1')).toBe('pending')
    expect(await other.statusOf('2')).toBe('pending')
  })
})
