import type { ReviewStatus } from '@contract/review'
import type { ReviewStore } from '@/admin/data/reviews'
import type { ReviewToApprove } from '@/domain/moderation'
import { AppError } from '@/lib/errors'
import { type SimulationResult, testimonialSimulation } from './testimonial-simulation'

const matches = (search: string) => (review: ReviewToApprove) =>
  [review.name, review.location, review.title, review.text, review.email].some((value) =>
    value?.toLowerCase().includes(search.toLowerCase()),
  )

const forEach = async (ids: readonly string[], act: (id: string) => Promise<SimulationResult>): Promise<string[]> => {
  const results = await Promise.all(ids.map(act))
  const failure = results.find(({ success }) => !success)
  if (failure) throw new AppError('refused', { detail: failure.message })
  return [...ids]
}

const changes = {
  pending: 'undoApproval',
  approved: 'approveTestimonial',
  rejected: 'rejectTestimonial',
} as const satisfies Record<ReviewStatus, string>

export const simulatedReviews: ReviewStore = {
  name: 'simulation',
  async counts(search) {
    const { pending, approved, rejected } = await testimonialSimulation.fetchTestimonials()
    const count = (reviews: ReviewToApprove[]) => reviews.filter(matches(search)).length
    return { pending: count(pending), approved: count(approved), rejected: count(rejected) }
  },
  async page({ status, search }) {
    const grouped = await testimonialSimulation.fetchTestimonials()
    return grouped[status].filter(matches(search))
  },
  setStatus: (ids, _from, to) => forEach(ids, testimonialSimulation[changes[to]]),
  remove: (ids) => forEach(ids, testimonialSimulation.deleteTestimonial),
  sendThankYou: async (id) => void (await forEach([id], testimonialSimulation.approveWithEmail)),
  failedThankYous: async () => [],
}
