import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'smol-toml'
import * as v from 'valibot'

const templateSchema = v.object({ subject: v.string(), content_path: v.string() })
const TEMPLATES = ['invite', 'recovery', 'confirmation', 'magic_link', 'email_change'] as const
const NOTIFICATIONS = ['password_changed', 'mfa_factor_enrolled', 'mfa_factor_unenrolled'] as const

const configSchema = v.object({
  api: v.object({ schemas: v.array(v.string()), extra_search_path: v.array(v.string()), max_rows: v.number() }),
  auth: v.object({
    jwt_expiry: v.number(),
    minimum_password_length: v.number(),
    enable_signup: v.boolean(),
    enable_refresh_token_rotation: v.boolean(),
    refresh_token_reuse_interval: v.number(),
    rate_limit: v.object({ token_refresh: v.number() }),
    email: v.object({
      enabled: v.boolean(),
      double_confirm_changes: v.boolean(),
      enable_confirmations: v.boolean(),
      require_current_password: v.boolean(),
      otp_length: v.number(),
      otp_expiry: v.number(),
      template: v.object(v.entriesFromList(TEMPLATES, templateSchema)),
      notification: v.object(v.entriesFromList(NOTIFICATIONS, templateSchema)),
    }),
    mfa: v.object({ max_enrolled_factors: v.number() }),
  }),
  storage: v.object({ file_size_limit: v.string() }),
  functions: v.record(v.string(), v.object({ verify_jwt: v.boolean() })),
})
export type ProjectConfig = v.InferOutput<typeof configSchema>

/** Reads `supabase/config.toml`. */
export const readProjectConfig = (root: string): ProjectConfig => {
  const file = path.join(root, 'supabase/config.toml')
  const config = v.parse(configSchema, parse(readFileSync(file, 'utf8')))
  const { template: templates, notification } = config.auth.email
  for (const template of [...Object.values(templates), ...Object.values(notification)])
    template.content_path = path.resolve(root, template.content_path)
  return config
}
