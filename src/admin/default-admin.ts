import { site } from '@/content/site'

/** The default administrator (contract). SAMPLES: change both before going live. The password only opens its own change. */
export const defaultAdmin = {
  email: site.adminEmail,
  password: 'below-street-level',
} as const
