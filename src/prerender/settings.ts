import * as v from 'valibot'
import type { Plugin } from 'vite'

const url = v.optional(v.pipe(v.string(), v.url()))

const schema = v.object({
  VITE_SUPABASE_URL: url,
  VITE_SUPABASE_PUBLISHABLE_KEY: v.optional(v.string()),
  VITE_PROJECTS_HOST: url,
  VITE_RECAPTCHA_SITE_KEY: v.optional(v.string()),
  VITE_ANALYTICS_ID: v.optional(
    v.pipe(v.string(), v.regex(/^G-[A-Z0-9]+$/, 'expected a measurement id, for example G-AB12CD34EF')),
  ),
  VITE_UNDER_CONSTRUCTION: v.optional(v.picklist(['on', 'off'], "expected 'on' or 'off'")),
})

/** Throws an error that names every invalid setting. */
export const checkSettings = (source: Readonly<Record<string, unknown>>): void => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { issues } = v.safeParse(schema, given)
  if (!issues) return
  const names = issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  throw new Error(`Invalid settings: ${names.join('; ')}`)
}

export const settingsCheck = (): Plugin => ({
  name: 'settings-check',
  // Tests have their own settings, and the preview needs none.
  apply: (_config, { isPreview }) => !isPreview && !process.env.VITEST,
  configResolved: ({ env }) => checkSettings(env),
})
