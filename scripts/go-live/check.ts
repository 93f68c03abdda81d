import { parse } from 'smol-toml'
import * as v from 'valibot'
import { house } from '../../src/content/dig/steps.ts'
import { featuredTestimonials } from '../../src/content/featured-testimonials.ts'
import { site } from '../../src/content/site.ts'
import { checkSettings } from '../../src/prerender/settings.ts'
import {
  findSettingsMismatches,
  getSpamCheckState,
} from '../../supabase/functions/_shared/contract/settings-mismatches.ts'
import { type Environment, findInvalidSettings, settingNames } from '../../supabase/functions/_shared/env.ts'
import { reason } from '../../supabase/functions/_shared/errors.ts'
import { legacyKeyAdvice, legacyRole } from '../legacy-key.mjs'

/** Company facts and testimonials on the website. */
export type Content = {
  site: {
    name: string
    url: string
    email: string
    adminEmail: string
    phone: { display: string }
    whatsapp?: string | undefined
    founder: { name: string }
    registration: { number: string; office: string }
  }
  testimonials: readonly { name: string }[]
  /** Content by file. `sample: true` marks samples. */
  marked: Readonly<Record<string, unknown>>
}

const SETTINGS_FILE = 'supabase/.env'
const SITE_FILE = 'src/content/site.ts'
const CONFIG_FILE = 'supabase/config.toml'

const SAMPLES: Readonly<Record<string, RegExp>> = {
  name: /^Stratum Groundworks$/,
  // Ofcom's number ranges for drama.
  'phone.display': /^020 7946 0/,
  whatsapp: /^07700 900/,
  'founder.name': /^Alex Marlowe$/,
  'registration.number': /^0+$/,
  'registration.office': /^1 Sample Street, London$/,
}
const SAMPLE_CUSTOMERS = ['Priya N.', 'Tom and Ruth A.', 'Marcus B.']

const LOCAL = /\blocalhost\b|\b127\.0\.0\.1\b|\[::1\]/
const EXAMPLE = /\.example\b/
// Set by Supabase. Here they only complete the functions' environment.
const PLATFORM = { SUPABASE_URL: 'https://YOUR-REF.supabase.co' }

const projects = import.meta.glob<{ areFactsSamples: boolean }>('../../src/content/projects/*/project.json', {
  eager: true,
  import: 'default',
})

const markedContent = (): Content['marked'] => ({
  [SITE_FILE]: site,
  'src/content/dig/steps.ts': house,
  ...Object.fromEntries(
    Object.entries(projects).map(([file, { areFactsSamples }]) => [
      file.replace('../../', ''),
      { sample: areFactsSamples },
    ]),
  ),
})

const flattenStrings = (value: unknown, path = ''): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => flattenStrings(part, path ? `${path}.${key}` : key))
}

const countMarks = (content: unknown): number => JSON.stringify(content).match(/"sample":true/g)?.length ?? 0

const parseEnvName = (text: string): string | undefined => /^env\((\w+)\)$/.exec(text)?.[1]

const toOrigin = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)

const isSecretKey = (key: string): boolean => key.startsWith('sb_secret_') || legacyRole(key) === 'service_role'

function* settingsFindings(settings: Environment, config: unknown) {
  const wrong = findInvalidSettings({ ...settings, ...PLATFORM })
  for (const name of wrong)
    yield settings[name]
      ? `${name} is malformed. See .env.example for the format.`
      : `${name} is not set. Add it to ${SETTINGS_FILE}.`
  for (const [path, text] of flattenStrings(config)) {
    const name = parseEnvName(text)
    if (name && !settings[name] && !wrong.includes(name))
      yield `${name} is not set, and ${CONFIG_FILE} needs it for ${path}. Add it to ${SETTINGS_FILE}.`
  }
}

function* addressFindings(settings: Environment, build: Environment, config: unknown) {
  for (const [name, text] of flattenStrings({ ...settings, ...build })) {
    if (LOCAL.test(text)) yield `${name} points at this machine. Set it to the public address.`
    else if (text.startsWith('http://')) yield `${name} must start with https://.`
    if (EXAMPLE.test(text)) yield `${name} has a sample domain (.example). Replace it with your own.`
  }
  for (const [path, text] of flattenStrings(config))
    if (LOCAL.test(text)) yield `${path} in ${CONFIG_FILE} points at this machine. Set it to the public address.`
}

function* sampleFindings({ site: company, testimonials, marked }: Content) {
  const facts = flattenStrings(company).flatMap(([path, text]) => (SAMPLES[path]?.test(text) ? path : []))
  const domains = flattenStrings(company).flatMap(([path, text]) => (EXAMPLE.test(text) ? path : []))
  const customers = testimonials.map(({ name }) => name).filter((name) => SAMPLE_CUSTOMERS.includes(name))
  if (facts.length > 0)
    yield `${SITE_FILE} still contains sample values for ${facts.join(', ')}. Replace them with your own.`
  if (domains.length > 0)
    yield `${SITE_FILE} still has sample domains (.example) in ${domains.join(', ')}. Replace them with your own.`
  if (customers.length > 0)
    yield `src/content/featured-testimonials.ts still shows samples (${customers.join(', ')}). Use your own customers' words, with their permission.`
  for (const [file, content] of Object.entries(marked)) {
    const marks = countMarks(content)
    if (marks > 0)
      yield marks === 1
        ? `${file} still marks 1 fact as a sample. Replace it and remove the flag.`
        : `${file} still marks ${marks} facts as samples. Replace them and remove the flags.`
  }
}

