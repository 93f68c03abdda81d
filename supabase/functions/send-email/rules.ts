import type { SendEmail } from '../_shared/contract/enquiry.ts'
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

/** Returns the address of a page of ours, without what a visitor could write into a query; refuses any other text. */
export function requireOwnPage(cardUrl: string, { siteOrigins }: Settings): string {
  const url = URL.canParse(cardUrl) ? new URL(cardUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || !siteOrigins.includes(url.origin)) {
    throw new FunctionError('not-allowed')
  }
  return `${url.origin}${url.pathname}`
}
