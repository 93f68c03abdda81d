import * as v from 'valibot'
import { PLACEHOLDER_MEASUREMENT_ID } from './analytics'

const url = v.pipe(
  v.string(),
  v.url(),
  v.transform((text) => text.replace(/\/+$/, '')),
)

const schema = v.object({
  /** Address of the Supabase project; without it the backend is expected on the site's own origin. */
  VITE_SUPABASE_URL: v.optional(url),
  VITE_SUPABASE_PUBLISHABLE_KEY: v.optional(v.string(), ''),
  /** Origin that answers POST /api/submit-testimonial; without it the hosted function, or the site itself, does. */
  VITE_PROJECTS_HOST: v.optional(url),
  /** The spam-check widget shows only when this is set. */
  VITE_RECAPTCHA_SITE_KEY: v.optional(v.string()),
  /** Where page views are counted; with the placeholder nothing is ever counted. */
  VITE_ANALYTICS_ID: v.optional(
    v.pipe(v.string(), v.regex(/^G-[A-Z0-9]+$/, 'expected a measurement id such as G-AB12CD34EF')),
    PLACEHOLDER_MEASUREMENT_ID,
  ),
  /** `on` shows 'Work in Progress' in place of every public page. */
  VITE_UNDER_CONSTRUCTION: v.optional(v.picklist(['on', 'off'], "expected 'on' or 'off'"), 'off'),
})

export type Env = v.InferOutput<typeof schema>

/** Returns the build's settings; throws an error that lists every unusable name. */
export const readEnv = (source: Record<string, unknown>): Env => {
  const known = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = v.safeParse(schema, known)
  if (result.success) return result.output
  const names = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  throw new Error(`Settings that cannot be used: ${names.join('; ')}`)
}
