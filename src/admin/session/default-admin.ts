import { site } from '@/content/site'

/** The default administrator (contract). Change both before going live; on a hosted project the password only opens its own change. */
export const defaultAdmin = {
  email: site.adminEmail,
  password: 'below-street-level',
} as const
