// Apart from the catalogue, as every page needs these and few need the rest.

export const CONNECTION = 'Please check your connection and try again.'

export const OUTDATED = 'The site has been updated. Please copy your message, reload the page and send it again.'

/** When POST /api/send-business-card finds no handler. */
export const SEND_EMAIL_FAILED = 'Failed to process your request. Please try again later.'

export const OFFLINE =
  'You are offline. Pages you have opened before still open; messages can be sent once the connection is back.'
