import { site } from '@/content/site'

/** The contract's default administrator; change it before going live. When hosted, it can only change its password. */
export const defaultAdmin = { email: site.adminEmail, password: 'below-street-level' } as const
