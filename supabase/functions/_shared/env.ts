import * as v from 'valibot'

export type Environment = Readonly<Record<string, string | undefined>>

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const optionalText = v.optional(v.pipe(v.string(), v.trim()), '')
const url = v.pipe(text, v.url())
const email = v.pipe(text, v.email())
const origins = v.pipe(
  v.string(),
  v.transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.url(),
      v.transform((url) => new URL(url).origin),
    ),
  ),
)

const minutes = (initial: string) =>
  v.pipe(v.optional(v.string(), initial), v.toNumber(), v.minValue(0), v.maxValue(100_000))

const environmentSchema = v.object({
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEYS: v.optional(v.string()),
  SUPABASE_SECRET_KEYS: v.optional(v.string()),
  SUPABASE_ANON_KEY: v.optional(v.string()),
  SUPABASE_SERVICE_ROLE_KEY: v.optional(v.string()),
  SITE_URL: url,
  SITE_ORIGINS: v.optional(origins, ''),
  COMPANY_NAME: text,
  COMPANY_PHONE: text,
  COMPANY_EMAIL: email,
  FOUNDER_NAME: text,
  MAIL_FROM: email,
  MAIL_TO: v.optional(email),
  SMTP_HOST: text,
  SMTP_PORT: v.pipe(v.optional(v.string(), '465'), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  SMTP_SECURE: optionalText,
  SMTP_USER: optionalText,
  SMTP_PASS: optionalText,
  RECAPTCHA_SECRET_KEY: optionalText,
  RECAPTCHA_VERIFY_URL: v.optional(url, 'https://www.google.com/recaptcha/api/siteverify'),
  ADMIN_SETUP: optionalText,
  ADMIN_PASSWORD_CHANGE: optionalText,
  DEPLOY_HOOK_URL: v.optional(url),
  BUILDS_PER_MONTH: v.pipe(v.optional(v.string(), '12'), v.toNumber(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  BUILD_QUIET_MINUTES: minutes('10'),
  BUILD_LOST_AFTER_MINUTES: minutes('30'),
})

// Empty settings are missing, as in .env.example.
const parse = (environment: Environment) =>
  v.safeParse(environmentSchema, Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim())))

const keysSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.pipe(v.string(), v.nonEmpty())))

// Hosted projects provide JSON with named keys. Older ones and the CLI set one variable each.
const apiKey = (json: string | undefined, legacy: string | undefined, name: string): string => {
  const keys = json ? v.parse(keysSchema, json) : {}
  const key = keys.default ?? Object.values(keys)[0] ?? legacy
  if (!key) throw new Error(`The function's environment has no ${name}.`)
  return key
}

const NAMED_HOST = /\.[a-z][a-z0-9-]*$/i

// Sites usually respond with and without `www.`, but localhost and IP addresses have none.
const getOriginVariants = (siteUrl: string): string[] => {
  const { origin, protocol, host, hostname } = new URL(siteUrl)
  if (!NAMED_HOST.test(hostname)) return [origin]
  return [origin, `${protocol}//${host.startsWith('www.') ? host.slice(4) : `www.${host}`}`]
}

export const settingNames: readonly string[] = Object.keys(environmentSchema.entries)

const getSettingNames = (issues: readonly v.BaseIssue<unknown>[]): string[] => [
  ...new Set(issues.map((issue) => String(issue.path?.[0]?.key))),
]

/** Returns the names of invalid settings, except API keys. */
export const findInvalidSettings = (environment: Environment): string[] =>
  getSettingNames(parse(environment).issues ?? [])

/** Returns typed settings. Throws an error that names invalid ones. */
export const readSettings = (environment: Environment) => {
  const parsed = parse(environment)
  if (!parsed.success)
    throw new Error(`Missing or invalid in the function's environment: ${getSettingNames(parsed.issues).join(', ')}.`)
  const env = parsed.output
  const siteUrl = env.SITE_URL.replace(/\/+$/, '')
  return {
    supabaseUrl: env.SUPABASE_URL.replace(/\/+$/, ''),
    publishableKey: apiKey(env.SUPABASE_PUBLISHABLE_KEYS, env.SUPABASE_ANON_KEY, 'publishable key'),
    secretKey: apiKey(env.SUPABASE_SECRET_KEYS, env.SUPABASE_SERVICE_ROLE_KEY, 'secret key'),
    siteUrl,
    siteOrigins: env.SITE_ORIGINS.length > 0 ? env.SITE_ORIGINS : getOriginVariants(siteUrl),
    company: {
      name: env.COMPANY_NAME,
      phone: env.COMPANY_PHONE,
      email: env.COMPANY_EMAIL,
      founder: env.FOUNDER_NAME,
    },
    mailFrom: env.MAIL_FROM,
    mailTo: env.MAIL_TO ?? env.COMPANY_EMAIL,
    smtp: {
      host: env.SMTP_HOST,
      port: env.SMTP_PORT,
      secure: env.SMTP_SECURE ? env.SMTP_SECURE === 'true' : env.SMTP_PORT === 465,
      user: env.SMTP_USER,
      pass: env.SMTP_PASS,
    },
    recaptcha: { secret: env.RECAPTCHA_SECRET_KEY, verifyUrl: env.RECAPTCHA_VERIFY_URL },
    /** Email address of the first administrator. Empty if set-up is closed. */
    adminSetup: env.ADMIN_SETUP.toLowerCase(),
    passwordChangeRequired: env.ADMIN_PASSWORD_CHANGE !== 'off',
    deployHookUrl: env.DEPLOY_HOOK_URL ?? '',
    /** `per_month` applies to any 30 days. */
    builds: {
      per_month: env.DEPLOY_HOOK_URL ? env.BUILDS_PER_MONTH : 0,
      quiet_minutes: env.BUILD_QUIET_MINUTES,
      lost_minutes: env.BUILD_LOST_AFTER_MINUTES,
    },
  }
}
export type Settings = ReturnType<typeof readSettings>
