export {
  HONEYPOT_FIELD,
  RATING_DEFAULT,
  RATING_MAX,
  RATING_MIN,
  REVIEW_LIMITS,
  type ReviewSource,
  type SubmitTestimonialRequest,
  testimonialFormSchema,
} from '@contract/review'
export type { SubmitTestimonialReply } from '@contract/reply'
