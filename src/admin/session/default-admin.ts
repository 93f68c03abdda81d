import { site } from '@/content/site'

/** The contract's default administrator; change both before going live. Hosted, the password only opens its change. */
export const defaultAdmin = { email: site.adminEmail, password: 'below-street-level' } as const
