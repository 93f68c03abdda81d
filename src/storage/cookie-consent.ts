import { storedValue, word } from './stored-value'

/** What a visitor decided about analytics cookies. */
export type Consent = 'accepted' | 'rejected'

/** The decision as it is kept, for all pages and tabs of this browser. */
export const cookieConsent = storedValue<Consent>('cookieConsent', word(['accepted', 'rejected']))
