/** Measurement id that disables analytics. */
export const PLACEHOLDER_MEASUREMENT_ID = 'G-XXXXXXXXXX'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value) || undefined
const url = (value: unknown): string | undefined => text(value)?.replace(/\/+$/, '')

/** Returns the unvalidated settings. Empty ones count as missing, and URLs lose trailing slashes. */
export const readEnv = (source: Readonly<Record<string, unknown>> = import.meta.env) => ({
  /** The site's own origin if undefined. */
  VITE_SUPABASE_URL: url(source.VITE_SUPABASE_URL),
  VITE_SUPABASE_PUBLISHABLE_KEY: text(source.VITE_SUPABASE_PUBLISHABLE_KEY) ?? '',
  /** Origin of POST /api/submit-testimonial, if it is another host. */
  VITE_PROJECTS_HOST: url(source.VITE_PROJECTS_HOST),
  VITE_RECAPTCHA_SITE_KEY: text(source.VITE_RECAPTCHA_SITE_KEY),
  VITE_ANALYTICS_ID: text(source.VITE_ANALYTICS_ID) ?? PLACEHOLDER_MEASUREMENT_ID,
  VITE_UNDER_CONSTRUCTION: text(source.VITE_UNDER_CONSTRUCTION) ?? 'off',
})
