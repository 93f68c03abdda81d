import { Star } from 'lucide-react'
import { RATING_MAX, RATINGS } from '@/domain/limits'

/** A given rating as five stars, read out as 'Rated 4 out of 5'. */
export function Rating({ rating }: { rating: number }) {
  return (
    <span className="flex gap-0.5">
      <span className="sr-only">{`Rated ${rating} out of ${RATING_MAX}`}</span>
      {RATINGS.map((value) => (
        <Star
          key={value}
          aria-hidden
          className={`size-4 ${value <= rating ? 'fill-ink text-ink' : 'text-concrete-400'}`}
        />
      ))}
    </span>
  )
}
