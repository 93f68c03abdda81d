import snapshot from 'virtual:approved-reviews'
import { RATING_MAX } from '@contract/limits'
import { BadgeCheck } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useNearViewport } from '@/components/ui/use-near'
import { site } from '@/content/site'
import type { ApprovedReview } from '@/domain/review'
import { formatInteger } from '@/lib/format-integer'
import { loadModule } from '@/lib/lazy-module'
import { messages } from '@/messages'
import { loadErrorText } from '@/messages/load-error'
import { REVIEW_POLICY_ID, ReviewPolicy } from './review-policy'
import { ReviewQuote } from './review-quote'

const useApprovedReviews = (wanted: boolean, withdrawn: string | undefined) => {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(snapshot ? 'ready' : 'loading')
  const [error, setError] = useState<unknown>()
  const [reviews, setReviews] = useState<readonly ApprovedReview[]>(snapshot?.reviews ?? [])
  const [summary, setSummary] = useState(snapshot?.summary)
  const request = useRef<AbortController>(null)

  const load = useCallback(async (end?: ApprovedReview) => {
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    // Keep the build's reviews readable.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a withdrawal changes the list.
  useEffect(() => {
    if (!wanted) return
    void load()
    return () => request.current?.abort()
  }, [wanted, load, withdrawn])

  const loadMore = () => void load(reviews.at(-1))
  return { state, error, reviews: reviews.filter(({ text }) => text !== withdrawn), summary, loadMore }
}

// Created lazily, because it takes 60 ms on a slow phone.
let dateFormat: Intl.DateTimeFormat | undefined
const formatDate = (timestamp: string) => {
  dateFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
  return dateFormat.format(new Date(timestamp))
}

const skeleton = ['a', 'b', 'c', 'd', 'e', 'f']

type ApprovedReviewsSectionProps = { withdrawn?: string | undefined }

/** `withdrawn` is the text of a review that its author has just withdrawn. */
export function ApprovedReviewsSection({ withdrawn }: ApprovedReviewsSectionProps) {
  const section = useRef<HTMLElement>(null)
  const { state, error, reviews, summary, loadMore } = useApprovedReviews(
    useNearViewport(section, { within: 1 / 3 }),
    withdrawn,
  )
  const more = summary !== undefined && reviews.length < summary.count
  const hasReviews = reviews.length > 0
  useEffect(() => {
    // The build already contains its own.
    if (snapshot || !hasReviews || summary?.average == null) return
    const added = import('./reviews-structured-data')
      .then(({ addReviewsData }) => addReviewsData(summary, reviews))
      .catch(() => () => {})
    return () => void added.then((remove) => remove())
  }, [summary, reviews, hasReviews])

  return (
    <section ref={section} aria-labelledby="reviews" aria-busy={state === 'loading'} className="page-width pb-20">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <div>
          <h2 id="reviews" className="text-2xl md:text-3xl">
            From our customers
          </h2>
          <a href={`#${REVIEW_POLICY_ID}`} className="inline-block py-1 text-sm underline">
            How we check reviews
          </a>
        </div>
        {summary?.average != null && (
          <p className="text-concrete-700 tabular-figures">
            <strong className="font-display text-2xl text-ink">{summary.average.toFixed(1)}</strong>
            <span>
              {` out of ${RATING_MAX}, from ${summary.count === 1 ? '1 review' : `${formatInteger(summary.count)} reviews`}`}
            </span>
          </p>
        )}
      </div>
      {!snapshot && (
        <p className="mt-4 hidden text-concrete-700 noscript:block">Turn on JavaScript to see customer reviews.</p>
      )}
      {state === 'loading' && !hasReviews && (
        <div className="mt-8 noscript:hidden">
          <p className="sr-only" role="status">
            {messages.reviews.loading}
          </p>
          <ul aria-hidden className="grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-2">
            {skeleton.map((key) => (
              <li key={key} className="h-64 border-t border-concrete-300 pt-6">
                <div className="h-4 w-24 rounded bg-concrete-100" />
                <div className="mt-5 h-24 rounded bg-concrete-100" />
                <div className="mt-5 h-4 w-40 max-w-full rounded bg-concrete-100" />
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasReviews && (
        <ul className="mt-8 grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-2">
          {reviews.map(({ id, created_at, source, verified, reply, replied_at, ...review }) => (
            <li key={id} {...(reply && { className: 'grid content-start' })}>
              <ReviewQuote {...review}>
                <span className="block text-sm text-concrete-600">
                  <time dateTime={created_at}>{formatDate(created_at)}</time> · {source || 'Website'}
                </span>
                {verified && (
                  <span className="mt-1 flex items-center gap-1.5 font-semibold text-green-dark text-sm">
                    <BadgeCheck aria-hidden className="size-4 shrink-0" />
                    Verified customer
                  </span>
                )}
              </ReviewQuote>
              {reply && (
                <div className="mt-4 border-green border-l-4 pl-4 [overflow-wrap:anywhere]">
                  <p className="font-semibold">{`Reply from ${site.name}`}</p>
                  <p dir="auto" className="whitespace-pre-line">
                    {reply}
                  </p>
                  {replied_at && (
                    <time dateTime={replied_at} className="text-sm text-concrete-600">
                      {formatDate(replied_at)}
                    </time>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {state === 'ready' && !hasReviews && <p className="mt-4 text-concrete-700">{messages.reviews.none}</p>}
      {state === 'failed' && (
        <div className="mt-8">
          <Alert tone="error" title={messages.reviews.failedTitle}>
            {loadErrorText(error, messages.reviews.failed)}
          </Alert>
        </div>
      )}
      {(state === 'failed' || more) && (
        <Button busy={state === 'loading'} onClick={loadMore} variant="outline" className="mt-8">
          {state === 'failed' ? 'Try again' : state === 'loading' ? 'Loading...' : 'Load more reviews'}
        </Button>
      )}
      <ReviewPolicy numbers={summary?.numbers} formatDate={formatDate} />
    </section>
  )
}
