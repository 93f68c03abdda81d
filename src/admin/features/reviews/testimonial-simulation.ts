import type { ReviewStatus } from '@contract/review'
import { adminMessages } from '@/admin/messages'
import type { ReviewToApprove } from '@/domain/moderation'
import { sampleTestimonials } from './sample-testimonials'

/** Simulated delays (contract, point 9), in milliseconds. */
export const STEP_MS = 500
export const EMAIL_MS = 1_000

/** Result of a simulated action; failures are returned, never thrown. */
export type SimulationResult = { success: boolean; message: string }

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Moderation in memory: any id may be approved or rejected in any status. `pause` simulates the delays. */
export const createTestimonialSimulation = (pause = wait) => {
  const { simulation } = adminMessages
  const testimonials = sampleTestimonials.map((testimonial) => ({ ...testimonial }))
  const withStatus = (status: ReviewStatus) =>
    testimonials.filter((testimonial) => testimonial.status === status).map((testimonial) => ({ ...testimonial }))

  const step = async (
    id: string,
    failed: string,
    act: (testimonial: ReviewToApprove) => string,
  ): Promise<SimulationResult> => {
    try {
      await pause(STEP_MS)
      const testimonial = testimonials.find((one) => one.id === id)
      if (!testimonial) return { success: false, message: simulation.notFound(id) }
      return { success: true, message: act(testimonial) }
    } catch {
      return { success: false, message: failed }
    }
  }
  const setStatus = (status: ReviewStatus, message: string) => (testimonial: ReviewToApprove) => {
    testimonial.status = status
    testimonial.moderated_at = new Date().toISOString()
    return message
  }

  const approveTestimonial = (id: string) =>
    step(id, simulation.approveFailed, setStatus('approved', simulation.approved))

  return {
    async fetchTestimonials(): Promise<Record<ReviewStatus, ReviewToApprove[]>> {
      await pause(STEP_MS)
      return { pending: withStatus('pending'), approved: withStatus('approved'), rejected: withStatus('rejected') }
    },
    approveTestimonial,
    rejectTestimonial: (id: string) => step(id, simulation.rejectFailed, setStatus('rejected', simulation.rejected)),
    /** Reports success when the id exists, but deletes nothing. */
    deleteTestimonial: (id: string) => step(id, simulation.deleteFailed, () => simulation.deleted),
    async approveWithEmail(id: string): Promise<SimulationResult> {
      const approval = await approveTestimonial(id)
      if (!approval.success) return approval
      try {
        await pause(EMAIL_MS)
        for (const testimonial of testimonials)
          if (testimonial.id === id) testimonial.thanked_at = new Date().toISOString()
        return { success: true, message: simulation.approvedAndMailed }
      } catch {
        return { success: false, message: simulation.approveAndMailFailed }
      }
    },
    async checkConnection() {
      await pause(STEP_MS)
      return true
    },
  }
}

/** Shared by the screens, so that a change in one shows in the other. */
export const testimonialSimulation = createTestimonialSimulation()
