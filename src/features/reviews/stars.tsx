import { RATING_DEFAULT, RATING_MAX } from '@contract/limits'
import { Fragment } from 'react'
import { RATINGS } from '@/domain/ratings'

const FILLED = 'fill-ink text-ink forced-colors:fill-[CanvasText]'

function Star({ className }: { className: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={`forced-colors:text-[CanvasText] ${className}`}
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path strokeLinejoin="round" d="m12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L12 17l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z" />
    </svg>
  )
}

export function Stars({ rating }: { rating: number }) {
  return (
    <p className="flex gap-0.5">
      <span className="sr-only">{`Rated ${rating} out of ${RATING_MAX}`}</span>
      {RATINGS.map((value) => (
        <Star key={value} className={`size-4 ${value <= rating ? FILLED : 'fill-none text-concrete-600'}`} />
      ))}
    </p>
  )
}

/** CSS fills the stars, so that a choice before hydration shows. */
export function StarRatingInput() {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Your rating</legend>
      <div className="star-rating -ml-1.5 flex w-fit flex-wrap items-center">
        <div className="leading-none">
          {RATINGS.map((value) => (
            <Fragment key={value}>
              <input
                type="radio"
                id={`rating-${value}`}
                name="rating"
                value={value}
                defaultChecked={value === RATING_DEFAULT}
                className="pointer-events-none absolute size-11 opacity-0"
              />
              <label htmlFor={`rating-${value}`} className="inline-block cursor-pointer rounded-md p-1.5">
                <Star className="size-8" />
                <span className="sr-only">{value === 1 ? '1 star' : `${value} stars`}</span>
              </label>
            </Fragment>
          ))}
        </div>
        <span aria-hidden className="star-count ml-2 text-concrete-700 tabular-figures">
          {' '}
          of {RATING_MAX}
        </span>
      </div>
    </fieldset>
  )
}
