import { RATING_MAX, RATING_MIN } from '@contract/limits'

export {
  ENQUIRY_LIMITS,
  HONEYPOT_FIELD,
  INVITATION_KEY,
  INVITATION_TOKEN,
  RATING_DEFAULT,
  RATING_MAX,
  RATING_MIN,
  REVIEW_LIMITS,
} from '@contract/limits'

export const RATINGS: readonly number[] = Array.from(
  { length: RATING_MAX - RATING_MIN + 1 },
  (_, index) => RATING_MIN + index,
)
