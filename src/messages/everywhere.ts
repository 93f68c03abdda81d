// Apart from the catalogue, as every page needs these and few need the rest.

export const CONNECTION = 'Please check your connection and try again.'

export const OUTDATED = 'The site has been updated. Please copy your message, reload the page and send it again.'

/** When POST /api/send-business-card finds no handler. */
export const SEND_EMAIL_FAILED = 'Failed to process your request. Please try again later.'

export const OFFLINE =
  'You’re offline. Pages you’ve already visited still work, and you can send messages once you’re back online.'
