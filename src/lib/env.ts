import * as v from 'valibot'

const url = v.pipe(
  v.string(),
  v.url(),
  v.transform((text) => text.replace(/\/+$/, '')),
)

const schema = v.object({
  /** Address of the Supabase project; without it the backend is expected on the site's own origin. */
  VITE_SUPABASE_URL: v.optional(url),
  VITE_SUPABASE_PUBLISHABLE_KEY: v.optional(v.string(), ''),
  /** Origin that answers POST /api/submit-testimonial; without it the site's own. */
  VITE_PROJECTS_HOST: v.optional(url),
  /** The spam-check widget shows only when this is set. */
  VITE_RECAPTCHA_SITE_KEY: v.optional(v.string()),
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
