import { AdminError, type AdminErrorCode } from './errors'

const errors: Record<AdminErrorCode, string> = {
  offline: 'The server could not be reached. Please check your connection and try again.',
  'signed-out': 'Your session has ended. Please sign in again; you will come back to this place.',
  'not-allowed': 'Your account has no administrator rights, or they were removed.',
  conflict: 'Somebody else has changed this in the meantime.',
  'not-found': 'This no longer exists. Somebody else may have deleted it.',
  'last-admin': 'This is the last administrator. Give the role to somebody else first.',
  'email-exists': 'User already exists. Try resetting the password instead.',
  'setup-closed': 'An administrator already exists. Please sign in, or reset the password.',
  'weak-password': 'This password is too weak.',
  'delivery-failed': 'The e-mail could not be sent. Please try again later.',
  'rate-limited': 'You have done this several times in a short time. Please try again later.',
  refused: 'The server refused this.',
  unexpected: 'An unexpected error occurred',
}

/** Every sentence of the admin area that reports success or failure, by word. The contract's wording (point 8) first. */
export const adminMessages = {
  errors,
} as const

/** The sentence for whatever an admin operation threw; `refused` speaks in the server's own words. */
export const adminErrorText = (error: unknown): string => {
  if (!(error instanceof AdminError)) return errors.unexpected
  return error.code === 'refused' && error.detail ? error.detail : errors[error.code]
}
