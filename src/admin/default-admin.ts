import { site } from '@/content/site'

/**
 * The default administrator that 'Setup Admin' creates, fixed by contract. SAMPLES: change both before going live. The
 * password is published with the site, so it opens nothing but the screen that replaces it.
 */
export const defaultAdmin = {
  email: site.adminEmail,
  password: 'below-street-level',
} as const
