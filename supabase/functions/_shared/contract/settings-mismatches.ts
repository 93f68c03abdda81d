// Hosted functions can't connect to these.
const BLOCKED_PORTS = [25, 587]

export type SpamCheck = 'both' | 'site-key' | 'secret' | 'neither'

export const getSpamCheckState = (siteKey: boolean, secret: boolean): SpamCheck => {
  if (siteKey) return secret ? 'both' : 'site-key'
  return secret ? 'secret' : 'neither'
}

/** Settings that must match. Omitted ones aren't compared. */
export type SettingsToCompare = {
  hosted: boolean
  /** Settings that the website also states. */
  facts: readonly (readonly [setting: string, value: string | undefined, website: string])[]
  spamCheck: SpamCheck
  smtpPort: number
  authSmtpPort?: number | undefined
  mailTo?: { value: string; expected: readonly string[] }
  openAt?: { origin: string; siteOrigins: readonly string[] }
}

const isSame = (one: string, other: string): boolean =>
  one.trim() === other || (other.includes('@') && one.trim().toLowerCase() === other.toLowerCase())

function* sentences({ hosted, facts, spamCheck, smtpPort, authSmtpPort, mailTo, openAt }: SettingsToCompare) {
  for (const [setting, value, website] of facts)
    if (value && !isSame(value, website))
      yield `${setting} is ${value}, but the website says ${website}. Make them match.`
  if (mailTo && !mailTo.expected.some((mailbox) => isSame(mailTo.value, mailbox)))
    yield `MAIL_TO is ${mailTo.value}, which isn’t the address visitors see. If that’s not intended, set it to ${mailTo.expected[0]}.`
  if (openAt && !openAt.siteOrigins.includes(openAt.origin))
    yield `You have the site open at ${openAt.origin}, but cards can only be shared from ${openAt.siteOrigins.join(' and ')}. Add ${openAt.origin} to SITE_ORIGINS, or set SITE_URL to it.`
  if (hosted && BLOCKED_PORTS.includes(smtpPort))
    yield `SMTP_PORT is ${smtpPort}, which is blocked for hosted functions. Set it to 465 or 2525.`
  else if (authSmtpPort !== undefined && authSmtpPort !== smtpPort)
    yield `SMTP_PORT is ${smtpPort}, but the port under [auth.email.smtp] in supabase/config.toml is ${authSmtpPort}. Make them match.`
  if (spamCheck === 'secret')
    yield 'RECAPTCHA_SECRET_KEY is set without VITE_RECAPTCHA_SITE_KEY, so every enquiry is rejected. Set both or neither.'
  if (hosted && spamCheck === 'site-key')
    yield 'VITE_RECAPTCHA_SITE_KEY is set without RECAPTCHA_SECRET_KEY, so no responses are verified. Set both or neither.'
}

/** Returns a sentence with a fix per mismatch. */
export const findSettingsMismatches = (given: SettingsToCompare): string[] => [...sentences(given)]
