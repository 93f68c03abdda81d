import path from 'node:path'

export type Company = { name: string; phone: string; email: string; founder: string; mailFrom: string; admin: string }

type Variables = Readonly<Record<string, string | undefined>>

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether the site uses a hosted project. */
export const usesHostedProject = (env: Variables): boolean => {
  const url = env.VITE_SUPABASE_URL
  return url !== undefined && URL.canParse(url) && !LOOPBACK.includes(new URL(url).hostname)
}

const number = (name: string, value: string | undefined, fallback: number): number => {
  if (!value) return fallback
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} must be a port number, but it is "${value}".`)
}

/** Reads options. Throws readable errors. */
export const readOptions = (root: string, env: Variables, company: Company) => {
  const { VITE_SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_JWT_SECRET } = env
  if (!VITE_SUPABASE_PUBLISHABLE_KEY || !SUPABASE_SECRET_KEY || !SUPABASE_JWT_SECRET) {
    throw new Error(
      "The embedded backend's keys are missing. Run `npm start` or `node scripts/setup.mjs` to create them.",
    )
  }
  return {
    root,
    dataDir: path.resolve(root, env.DATA_DIR || 'supabase/.data'),
    port: number('PORT', env.PORT, 5173),
    /** Set if another server hosts the pages. */
    pagesOrigin: env.PAGES_ORIGIN ?? '',
    smtpPort: number('SMTP_PORT', env.SMTP_PORT, 0),
    seed: env.SEED !== 'off',
    keys: { publishable: VITE_SUPABASE_PUBLISHABLE_KEY, secret: SUPABASE_SECRET_KEY, jwtSecret: SUPABASE_JWT_SECRET },
    company,
    adminSetup: env.ADMIN_SETUP !== 'off',
    passwordChangeRequired: env.ADMIN_PASSWORD_CHANGE === 'required',
    authLimits: env.AUTH_LIMITS !== 'off',
    recaptcha: { secret: env.RECAPTCHA_SECRET_KEY ?? '', verifyUrl: env.RECAPTCHA_VERIFY_URL ?? '' },
    builds: {
      DEPLOY_HOOK_URL: env.DEPLOY_HOOK_URL ?? '',
      BUILDS_PER_MONTH: env.BUILDS_PER_MONTH ?? '',
      BUILD_QUIET_MINUTES: env.BUILD_QUIET_MINUTES ?? '',
      BUILD_LOST_AFTER_MINUTES: env.BUILD_LOST_AFTER_MINUTES ?? '',
    },
  }
}
export type BackendOptions = ReturnType<typeof readOptions>

/** Returns the site's local origins. Links use the first. */
export const getSiteOrigins = (options: BackendOptions): [string, ...string[]] => {
  const localOrigins: [string, string] = [`http://localhost:${options.port}`, `http://127.0.0.1:${options.port}`]
  return options.pagesOrigin ? [options.pagesOrigin, ...localOrigins] : localOrigins
}

/** Returns the functions' environment, in place of hosted secrets. */
export const createFunctionEnvironment = (options: BackendOptions, smtpPort: number): Record<string, string> => {
  const { company, keys, recaptcha } = options
  const origins = getSiteOrigins(options)
  return {
    SUPABASE_URL: `http://127.0.0.1:${options.port}`,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SITE_URL: origins[0],
    SITE_ORIGINS: origins.join(','),
    COMPANY_NAME: company.name,
    COMPANY_PHONE: company.phone,
    COMPANY_EMAIL: company.email,
    FOUNDER_NAME: company.founder,
    MAIL_FROM: company.mailFrom,
    MAIL_TO: company.email,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    SMTP_SECURE: 'false',
    RECAPTCHA_SECRET_KEY: recaptcha.secret,
    RECAPTCHA_VERIFY_URL: recaptcha.verifyUrl,
    ADMIN_SETUP: options.adminSetup ? company.admin : '',
    ADMIN_PASSWORD_CHANGE: options.passwordChangeRequired ? 'required' : 'off',
    ...options.builds,
  }
}
