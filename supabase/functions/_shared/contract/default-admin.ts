/** The account that 'Setup Admin' creates, and the only one it can. SAMPLE: change it before going live. */
export const DEFAULT_ADMIN_EMAIL = 'admin@stratumgroundworks.example'
