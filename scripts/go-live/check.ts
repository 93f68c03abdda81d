import { parse } from 'smol-toml'
import * as v from 'valibot'
import { featuredTestimonials } from '../../src/content/featured-testimonials.ts'
import { site } from '../../src/content/site.ts'
import { checkSettings } from '../../src/prerender/settings.ts'
import { type Environment, settingNames, wrongSettings } from '../../supabase/functions/_shared/env.ts'

/** What the website says about the company, and whose words it prints. */
export type Content = {
  site: {
    name: string
    url: string
    email: string
    adminEmail: string
    phone: { display: string }
    founder: { name: string }
    registration: { number: string; office: string }
  }
  testimonials: readonly { name: string }[]
}

const ownContent: Content = { site, testimonials: featuredTestimonials }

/** The facts and names this repository comes with. */
const SAMPLES: [what: string, sample: string | RegExp, read: (company: Content['site']) => string][] = [
  ['name', 'Stratum Groundworks', (company) => company.name],
  ['registration.number', /^0+$/, (company) => company.registration.number],
  ['registration.office', '1 Sample Street, London', (company) => company.registration.office],
  // Ofcom's range for drama.
  ['phone', /^020 7946 0/, (company) => company.phone.display],
  ['founder', 'Alex Marlowe', (company) => company.founder.name],
]
const SAMPLE_CUSTOMERS = ['Priya N.', 'Tom and Ruth A.', 'Marcus B.']

const SETTINGS_FILE = 'supabase/.env'
const SITE_FILE = 'src/content/site.ts'
const CONFIG_FILE = 'supabase/config.toml'

const LOCAL = /\blocalhost\b|\b127\.0\.0\.1\b|\[::1\]/
const EXAMPLE = /\.example\b/
const BLOCKED_PORTS = ['25', '587']
// Written by Supabase itself; here they only complete the environment that the functions will have.
const PLATFORM = { SUPABASE_URL: 'https://YOUR-REF.supabase.co' }

/** Every text in a tree of values, with the names that lead to it. */
const texts = (value: unknown, path = ''): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => texts(part, path ? `${path}.${key}` : key))
}

/** The variable that a text of the config stands for. */
const namedIn = (text: string): string[] => /^env\((\w+)\)$/.exec(text)?.slice(1) ?? []

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)

const isSecretKey = (key: string): boolean => {
  if (key.startsWith('sb_secret_')) return true
  const [, payload = ''] = key.split('.')
  return Buffer.from(payload, 'base64url').toString().includes('service_role')
}

const settingsFindings = (settings: Environment, config: unknown): string[] => {
  const wrong = new Set(wrongSettings({ ...settings, ...PLATFORM }))
  const named = texts(config).flatMap(([path, text]) =>
    namedIn(text).flatMap((name) => (settings[name] || wrong.has(name) ? [] : [{ path, name }])),
  )
  return [
    ...[...wrong].map((name) =>
      settings[name]
        ? `${name} is malformed: .env.example shows what it has to look like.`
        : `${name} is not set: add it to ${SETTINGS_FILE}.`,
    ),
    ...named.map(
      ({ path, name }) => `${name} is not set, and ${CONFIG_FILE} needs it for ${path}: add it to ${SETTINGS_FILE}.`,
    ),
  ]
}

const placeFindings = (settings: Environment, build: Environment, config: unknown): string[] => {
  const values = texts({ ...settings, ...build })
  const local = values.filter(([, text]) => LOCAL.test(text))
  const sample = values.filter(([, text]) => EXAMPLE.test(text))
  return [
    ...local.map(([name]) => `${name} names this machine: put in the public address.`),
    ...sample.map(([name]) => `${name} has a sample domain (.example): put in your own.`),
    ...texts(config).flatMap(([path, text]) =>
      LOCAL.test(text) ? [`${path} in ${CONFIG_FILE} names this machine: put in the public address.`] : [],
    ),
    ...values.flatMap(([name, text]) =>
      text.startsWith('http://') && !LOCAL.test(text) ? [`${name} has to begin with https://.`] : [],
    ),
  ]
}

const sampleFindings = ({ site: company, testimonials }: Content): string[] => {
  const facts = SAMPLES.filter(([, sample, read]) =>
    typeof sample === 'string' ? read(company) === sample : sample.test(read(company)),
  )
  const domains = texts(company).filter(([, text]) => EXAMPLE.test(text))
  const customers = testimonials.map(({ name }) => name).filter((name) => SAMPLE_CUSTOMERS.includes(name))
  const list = (names: readonly (readonly [string, ...unknown[]])[]) => names.map(([name]) => name).join(', ')
  return [
    ...(facts.length > 0 ? [`${SITE_FILE} still has the samples of ${list(facts)}: put in your own.`] : []),
    ...(domains.length > 0
      ? [`${SITE_FILE} still has sample domains (.example) in ${list(domains)}: put in your own.`]
      : []),
    ...(customers.length > 0
      ? [
          `src/content/featured-testimonials.ts still shows samples (${customers.join(', ')}): print words of your own customers, with their permission.`,
        ]
      : []),
  ]
}

