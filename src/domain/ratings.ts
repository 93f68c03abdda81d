import { RATING_MAX, RATING_MIN } from '@contract/limits'

export const RATINGS: readonly number[] = Array.from(
  { length: RATING_MAX - RATING_MIN + 1 },
  (_, index) => RATING_MIN + index,
)
