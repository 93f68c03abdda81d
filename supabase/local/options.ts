import path from 'node:path'

/** The company the e-mails speak for. */
export type Company = { name: string; phone: string; email: string; founder: string; mailFrom: string; admin: string }

/** What the embedded backend was told to be. */
export type BackendOptions = {
  /** The repository's root. */
  root: string
  /** Where the database lies. */
  dataDir: string
  /** Port of the server the backend is part of; the links in e-mails name it. */
  port: number
  /** Port of the mail server on loopback; 0 takes any free one. */
  smtpPort: number
  /** Whether a new database gets the sample reviews. */
  seed: boolean
  keys: { publishable: string; secret: string; jwtSecret: string }
  company: Company
  /** Whether the login screen may create the first administrator. */
  adminSetup: boolean
  recaptcha: { secret: string; verifyUrl?: string }
}

type Variables = Readonly<Record<string, string | undefined>>

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether the site is told to use a hosted project, so that nothing has to run here. */
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

/** Reads the options from variables of the environment and `.env.local`; throws one sentence that says what to do. */
export function readOptions(root: string, env: Variables, company: Company): BackendOptions {
  const { VITE_SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_JWT_SECRET } = env
  if (!VITE_SUPABASE_PUBLISHABLE_KEY || !SUPABASE_SECRET_KEY || !SUPABASE_JWT_SECRET) {
    throw new Error(
      'The keys of the embedded backend are missing: run `npm start`, or `node scripts/setup.mjs`, which makes them.',
    )
  }
  return {
    root,
    dataDir: path.resolve(root, env.DATA_DIR || 'supabase/.data'),
    port: number('PORT', env.PORT, 5173),
    smtpPort: number('SMTP_PORT', env.SMTP_PORT, 0),
    seed: env.SEED !== 'off',
    keys: {
      publishable: VITE_SUPABASE_PUBLISHABLE_KEY,
      secret: SUPABASE_SECRET_KEY,
      jwtSecret: SUPABASE_JWT_SECRET,
    },
    company,
    adminSetup: env.ADMIN_SETUP !== 'off',
    recaptcha: {
      secret: env.RECAPTCHA_SECRET_KEY ?? '',
      ...(env.RECAPTCHA_VERIFY_URL ? { verifyUrl: env.RECAPTCHA_VERIFY_URL } : {}),
    },
  }
}
