import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewToApprove } from '@/domain/moderation'
import { AppError } from '@/lib/errors'
import { thankReviewer } from './approval'
import { databaseReviews } from './database-reviews'
import { testimonialSimulation } from './testimonial-simulation'
import { reviewKeys } from './use-reviews'

type Words = { subject: string; message: string }

/** Approves a testimonial, then sends the e-mail. `approved` tells a failure after the first step from one before it. */
export const useApproval = (review: ReviewToApprove, simulated: boolean, onDone: () => void) => {
  const queryClient = useQueryClient()
  const [approved, setApproved] = useState(false)

  const inDatabase = async (words: Words) => {
    if (!approved) {
      const changed = await databaseReviews.setStatus([review.id], 'pending', 'approved')
      if (changed.length === 0) throw new AppError('conflict')
      setApproved(true)
    }
    await thankReviewer({ approvedReviewId: review.id, ...words })
  }
  const inSimulation = async () => {
    const { success, message } = await testimonialSimulation.approveWithEmail(review.id)
    if (!success) throw new AppError('refused', { detail: message })
  }

  const { mutate, isPending, error } = useMutation({
    mutationKey: reviewKeys.all,
    mutationFn: (words: Words) => (simulated ? inSimulation() : inDatabase(words)),
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: reviewKeys.all })
      onDone()
    },
    onError(cause) {
      // Somebody else was faster: what they decided is shown in place of the form.
      if (cause instanceof AppError && cause.code === 'conflict')
        void queryClient.invalidateQueries({ queryKey: reviewKeys.all })
    },
  })
  return { approveAndSend: mutate, sending: isPending, error, approved }
}
