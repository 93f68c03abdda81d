import { EyeOff, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/admin/components/badge'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { LongText } from '@/admin/components/long-text'
import { Button } from '@/components/ui/button'
import type { ModeratedReview } from '@/domain/moderation'
import { Rating, shortDay, shownSource, shownText, VerifiedCustomer } from './review-parts'
import { useFocusAfterLoss } from './use-focus-after-loss'
import type { useModeration } from './use-moderation'

const REMOVE = 'Remove from site'

type ThanksStateProps = { review: ModeratedReview; onThank: (review: ModeratedReview) => void }

/** When the writer was thanked, or a way to do it. */
export function ThanksState({ review, onThank }: ThanksStateProps) {
  const { name, email, thanked_at, thanks_failed_at } = review
  if (thanked_at)
    return (
      <p className="flex items-center gap-1.5 text-concrete-700">
        <MailCheck aria-hidden className="size-4 shrink-0" />
        Thanked on {shortDay(thanked_at)}
      </p>
    )
  return (
    <>
      {thanks_failed_at && <Badge tone="danger">Thanks failed</Badge>}
      {email !== '' && (
        <Button onClick={() => onThank(review)} variant="outline" size="sm">
          Send thanks
          <span className="sr-only"> to {name}</span>
        </Button>
      )}
    </>
  )
}

type PublishedGridProps = {
  reviews: readonly ModeratedReview[]
  moderate: ReturnType<typeof useModeration>['moderate']
  onThank: (review: ModeratedReview) => void
}

export function PublishedGrid({ reviews, moderate, onThank }: PublishedGridProps) {
  const [toRemove, setToRemove] = useState<ModeratedReview>()
  const ids = reviews.map(({ id }) => id)
  const { list, expectLoss } = useFocusAfterLoss<HTMLUListElement>(ids, '[data-remove]')

  const removeFromSite = () => {
    if (!toRemove) return
    expectLoss(toRemove.id)
    setToRemove(undefined)
    void moderate('reject', [toRemove.id])
  }

  return (
    <>
      <ul ref={list} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {reviews.map((review) => (
          <li
            key={review.id}
            className="flex flex-col gap-3 rounded-card border border-concrete-200 bg-white p-4 text-sm"
          >
            <figure className="flex grow flex-col gap-2">
              <div className="flex items-start justify-between gap-3">
                <bdi className="font-semibold [overflow-wrap:anywhere]">{review.name}</bdi>
                <Rating rating={review.rating} />
              </div>
              <blockquote className="grow">
                <LongText text={`“${shownText(review)}”`} about={`review by ${review.name}`} />
              </blockquote>
              <figcaption className="flex flex-wrap justify-between gap-x-3 text-concrete-600">
                <bdi className="[overflow-wrap:anywhere]">{review.location}</bdi>
                <span>
                  {shownSource(review)} · <time dateTime={review.created_at}>{shortDay(review.created_at)}</time>
                </span>
              </figcaption>
              {review.verified && <VerifiedCustomer />}
            </figure>
            <div className="flex flex-wrap items-center gap-2">
              <ThanksState review={review} onThank={onThank} />
              <Button
                data-remove
                onClick={() => setToRemove(review)}
                variant="ghost"
                size="sm"
                className="ml-auto px-2 text-danger!"
              >
                <EyeOff aria-hidden className="size-4 shrink-0" />
                {REMOVE}
                <span className="sr-only"> the review by {review.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={toRemove !== undefined}
        onOpenChange={(open) => !open && setToRemove(undefined)}
        title="Remove this review from the site?"
        description="Visitors no longer see it. It moves to the deleted reviews, where it can be restored or deleted permanently."
        confirmLabel={REMOVE}
        onConfirm={removeFromSite}
      />
    </>
  )
}
