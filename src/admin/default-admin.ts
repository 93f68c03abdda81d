import { DEFAULT_ADMIN_EMAIL } from '@contract/default-admin'

/** The default administrator (contract). SAMPLES: change both before going live. The password only opens its own change. */
export const defaultAdmin = {
  email: DEFAULT_ADMIN_EMAIL,
  password: 'below-street-level',
} as const
