import snapshot from 'virtual:approved-reviews'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApprovedReview } from '@/domain/review'
import { loadModule } from '@/lib/lazy-module'

/** Starts with the reviews of the build and loads newer ones once `wanted`, page by page. */
export const useApprovedReviews = (wanted: boolean) => {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(snapshot ? 'ready' : 'loading')
  const [error, setError] = useState<unknown>()
  const [reviews, setReviews] = useState<readonly ApprovedReview[]>(snapshot?.reviews ?? [])
  const [summary, setSummary] = useState(snapshot?.summary)
  const request = useRef<AbortController>(null)

  const load = useCallback(async (end?: ApprovedReview) => {
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    // The reviews of the build stay readable.
    const isRefresh = snapshot !== null && !end
    if (!isRefresh) setState('loading')
    try {
      const { readApprovedReviews, readReviewSummary } = await loadModule(() => import('./approved-reviews'))
      const [page, total] = await Promise.all([
        readApprovedReviews(end, controller.signal),
        readReviewSummary(controller.signal),
      ])
      setReviews((before) => (end ? [...before, ...page] : page))
      setSummary(total)
      setState('ready')
    } catch (cause) {
      if (controller.signal.aborted || isRefresh) return
      setState('failed')
      setError(cause)
    }
  }, [])

  useEffect(() => {
    if (!wanted) return
    void load()
    return () => request.current?.abort()
  }, [wanted, load])

  /** Loads the next page, or retries the one that failed. */
  const loadMore = () => void load(reviews.at(-1))
  return { state, error, reviews, summary, loadMore }
}
