// By themselves, for every page needs them and few need the rest of the catalogue.

/** Said when nothing can be fetched. */
export const CONNECTION = 'Please check your connection and try again.'

/** Said when code of the open page is gone. */
export const OUTDATED = 'The site has been updated. Please copy your message, reload the page and send it again.'

/** Said in place of a page whose code is gone. */
export const PAGE_OUTDATED = 'The site has been updated since you opened it. Please reload the page.'

/** Said when the connection is lost. */
export const OFFLINE =
  'You are offline. Pages you have opened before still open; messages can be sent once the connection is back.'
