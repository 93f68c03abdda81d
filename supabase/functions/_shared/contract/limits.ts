export const ENQUIRY_LIMITS = { name: 100, phone: 40, subject: 150, message: 5_000, source: 100, domain: 253 } as const

export const REVIEW_LIMITS = { name: 100, location: 100, text: 10_000 } as const

export const RATING_MIN = 1
export const RATING_MAX = 5
export const RATING_DEFAULT = 5

export const HONEYPOT_FIELD = 'website'

/** The key of an invitation's token in the fragment of its link, which no server and no statistics are told. */
export const INVITATION_KEY = 'invitation'

export const INVITATION_TOKEN = /^[\w-]{43}$/
