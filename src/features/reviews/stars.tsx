import { RATING_MAX, RATINGS } from '@/domain/limits'
import { Star } from './star'

/** A given rating as stars, read out as 'Rated 4 out of 5'. `rating` is a whole number from 1 to 5. */
export function Stars({ rating }: { rating: number }) {
  return (
    <p className="flex gap-0.5">
      <span className="sr-only">
        Rated {rating} out of {RATING_MAX}
      </span>
      {RATINGS.map((value) => (
        <Star key={value} filled={value <= rating} className="size-4" />
      ))}
    </p>
  )
}
