/** Texts of the form that withdraws a review. */
export const withdrawalMessages = {
  loading: 'Loading your review...',
  explanation: 'If you withdraw this review, we take it off our website straight away and can’t put it back.',
  done: 'Your review has been withdrawn. Thank you for letting us know.',
  withdrawn: 'This review has already been withdrawn.',
  removed: 'This review isn’t on our website any more.',
  unknown: (email: string) =>
    `We don’t recognise this link. It may be incomplete. Please copy it from our email again, or write to ${email}.`,
} as const
