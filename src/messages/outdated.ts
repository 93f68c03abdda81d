/** Said when code of the open page is gone. By itself, for every page needs it and few need the rest of the catalogue. */
export const OUTDATED = 'The site has been updated. Please copy your message, reload the page and send it again.'
