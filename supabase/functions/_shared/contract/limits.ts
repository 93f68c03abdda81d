/** Greatest lengths of an enquiry's fields once they are cleaned, in UTF-16 units, as all lengths of the contract. */
export const ENQUIRY_LIMITS = { name: 100, phone: 40, subject: 150, message: 5_000, source: 100, domain: 253 } as const

/** Greatest lengths of a review's fields once they are cleaned, in UTF-16 units. */
export const REVIEW_LIMITS = { name: 100, location: 100, text: 10_000 } as const

/** In whole stars; `RATING_DEFAULT` is for a testimonial that gives none. */
export const RATING_MIN = 1
export const RATING_MAX = 5
export const RATING_DEFAULT = 5

/** Field that people don't see, named so that no form filler knows it. A testimonial that fills it in is stored as deleted. */
export const HONEYPOT_FIELD = 'leave-empty'

/** The key of an invitation's token in the fragment of its link, which no server and no statistics are told. */
export const INVITATION_KEY = 'invitation'

/** The form of an invitation's token: 256 bits, 43 characters of base64url. */
export const INVITATION_TOKEN = /^[\w-]{43}$/
