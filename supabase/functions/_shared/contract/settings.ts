import * as v from 'valibot'

/** Settings for administrators. Secrets are booleans. */
export const serverSettingsSchema = v.object({
  companyEmail: v.string(),
  mailTo: v.string(),
  mailFrom: v.string(),
  siteUrl: v.string(),
  siteOrigins: v.array(v.string()),
  smtpPort: v.number(),
  smtpSignIn: v.boolean(),
  recaptchaSecret: v.boolean(),
  deployHook: v.boolean(),
})
export type ServerSettings = v.InferOutput<typeof serverSettingsSchema>
