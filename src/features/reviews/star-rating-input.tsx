import { RATING_DEFAULT, RATING_MAX, RATINGS } from '@/domain/limits'
import { Star } from './star'

/**
 * Five stars as one group of radio buttons named `rating`; the arrow keys choose as well as a click. The style sheet draws
 * them from the checked button alone, so that a choice made before hydration, or restored by a reload, shows as it is sent.
 */
export function StarRatingInput() {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Your rating</legend>
      <div className="star-rating -ml-1.5 flex w-fit flex-wrap items-center">
        {RATINGS.map((value) => (
          <label
            key={value}
            className="cursor-pointer rounded-md p-1.5 has-focus-visible:outline-3 has-focus-visible:outline-green-dark"
          >
            <input
              type="radio"
              name="rating"
              value={value}
              defaultChecked={value === RATING_DEFAULT}
              className="sr-only"
            />
            <Star className="size-8" />
            <span className="sr-only">{value === 1 ? '1 star' : `${value} stars`}</span>
          </label>
        ))}
        <span aria-hidden className="star-count ml-2 text-concrete-700 tabular-nums">
          {' '}
          of {RATING_MAX}
        </span>
      </div>
    </fieldset>
  )
}
