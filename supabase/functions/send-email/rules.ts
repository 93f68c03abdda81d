import { BUSINESS_CARD_PATH, type SendEmail } from '../_shared/contract/enquiry.ts'
import type { Settings } from '../_shared/env.ts'
import { FunctionError } from '../_shared/http.ts'

/** Refuses when one of these optional fields is needed here and empty. */
export function requireFields(values: Record<string, string>): void {
  const missing = Object.keys(values).filter((name) => values[name] === '')
  if (missing.length > 0) throw new FunctionError('invalid', { fields: missing })
}

/** Refuses a message of the sender's own words to anyone but the company. */
export function requireOwnMailbox({ email, toEmail }: SendEmail, { company, mailTo }: Settings): void {
  const own = [company.email, mailTo].map((address) => address.toLowerCase())
  const foreign = [email, toEmail].some((address) => address !== '' && !own.includes(address.toLowerCase()))
  if (foreign) throw new FunctionError('not-allowed')
}

/**
 * Returns the address of the business card on the origin of ours that was named; refuses every other page. Any path
 * would do for the site, which answers it with its own 404, but the words in it would stand in the company's e-mail.
 */
export function requireCardPage(cardUrl: string, { siteOrigins }: Settings): string {
  const url = URL.canParse(cardUrl) ? new URL(cardUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || !siteOrigins.includes(url.origin)) {
    throw new FunctionError('not-allowed')
  }
  // Static hosts may add the slash: the page is the index of a folder.
  if (url.pathname.replace(/\/$/, '') !== BUSINESS_CARD_PATH) throw new FunctionError('not-allowed')
  return `${url.origin}${BUSINESS_CARD_PATH}`
}
