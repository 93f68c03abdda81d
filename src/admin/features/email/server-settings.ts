import { type ServerSettings, serverSettingsSchema } from '@contract/settings'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction } from '@/admin/call-function'
import { useAdminSession } from '@/admin/features/session/admin-session'
import { site } from '@/content/site'
import { AppError } from '@/lib/errors'
import { backendSettings } from './backend'

const replySchema = v.object({ settings: serverSettingsSchema })

const readServerSettings = async (): Promise<ServerSettings> => {
  const reply = v.safeParse(replySchema, await callFunction('admin-email', { kind: 'settings' }))
  if (!reply.success) throw new AppError('unexpected', { cause: reply.issues })
  return reply.output.settings
}

/** What is configured on the server, for administrators. */
export const useServerSettings = () =>
  useQuery({
    queryKey: ['email', 'settings'],
    queryFn: readServerSettings,
    enabled: useAdminSession().access === 'granted',
    staleTime: 0,
  })

/** Which of the two keys of the spam check are set. */
export type SpamCheck = 'both' | 'site-key' | 'secret' | 'neither'

export const spamCheckOf = (siteKey: boolean, { recaptchaSecret }: ServerSettings): SpamCheck => {
  if (siteKey) return recaptchaSecret ? 'both' : 'site-key'
  return recaptchaSecret ? 'secret' : 'neither'
}

const BLOCKED_PORTS = [25, 587]
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Settings of the server that contradict the site's or each other, each with what to do about it. */
export const contradictions = (settings: ServerSettings, origin = window.location.origin): string[] => {
  const { companyEmail, mailTo, siteUrl, siteOrigins, smtpPort } = settings
  const { embedded, siteKey } = backendSettings()
  const found: string[] = []
  if (!isSame(companyEmail, site.email)) {
    found.push(
      `The website shows ${site.email} but COMPANY_EMAIL is ${companyEmail}, which e-mails name: set both to the same mailbox.`,
    )
  }
  if (!isSame(mailTo, companyEmail) && !isSame(mailTo, site.email)) {
    found.push(
      `Enquiries arrive at MAIL_TO, ${mailTo}, which is not the mailbox visitors see: if you do not mean it, set MAIL_TO to ${site.email}.`,
    )
  }
  if (!siteOrigins.includes(origin)) {
    found.push(
      `This website is open at ${origin}, but cards can be shared from ${siteOrigins.join(' and ')} alone: add it to SITE_ORIGINS, or set SITE_URL (${siteUrl}) to it.`,
    )
  }
  if (!embedded && BLOCKED_PORTS.includes(smtpPort)) {
    found.push(`SMTP_PORT is ${smtpPort}, which hosted functions cannot use: set it to 465 or 2525.`)
  }
  if (spamCheckOf(siteKey !== undefined, settings) === 'secret') {
    found.push(
      'RECAPTCHA_SECRET_KEY is set but the contact form shows no check, so every enquiry is refused: build the site with VITE_RECAPTCHA_SITE_KEY, or remove the secret.',
    )
  }
  return found
}
