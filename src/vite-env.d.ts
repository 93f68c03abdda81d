/// <reference types="vite/client" />

interface Window {
  /**
   * Repeats what was pressed and sent before the page was hydrated, and queues nothing more. `failed`: the page will not be
   * hydrated for now, and works as without JavaScript. Defined in index.html.
   */
  replayEvents: (hydrated: 'true' | 'failed') => void
}

/** The QR code of the business card's address, drawn by vite.config.ts. */
declare const __BUSINESS_CARD_QR__: import('./prerender/drawings').QrCode
