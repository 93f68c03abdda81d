/** Messages of the business card page (contract, point 8). */
export const businessCardMessages = {
  missingEmail: 'Please enter an email address',
  processing: 'Processing business card request...',
  success: 'Business card request processed! An email will be sent shortly.',
  failed: 'Failed to process business card request',
  fallback: 'Failed to send. Please try again later.',
  linkCopied: 'Link copied',
  linkNotCopied: (address: string) => `Couldn’t copy the link. You can copy it from here: ${address}`,
} as const
