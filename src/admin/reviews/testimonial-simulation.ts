import type { ReviewStatus } from '@contract/review'
import { adminMessages } from '@/admin/text/messages'
import type { SampleTestimonial } from '@/domain/moderation'
import { demoTestimonials } from '@/storage/admin-keys'
import { sampleTestimonials } from './sample-testimonials'

/** Simulated delays (contract, point 9), in milliseconds. */
export const STEP_MS = 500
export const EMAIL_MS = 1_000

/** Result of an action, which never throws. */
export type SimulationResult = { success: boolean; message: string }

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const read = (): readonly SampleTestimonial[] => {
  const kept = demoTestimonials.read()
  return kept.state === 'value' ? kept.value : sampleTestimonials
}

const change = (id: string, facts: Partial<SampleTestimonial>): boolean => {
  const changed = read().map((testimonial) => (testimonial.id === id ? { ...testimonial, ...facts } : testimonial))
  return demoTestimonials.write(changed) === 'written'
}

/** Creates a simulation kept in this tab. `pause` takes milliseconds. */
export const createTestimonialSimulation = (pause = wait) => {
  const { simulation } = adminMessages
  const withStatus = (status: ReviewStatus) => structuredClone(read().filter((one) => one.status === status))

  const step = async (id: string, done: string, failed: string, status?: ReviewStatus): Promise<SimulationResult> => {
    await pause(STEP_MS)
    if (!read().some((testimonial) => testimonial.id === id))
      return { success: false, message: simulation.notFound(id) }
    const success = change(id, status ? { status, moderated_at: new Date().toISOString() } : {})
    return { success, message: success ? done : failed }
  }

  const approveTestimonial = (id: string) => step(id, simulation.approved, simulation.approveFailed, 'approved')

  return {
    async fetchTestimonials(): Promise<Record<ReviewStatus, SampleTestimonial[]>> {
      await pause(STEP_MS)
      return { pending: withStatus('pending'), approved: withStatus('approved'), rejected: withStatus('rejected') }
    },
    approveTestimonial,
    rejectTestimonial: (id: string) => step(id, simulation.rejected, simulation.rejectFailed, 'rejected'),
    undoApproval: (id: string) => step(id, simulation.undone, simulation.undoFailed, 'pending'),
    /** Deletes nothing, but reports success if the id exists. */
    deleteTestimonial: (id: string) => step(id, simulation.deleted, simulation.deleteFailed),
    async approveWithEmail(id: string): Promise<SimulationResult> {
      const approval = await approveTestimonial(id)
      if (!approval.success) return approval
      await pause(EMAIL_MS)
      const success = change(id, { thanked_at: new Date().toISOString() })
      return { success, message: success ? simulation.approvedAndMailed : simulation.approveAndMailFailed }
    },
    async checkConnection() {
      await pause(STEP_MS)
      return true
    },
  }
}

export const testimonialSimulation = createTestimonialSimulation()
