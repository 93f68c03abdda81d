// Apart from the catalogue: every page needs these, few need the rest.

export const CONNECTION = 'Please check your connection and try again.'

export const OUTDATED = 'The site has been updated. Please copy your message, reload the page and send it again.'

/** Shown in place of a page whose code is gone. */
export const PAGE_OUTDATED = 'The site has been updated since you opened it. Please reload the page.'

/** When POST /api/send-business-card finds no handler. */
export const SEND_EMAIL_FAILED = 'Failed to process your request. Please try again later.'

export const OFFLINE =
  'You are offline. Pages you have opened before still open; messages can be sent once the connection is back.'
