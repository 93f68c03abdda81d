// Separate from `messages`, because every page needs these.

export const CONNECTION = 'Please check your connection and try again.'

export const OUTDATED = 'The site has been updated. Please copy your message, reload the page and send it again.'

/** For POST /api/send-business-card without a handler. */
export const SEND_EMAIL_FAILED = 'Failed to process your request. Please try again later.'

export const OFFLINE =
  'You’re offline. Pages you’ve already visited still work, and you can send messages once you’re back online.'
