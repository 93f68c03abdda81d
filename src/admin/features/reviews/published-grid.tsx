import type { ModeratedReview } from '@/domain/moderation'
import { LongText } from './long-text'
import { Rating } from './rating'
import { shortDay, shownSource, shownText } from './review-texts'

/** Published reviews as cards. */
export function PublishedGrid({ reviews }: { reviews: readonly ModeratedReview[] }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {reviews.map((review) => (
        <li key={review.id}>
          <figure className="flex h-full flex-col gap-2 rounded-card border border-concrete-200 bg-white p-4 text-sm">
            <div className="flex items-start justify-between gap-3">
              <bdi className="font-semibold [overflow-wrap:anywhere]">{review.name}</bdi>
              <Rating rating={review.rating} />
            </div>
            <blockquote className="grow">
              <LongText text={`“${shownText(review)}”`} about={review.name} />
            </blockquote>
            <figcaption className="flex flex-wrap justify-between gap-x-3 text-concrete-600">
              <bdi className="[overflow-wrap:anywhere]">{review.location}</bdi>
              <span>
                {shownSource(review)} · <time dateTime={review.created_at}>{shortDay(review.created_at)}</time>
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
