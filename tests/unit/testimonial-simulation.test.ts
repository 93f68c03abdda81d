import { describe, expect, it } from 'vitest'
import { createTestimonialSimulation } from '@/admin/features/reviews/testimonial-simulation'

/** A simulation that does not wait, and the pauses it asked for. */
const start = () => {
  const pauses: number[] = []
  const simulation = createTestimonialSimulation(async (milliseconds) => void pauses.push(milliseconds))
  return { simulation, pauses }
}
/** A simulation whose nth pause fails, as a lost connection would. */
const breakAt = (nth: number) => {
  let count = 0
  return createTestimonialSimulation(async () => {
    count += 1
    if (count === nth) throw new Error('lost')
  })
}
const statusOf = async (simulation: ReturnType<typeof createTestimonialSimulation>, id: string) => {
  const grouped = Object.values(await simulation.fetchTestimonials()).flat()
  return grouped.find((testimonial) => testimonial.id === id)?.status
}

describe('the testimonial simulation', () => {
  it('starts with four samples, grouped by status, after 500 ms', async () => {
    const { simulation, pauses } = start()
    const { pending, approved, rejected } = await simulation.fetchTestimonials()
    expect([...pending, ...approved, ...rejected]).toHaveLength(4)
    expect(pending.map(({ status }) => status)).toEqual(['pending', 'pending'])
    expect(approved.map(({ status }) => status)).toEqual(['approved'])
    expect(rejected.map(({ status }) => status)).toEqual(['rejected'])
    expect(pauses).toEqual([500])
  })

  it('really waits half a second when nobody injects the time', async () => {
    const started = performance.now()
    await createTestimonialSimulation().checkConnection()
    expect(performance.now() - started).toBeGreaterThanOrEqual(490)
  })

  it.each(['1', '2', '3', '4'])('approves and rejects %s whatever its status', async (id) => {
    const { simulation, pauses } = start()
    for (const round of [1, 2]) {
      expect(await simulation.approveTestimonial(id), `round ${round}`).toMatchObject({ success: true })
      expect(await simulation.approveTestimonial(id)).toMatchObject({ success: true })
      expect(await statusOf(simulation, id)).toBe('approved')
      expect(await simulation.rejectTestimonial(id)).toMatchObject({ success: true })
      expect(await statusOf(simulation, id)).toBe('rejected')
    }
    expect(new Set(pauses)).toEqual(new Set([500]))
  })

  it.each(['approveTestimonial', 'rejectTestimonial', 'deleteTestimonial', 'approveWithEmail'] as const)(
    '%s answers a missing id with a failure that names it',
    async (action) => {
      const { simulation, pauses } = start()
      expect(await simulation[action]('99')).toEqual({
        success: false,
        message: 'Testimonial with id 99 not found',
      })
      expect(pauses).toEqual([500])
    },
  )

  it('reports a deletion and removes nothing', async () => {
    const { simulation } = start()
    expect(await simulation.deleteTestimonial('4')).toMatchObject({ success: true })
    expect(await statusOf(simulation, '4')).toBe('rejected')
  })

  it('approves first and sends the e-mail second', async () => {
    const { simulation, pauses } = start()
    expect(await simulation.approveWithEmail('1')).toMatchObject({ success: true })
    expect(pauses).toEqual([500, 1_000])
    expect(await statusOf(simulation, '1')).toBe('approved')
  })

  it('sends no e-mail when the approval fails', async () => {
    const pauses: number[] = []
    const simulation = createTestimonialSimulation(async (milliseconds) => {
      pauses.push(milliseconds)
      throw new Error('lost')
    })
    expect(await simulation.approveWithEmail('1')).toEqual({ success: false, message: 'Failed to approve testimonial' })
    expect(pauses).toEqual([500])
  })

  it('keeps the approval when only the e-mail fails', async () => {
    const simulation = breakAt(2)
    expect(await simulation.approveWithEmail('1')).toEqual({
      success: false,
      message: 'Failed to approve testimonial and send email',
    })
    expect(await statusOf(simulation, '1')).toBe('approved')
  })

  it.each([
    ['approveTestimonial', 'Failed to approve testimonial'],
    ['rejectTestimonial', 'Failed to reject testimonial'],
    ['deleteTestimonial', 'There was an error deleting the testimonial. Please try again later.'],
  ] as const)('%s turns an exception into the sentence of the catalogue', async (action, message) => {
    const simulation = breakAt(1)
    expect(await simulation[action]('1')).toEqual({ success: false, message })
    expect(await statusOf(simulation, '1')).toBe('pending')
  })

  it('always has a connection', async () => {
    const { simulation, pauses } = start()
    expect(await simulation.checkConnection()).toBe(true)
    expect(pauses).toEqual([500])
  })

  it('hands out copies, and each simulation has its own', async () => {
    const [one, other] = [start().simulation, start().simulation]
    const [sample] = (await one.fetchTestimonials()).pending
    if (sample) sample.status = 'rejected'
    await one.approveTestimonial('2')
    expect(await statusOf(one, '1')).toBe('pending')
    expect(await statusOf(other, '2')).toBe('pending')
  })
})
