import { formatInteger } from '@/lib/format-integer'
import type { FieldProblem } from '@/lib/validate'
import { CONNECTION } from './everywhere'

const UNEXPECTED = 'An unexpected error occurred.'
const TRY_AGAIN = 'Please check your connection and try again. Nothing you typed has been lost.'

/**
 * Messages that any page may need, in the contract's wording (point 8) if it has one. Others have their own files, to
 * keep this script small.
 */
export const messages = {
  testimonial: {
    incomplete: 'Please fill in all fields.',
    successTitle: 'Success!',
    failed: 'Failed to submit testimonial.',
  },
  contact: {
    incomplete: 'Please enter your name, email address and a message.',
    successTitle: 'Message sent.',
  },
  reviews: {
    loading: 'Loading reviews...',
    failedTitle: 'Error loading reviews',
    failed: CONNECTION,
    none: 'No reviews yet. If we’ve worked on your home, yours could be the first.',
  },
  media: {
    heroSlidesUnreadable: 'Error loading saved hero slides',
    projectImagesUnreadable: 'Error loading saved project images',
  },
  access: {
    refused: 'Invalid password',
    granted: 'Access granted',
  },
  errorTitle: 'Error!',
  invalidFields: 'Please check the highlighted fields.',
  unexpected: UNEXPECTED,
  tryAgain: TRY_AGAIN,
  offline: `${UNEXPECTED} ${TRY_AGAIN}`,
} as const

/** Maximum length in characters, and texts that replace the defaults. */
export type FieldTexts = { limit?: number | undefined; missing?: string | undefined; invalid?: string | undefined }

export const fieldText = (
  problem: FieldProblem | undefined,
  { limit, missing, invalid }: FieldTexts = {},
): string | undefined => {
  if (problem === undefined || typeof problem === 'object') return problem?.text
  const most = limit && formatInteger(limit)
  return {
    missing: missing ?? 'Please fill in this field.',
    'too-long': most ? `Please shorten this to ${most} characters or fewer.` : 'This is too long.',
    invalid: invalid ?? 'Please enter a valid email address, for example name@example.com.',
  }[problem]
}
