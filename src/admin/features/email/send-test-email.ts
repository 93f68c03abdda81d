import { RECAPTCHA_BYPASS_TOKEN } from '@contract/enquiry'
import { emailAddress, requiredLine, requiredText } from '@contract/text'
import * as v from 'valibot'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { site } from '@/content/site'
import { ENQUIRY_LIMITS } from '@/domain/limits'
import { AppError } from '@/lib/errors'
import { sendEmail } from '@/lib/send-email'
import { supabase } from '@/supabase'

export const TEST_MESSAGE_MAX = 2_000

/** What an administrator types to send a test e-mail. */
export const testEmailSchema = v.object({
  fromEmail: emailAddress,
  subject: requiredLine(ENQUIRY_LIMITS.subject),
  message: requiredText(TEST_MESSAGE_MAX),
})
export type TestEmail = v.InferOutput<typeof testEmailSchema>

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')

const toHtml = ({ subject, message }: TestEmail): string =>
  `<h1>${escapeHtml(subject)}</h1><p>${escapeHtml(message).replaceAll('\n', '<br>')}</p><p>Sent from the admin area of ${escapeHtml(site.name)}.</p>`

/** Sends the test e-mail the way an enquiry travels, in the administrator's own session. Throws `AppError`. */
export const sendTestEmail = async (test: TestEmail): Promise<void> => {
  const { data } = await supabase.auth.getSession()
  if (!data.session) throw new AppError('signed-out')
  const request = {
    email: site.email,
    cardUrl: toHtml(test),
    fromEmail: test.fromEmail,
    isContactForm: true,
    name: 'Admin test',
    phone: site.phone.display,
    subject: test.subject,
    recaptchaToken: RECAPTCHA_BYPASS_TOKEN,
    source: site.projectsHost,
  }
  const reply = await sendEmail(request).catch((cause: unknown) => {
    throw new AppError('offline', { cause })
  })
  if (reply.ok) return
  throw new AppError('refused', reply.message ? { detail: reply.message } : {})
}

/** The sentence for a test e-mail that failed: the server's own, or the catalogue's. */
export const testEmailProblem = (error: unknown): string => {
  if (!(error instanceof AppError)) return adminMessages.email.testFailed
  if (error.code === 'refused') return error.detail ?? adminMessages.email.testFailed
  return error.code === 'signed-out' ? adminErrorText(error) : adminMessages.email.testFailed
}
