import type { BackendOptions } from '../options.ts'

/** The origins the site can be reached at on this machine, the one that links use first. */
export const siteOrigins = (port: number): [string, ...string[]] => [
  `http://localhost:${port}`,
  `http://127.0.0.1:${port}`,
]

/** The functions' environment: what hosted secrets would hold. */
export function functionEnvironment(options: BackendOptions, smtpPort: number): Record<string, string> {
  const { company, keys, recaptcha } = options
  const origins = siteOrigins(options.port)
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
    ...(recaptcha.verifyUrl ? { RECAPTCHA_VERIFY_URL: recaptcha.verifyUrl } : {}),
    ADMIN_SETUP: options.adminSetup ? company.admin : '',
  }
}