const smtpSchema = v.object({ auth: v.object({ email: v.object({ smtp: v.object({ port: v.number() }) }) }) })

const agreementFindings = (settings: Environment, build: Environment, config: unknown, company: Content['site']) => {
  const parsed = v.safeParse(smtpSchema, config)
  return findSettingsMismatches({
    hosted: true,
    facts: [
      ['SITE_URL', settings.SITE_URL && toOrigin(settings.SITE_URL), toOrigin(company.url)],
      ['COMPANY_NAME', settings.COMPANY_NAME, company.name],
      ['COMPANY_EMAIL', settings.COMPANY_EMAIL, company.email],
      ['COMPANY_PHONE', settings.COMPANY_PHONE, company.phone.display],
      ['FOUNDER_NAME', settings.FOUNDER_NAME, company.founder.name],
    ],
    spamCheck: getSpamCheckState(Boolean(build.VITE_RECAPTCHA_SITE_KEY), Boolean(settings.RECAPTCHA_SECRET_KEY)),
    smtpPort: Number(settings.SMTP_PORT || 465),
    authSmtpPort: parsed.success ? parsed.output.auth.email.smtp.port : undefined,
  })
}

function* accountFindings(settings: Environment, { adminEmail }: Content['site'], adminSetup: boolean) {
  const { ADMIN_SETUP: account = '', ADMIN_PASSWORD_CHANGE: passwordChange } = settings
  if (adminSetup && account.toLowerCase() !== adminEmail.toLowerCase())
    yield `To create the first administrator, set ADMIN_SETUP to ${adminEmail} (adminEmail in ${SITE_FILE}).`
  if (!adminSetup && account)
    yield `ADMIN_SETUP is on. Remove it from ${SETTINGS_FILE}, and run \`npx supabase@3 secrets unset ADMIN_SETUP\`.`
  if (passwordChange === 'off')
    yield `ADMIN_PASSWORD_CHANGE is off, which is for local use only. Remove it from ${SETTINGS_FILE}, and unset the secret.`
}

const legacyFindings = (keys: Environment): string[] =>
  Object.entries(keys).flatMap(([name, key = '']) => legacyKeyAdvice(name, key) ?? [])

function* buildFindings(build: Environment, localKey: string | undefined) {
  try {
    checkSettings(build)
  } catch (cause) {
    yield `${reason(cause)}. Correct them where the site is built.`
  }
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key } = build
  if (!url)
    yield "VITE_SUPABASE_URL is not set where the site is built. Set it to the project's URL, https://YOUR-REF.supabase.co."
  if (!key)
    yield "VITE_SUPABASE_PUBLISHABLE_KEY is not set where the site is built. Set it to the project's publishable key."
  else if (key === localKey)
    yield "VITE_SUPABASE_PUBLISHABLE_KEY is the embedded backend's key. Use the project's own key."
  else if (isSecretKey(key))
    yield 'VITE_SUPABASE_PUBLISHABLE_KEY is a secret key, which every visitor could read. Use the publishable key instead, and replace the secret key at Supabase.'
  else yield* legacyFindings({ VITE_SUPABASE_PUBLISHABLE_KEY: key })
}

/** Returns what would break the published site, one sentence each. */
export const findings = (given: {
  /** Settings of the functions and the auth server. */
  settings: Environment
  build: Environment
  /** The embedded backend's publishable key. */
  localKey?: string | undefined
  config: string
  /** Defaults to this working copy's. */
  content?: Content
  /** Whether the first administrator is about to be created. */
  adminSetup: boolean
}): string[] => {
  const { build, localKey, adminSetup } = given
  const content = given.content ?? { site, testimonials: featuredTestimonials, marked: markedContent() }
  const config = parse(given.config)
  // Ignores unrelated environment variables.
  const names = [...settingNames, ...flattenStrings(config).flatMap(([, text]) => parseEnvName(text) ?? [])]
  const settings = Object.fromEntries(
    names.filter((name) => !name.startsWith('SUPABASE_')).map((name) => [name, given.settings[name]]),
  )
  return [
    ...settingsFindings(settings, config),
    ...addressFindings(settings, build, config),
    ...agreementFindings(settings, build, config, content.site),
    ...accountFindings(settings, content.site, adminSetup),
    ...buildFindings(build, localKey),
    ...legacyFindings({ SUPABASE_SECRET_KEY: given.settings.SUPABASE_SECRET_KEY }),
    ...sampleFindings(content),
  ]
}
