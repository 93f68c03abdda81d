/** Texts about replies to reviews. */
export const replyMessages = {
  published: 'Reply published',
  saved: 'Reply saved',
  changed:
    'This reply was changed in another tab, on another device or by someone else while you were editing. Which version do you want to keep?',
  deleted: 'Reply deleted',
  mailed: (recipient: string) => `Reply emailed to ${recipient}`,
  notMailed: (recipient: string) =>
    `The reply is on the website, but we couldn’t email it to ${recipient}. Please try again later.`,
  notPublished: 'This review is no longer published',
} as const
