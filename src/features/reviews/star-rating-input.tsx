import { useState } from 'react'
import { RATING_DEFAULT, RATING_MAX, RATINGS } from '@/domain/limits'
import { Star } from './star'

/** Five stars as one group of radio buttons named `rating`; the arrow keys choose as well as a click. */
export function StarRatingInput() {
  const [rating, setRating] = useState(RATING_DEFAULT)
  const [hovered, setHovered] = useState(0)
  const shown = hovered || rating
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Your rating</legend>
      <div className="-ml-1.5 flex items-center" onPointerLeave={() => setHovered(0)}>
        {RATINGS.map((value) => (
          <label
            key={value}
            className="cursor-pointer rounded-md p-1.5 has-focus-visible:outline-3 has-focus-visible:outline-green-dark"
            onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(value)}
          >
            <input
              type="radio"
              name="rating"
              value={value}
              checked={rating === value}
              onChange={() => setRating(value)}
              className="sr-only"
            />
            <Star filled={value <= shown} className="size-8" />
            <span className="sr-only">{value === 1 ? '1 star' : `${value} stars`}</span>
          </label>
        ))}
        <span aria-hidden className="ml-2 text-concrete-700 tabular-nums">
          {shown} of {RATING_MAX}
        </span>
      </div>
    </fieldset>
  )
}
