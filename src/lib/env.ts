/** The measurement id of a site that counts nothing. */
export const PLACEHOLDER_MEASUREMENT_ID = 'G-XXXXXXXXXX'

/** The build's settings, as `src/prerender/settings.ts` has checked them. */
export type Env = {
  /** URL of the Supabase project; without it the backend is on the site's own origin. */
  VITE_SUPABASE_URL: string | undefined
  VITE_SUPABASE_PUBLISHABLE_KEY: string
  /** Origin that answers POST /api/submit-testimonial; without it the hosted function, or the site itself, does. */
  VITE_PROJECTS_HOST: string | undefined
  /** The spam-check widget shows only when this is set. */
  VITE_RECAPTCHA_SITE_KEY: string | undefined
  /** Where page views are counted; with the placeholder nothing is ever counted. */
  VITE_ANALYTICS_ID: string
  /** `on` shows 'Work in Progress' in place of every public page. */
  VITE_UNDER_CONSTRUCTION: string
}

// An empty setting counts as missing.
const text = (value: unknown): string | undefined => (typeof value === 'string' && value) || undefined
const address = (value: unknown): string | undefined => text(value)?.replace(/\/+$/, '')

/** The build's settings, with defaults for missing ones; the build has checked them. */
export const readEnv = (source: Readonly<Record<string, unknown>> = import.meta.env): Env => ({
  VITE_SUPABASE_URL: address(source.VITE_SUPABASE_URL),
  VITE_SUPABASE_PUBLISHABLE_KEY: text(source.VITE_SUPABASE_PUBLISHABLE_KEY) ?? '',
  VITE_PROJECTS_HOST: address(source.VITE_PROJECTS_HOST),
  VITE_RECAPTCHA_SITE_KEY: text(source.VITE_RECAPTCHA_SITE_KEY),
  VITE_ANALYTICS_ID: text(source.VITE_ANALYTICS_ID) ?? PLACEHOLDER_MEASUREMENT_ID,
  VITE_UNDER_CONSTRUCTION: text(source.VITE_UNDER_CONSTRUCTION) ?? 'off',
})
