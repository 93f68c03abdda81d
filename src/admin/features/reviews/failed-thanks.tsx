import type { ModeratedReview } from '@/domain/moderation'
import { ThanksState } from './published-grid'
import { shortDay } from './review-parts'
import type { ReviewStore } from './review-store'
import { useFailedThanks } from './use-reviews'

type FailedThanksProps = { store: ReviewStore; onThank: (review: ModeratedReview) => void }

/** The published reviews whose writers still wait for thanks, on whatever page they are; nothing without any. */
export function FailedThanks({ store, onThank }: FailedThanksProps) {
  const { data = [] } = useFailedThanks(store)
  if (data.length === 0) return null
  return (
    <section
      aria-labelledby="failed-thanks"
      className="rounded-card border border-danger/50 bg-danger-soft p-4 text-sm"
    >
      <h3 id="failed-thanks" className="font-sans font-semibold text-base text-danger tracking-normal">
        Thanks that could not be sent
      </h3>
      <ul className="mt-2 grid gap-2">
        {data.map((review) => (
          <li key={review.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-semibold">{review.name}</bdi>
              {review.thanks_failed_at && `, tried on ${shortDay(review.thanks_failed_at)}`}
            </span>
            <span className="flex flex-wrap items-center gap-2">
              <ThanksState review={review} onThank={onThank} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
