/** Texts of the form that withdraws a review. */
export const withdrawalMessages = {
  loading: 'Loading your review...',
  explanation:
    'If you withdraw this review, we’ll stop showing it and can’t restore it. Search engines may show it a little longer.',
  done: 'Your review has been withdrawn. Thank you for letting us know.',
  withdrawn: 'This review has already been withdrawn.',
  removed: 'This review isn’t on our website any more.',
  unknown: (email: string) =>
    `We don’t recognise this link. It may be incomplete, or the review has been deleted. If in doubt, please write to ${email}.`,
} as const
