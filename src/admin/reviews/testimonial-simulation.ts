import type { ReviewStatus } from '@contract/review'
import { adminMessages } from '@/admin/text/messages'
import type { SampleTestimonial } from '@/domain/moderation'
import { demoTestimonials } from '@/storage/admin-keys'
import { sampleTestimonials } from './sample-testimonials'

/** Simulated delays (contract, point 9), in milliseconds. */
export const STEP_MS = 500
export const EMAIL_MS = 1_000

/** Result of a simulated action; failures are returned, never thrown. */
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

/** Moderates samples kept in this tab, from any status to any other. `pause` waits for so many milliseconds. */
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
    /** Reports success when the id exists, but deletes nothing. */
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

/** The one that all screens share, so that a change in one shows in the others. */
export const testimonialSimulation = createTestimonialSimulation()
