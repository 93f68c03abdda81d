import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApprovedReview } from '@/domain/review'
import { lateModule } from '@/lib/late-module'

const approvedReviews = lateModule(() => import('./approved-reviews'))

type Summary = { count: number; average: number | null }

type Reviews = {
  state: 'loading' | 'ready' | 'failed'
  reviews: readonly ApprovedReview[]
  summary: Summary | undefined
  /** Loads the next page, or retries the one that failed. */
  loadMore: () => void
}

/** The approved reviews, page by page; loading starts when `wanted` becomes true. */
export const useApprovedReviews = (wanted: boolean): Reviews => {
  const [state, setState] = useState<Reviews['state']>('loading')
  const [reviews, setReviews] = useState<readonly ApprovedReview[]>([])
  const [summary, setSummary] = useState<Summary>()
  const request = useRef<AbortController>(null)

  const load = useCallback(async (offset: number) => {
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    setState('loading')
    try {
      const { readApprovedReviews, readReviewSummary } = await approvedReviews.load()
      const [page, total] = await Promise.all([
        readApprovedReviews(offset, controller.signal),
        readReviewSummary(controller.signal),
      ])
      // A review approved in the meantime shifts the pages, so one may be loaded twice.
      setReviews((before) => [...before, ...page.filter(({ id }) => !before.some((review) => review.id === id))])
      setSummary(total)
      setState('ready')
    } catch {
      if (!controller.signal.aborted) setState('failed')
    }
  }, [])

  useEffect(() => {
    if (!wanted) return
    void load(0)
    return () => request.current?.abort()
  }, [wanted, load])

  return { state, reviews, summary, loadMore: () => void load(reviews.length) }
}
