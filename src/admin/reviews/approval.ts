import type { ApprovalMail } from '@contract/approval-mail'
import { useRef, useState } from 'react'
import { queryClient } from '@/admin/backend/query-client'
import { useAction } from '@/admin/components/use-action'
import { databaseReviews, reviewKeys } from '@/admin/data/reviews'
import { site } from '@/content/site'
import type { ModeratedReview, ReviewToApprove } from '@/domain/moderation'
import { AppError, isAppError } from '@/lib/errors'
import { simulatedReviews } from './simulated-reviews'

/** Returns the suggested email, with the contract's subject (point 9). */
export const suggestMail = ({ name }: Pick<ModeratedReview, 'name'>) => ({
  subject: 'Thank you for your feedback!',
  message: `Dear ${name},

Thank you for taking the time to tell others about your experience with ${site.name}. Your testimonial is now published on our website.

Feedback like yours helps us improve, and helps other homeowners choose with confidence.

Kind regards,
${site.founder.name}
${site.name}`,
})

/** Approves, then sends the email. `approved`: whether the first step succeeded. */
export const useApproval = (review: ReviewToApprove, simulated: boolean, onDone: () => void) => {
  const refetch = () => queryClient.invalidateQueries({ queryKey: reviewKeys.all })
  const [approved, setApproved] = useState(false)
  // The approval may have succeeded although its response was lost.
  const responseLost = useRef(false)

  const approveInDatabase = async (mail: ApprovalMail) => {
    if (!approved) {
      const changed = await databaseReviews.setStatus([review.id], 'pending', 'approved').catch((cause: unknown) => {
        responseLost.current ||= isAppError(cause, 'offline', 'timed-out')
        throw cause
      })
      // Continue after a lost response, because the server only thanks authors of approved testimonials.
      if (changed.length > 0) setApproved(true)
      else if (!responseLost.current) throw new AppError('conflict')
    }
    await databaseReviews.sendThankYou(review.id, mail)
  }

  const { mutateAsync, isPending } = useAction({
    mutationKey: reviewKeys.all,
    mutationFn: (mail: ApprovalMail) =>
      simulated ? simulatedReviews.sendThankYou(review.id, mail) : approveInDatabase(mail),
    onSuccess() {
      void refetch()
      onDone()
    },
    onError: (cause) => isAppError(cause, 'conflict') && void refetch(),
  })
  return { approveAndSend: mutateAsync, sending: isPending, approved }
}
