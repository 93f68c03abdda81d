/** Maximum lengths after cleaning. The contract's lengths are in UTF-16 units. */
export const ENQUIRY_LIMITS = { name: 100, phone: 40, subject: 150, message: 5_000, source: 100, domain: 253 } as const

/** Maximum photos per enquiry, bytes of each, and pixels of its longest side. */
export const ENQUIRY_PHOTO_LIMITS = { photos: 5, bytes: 350_000, side: 1_600 } as const

export const REVIEW_LIMITS = { name: 100, location: 100, text: 10_000 } as const

/** In whole stars. */
export const RATING_MIN = 1
export const RATING_MAX = 5
export const RATING_DEFAULT = 5

/** Hidden field that form fillers don't know. Testimonials that fill it in are stored as deleted. */
export const HONEYPOT_FIELD = 'leave-empty'

/** Key of the token in a link's fragment, which servers and statistics never see. */
export const INVITATION_KEY = 'invitation'

/** Like `INVITATION_KEY`, for an author's link to withdraw a review. */
export const WITHDRAWAL_KEY = 'withdraw'

/** Token of 256 bits in base64url, of both kinds of link. */
export const LINK_TOKEN = /^[\w-]{43}$/
