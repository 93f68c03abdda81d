/// <reference types="vite/client" />

interface Window {
  /** Repeats the queued clicks. `failed`: the page stays as without JavaScript for now. Defined in index.html. */
  replayEvents: (hydrated: 'true' | 'failed') => void
}

/** The QR code of the business card's URL, drawn by vite.config.ts. */
declare const __BUSINESS_CARD_QR__: import('./prerender/drawings').QrCode