const agreementFindings = (settings: Environment, { site: company }: Content): string[] => {
  const pairs = [
    ['SITE_URL', originOf(company.url), originOf(settings.SITE_URL ?? ''), 'url'],
    ['COMPANY_NAME', company.name, settings.COMPANY_NAME, 'name'],
    ['COMPANY_EMAIL', company.email, settings.COMPANY_EMAIL, 'email'],
    ['COMPANY_PHONE', company.phone.display, settings.COMPANY_PHONE, 'phone'],
    ['FOUNDER_NAME', company.founder.name, settings.FOUNDER_NAME, 'founder'],
  ] as const
  return pairs.flatMap(([name, said, set, where]) =>
    set && set.trim() !== said
      ? [`${name} is ${set}, but ${where} in ${SITE_FILE} is ${said}: make them the same.`]
      : [],
  )
}

const smtpSchema = v.object({ auth: v.object({ email: v.object({ smtp: v.object({ port: v.number() }) }) }) })

const mailFindings = (settings: Environment, config: unknown): string[] => {
  const port = settings.SMTP_PORT || '465'
  if (BLOCKED_PORTS.includes(port)) return [`SMTP_PORT is ${port}, which Supabase blocks: use 465, or 2525.`]
  const parsed = v.safeParse(smtpSchema, config)
  const authPort = parsed.success ? String(parsed.output.auth.email.smtp.port) : port
  if (port === authPort) return []
  return [
    `SMTP_PORT is ${port}, but the port under [auth.email.smtp] in ${CONFIG_FILE} is ${authPort}: make them the same.`,
  ]
}

const recaptchaFindings = (settings: Environment, build: Environment): string[] => {
  const [secret, siteKey] = [settings.RECAPTCHA_SECRET_KEY, build.VITE_RECAPTCHA_SITE_KEY]
  if (siteKey && !secret)
    return [
      'VITE_RECAPTCHA_SITE_KEY is set without RECAPTCHA_SECRET_KEY, so nobody checks the answers: set both, or neither.',
    ]
  if (secret && !siteKey)
    return [
      'RECAPTCHA_SECRET_KEY is set without VITE_RECAPTCHA_SITE_KEY, so every enquiry is refused: set both, or neither.',
    ]
  return []
}

const setUpFindings = (settings: Environment, { site: company }: Content, wanted: boolean): string[] => {
  const account = settings.ADMIN_SETUP ?? ''
  if (!wanted)
    return account === ''
      ? []
      : [`ADMIN_SETUP is on: remove it from ${SETTINGS_FILE}, and run \`npx supabase@3 secrets unset ADMIN_SETUP\`.`]
  return account.toLowerCase() === company.adminEmail.toLowerCase()
    ? []
    : [
        `ADMIN_SETUP has to be ${company.adminEmail}, the adminEmail of ${SITE_FILE}, to create the first administrator.`,
      ]
}

const passwordFindings = ({ ADMIN_PASSWORD_CHANGE }: Environment): string[] =>
  ADMIN_PASSWORD_CHANGE === 'off'
    ? [`ADMIN_PASSWORD_CHANGE is off, for this machine only: remove it from ${SETTINGS_FILE}, and unset the secret.`]
    : []

const buildFindings = (build: Environment, localKey: string | undefined): string[] => {
  const found: string[] = []
  try {
    checkSettings(build)
  } catch (cause) {
    found.push(`${cause instanceof Error ? cause.message : cause}. Correct them where the site is built.`)
  }
  const key = build.VITE_SUPABASE_PUBLISHABLE_KEY
  if (!build.VITE_SUPABASE_URL)
    found.push(
      "VITE_SUPABASE_URL is not set where the site is built: it is the project's address, https://YOUR-REF.supabase.co.",
    )
  if (!key)
    found.push("VITE_SUPABASE_PUBLISHABLE_KEY is not set where the site is built: it is the project's publishable key.")
  else if (key === localKey)
    found.push("VITE_SUPABASE_PUBLISHABLE_KEY is the one `npm start` made for this machine: put in the project's own.")
  else if (isSecretKey(key))
    found.push(
      'VITE_SUPABASE_PUBLISHABLE_KEY is a secret key, which every visitor could read: put in the publishable one, and replace the secret one at Supabase.',
    )
  return found
}

/** What would keep the site from working once it is published: one sentence each, with its remedy. */
export const findings = (given: {
  /** The functions' and the auth server's. */
  settings: Environment
  /** The `VITE_` ones, where the site is built. */
  build: Environment
  /** The publishable key that the embedded backend made for itself. */
  localKey?: string | undefined
  /** The text of supabase/config.toml. */
  config: string
  /** That of this working copy when it is left out. */
  content?: Content
  /** Whether the first administrator is about to be created. */
  adminSetup: boolean
}): string[] => {
  const { build, localKey, content = ownContent, adminSetup } = given
  const config = parse(given.config)
  // The environment of a shell holds much that is none of the site's.
  const names = new Set([...settingNames, ...texts(config).flatMap(([, text]) => namedIn(text))])
  const settings = Object.fromEntries(
    [...names].filter((name) => !name.startsWith('SUPABASE_')).map((name) => [name, given.settings[name]]),
  )
  return [
    ...settingsFindings(settings, config),
    ...placeFindings(settings, build, config),
    ...agreementFindings(settings, content),
    ...mailFindings(settings, config),
    ...recaptchaFindings(settings, build),
    ...setUpFindings(settings, content, adminSetup),
    ...passwordFindings(settings),
    ...buildFindings(build, localKey),
    ...sampleFindings(content),
  ]
}
