import { RECAPTCHA_BYPASS_TOKEN } from '@contract/enquiry'
import { ENQUIRY_LIMITS } from '@contract/limits'
import { emailAddress, requiredLine, requiredText } from '@contract/text'
import * as v from 'valibot'
import { getSession } from '@/admin/backend/client'
import { cardClass } from '@/admin/components/card'
import { SectionHeader } from '@/admin/components/section-header'
import { textLinkClass } from '@/admin/components/text-link'
import { useAction } from '@/admin/components/use-action'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { TextArea, TextField } from '@/components/ui/field'
import { Form, SubmitButton } from '@/components/ui/form'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { AppError, isAppError } from '@/lib/errors'
import { sendEmail } from '@/lib/send-email'
import { validate } from '@/lib/validate'
import { getBackendSettings } from './backend-parts'
import { useServerSettings } from './server-settings'
import { StatusBanner } from './status'

const { email: messages } = adminMessages

const TEST_MESSAGE_MAX = 2_000

const testEmailSchema = v.object({
  fromEmail: emailAddress,
  subject: requiredLine(ENQUIRY_LIMITS.subject),
  message: requiredText(TEST_MESSAGE_MAX),
})
type TestEmail = v.InferOutput<typeof testEmailSchema>

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const toHtml = ({ subject, message }: TestEmail): string =>
  `<h1>${escapeHtml(subject)}</h1><p>${escapeHtml(message).replaceAll('\n', '<br>')}</p><p>Sent from the admin area of ${escapeHtml(site.name)}.</p>`

const sendTestEmail = async (test: TestEmail): Promise<void> => {
  const { data } = await getSession()
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
  const reply = await sendEmail(request, { Authorization: `Bearer ${data.session.access_token}` })
  if (!reply.ok) throw new AppError('refused', { detail: reply.message })
}

const testEmailProblem = (error: unknown): string => {
  if (isAppError(error, 'signed-out')) return adminErrorText(error)
  return (isAppError(error, 'refused') && error.detail) || messages.testFailed
}

export function TestEmailForm() {
  const arrivesAt = useServerSettings().data?.mailTo ?? site.email
  const { mutateAsync } = useAction({
    mutationFn: sendTestEmail,
    onSuccess: (_, { fromEmail }) => toast.success(messages.testSent(arrivesAt, fromEmail)),
  })
  return (
    <div className="grid max-w-3xl gap-5">
      <SectionHeader
        title="Test Email"
        description={`Goes to ${arrivesAt} the same way as an enquiry, but isn’t stored with the enquiries.`}
      />
      {getBackendSettings().embedded && (
        <StatusBanner tone="info" title="Development">
          The embedded backend delivers all email to its local mailbox:{' '}
          <a href="/__mail" className={textLinkClass}>
            open the mailbox
          </a>
          .
        </StatusBanner>
      )}
      <Form
        check={(typed) => validate(testEmailSchema, typed)}
        action={async (test) => {
          await mutateAsync(test)
          return { ok: true, message: `Sent to ${arrivesAt}. Replies go to ${test.fromEmail}.` }
        }}
        explain={(error, form) => {
          toast.error(testEmailProblem(error), { silent: form.isConnected })
          return (isAppError(error, 'refused') && error.detail) || adminErrorText(error)
        }}
        errorTitle={messages.testFailed}
        onInvalid={({ fromEmail }) => {
          if (fromEmail === 'missing') toast.error(messages.missingEmail, { silent: true })
          return undefined
        }}
        successTitle="The mail server accepted the test email."
        className={`${cardClass} grid gap-4 p-5`}
      >
        <TextField
          label="Test email address"
          name="fromEmail"
          type="email"
          hint="Used as the reply-to address, for example your own."
          missing={messages.missingEmail}
          autoComplete="email"
        />
        <TextField
          label="Subject"
          name="subject"
          limit={ENQUIRY_LIMITS.subject}
          defaultValue={`Test email from ${site.name}`}
        />
        <TextArea
          label="Message"
          name="message"
          limit={TEST_MESSAGE_MAX}
          rows={5}
          defaultValue="This is a test. If you can read it, the website can send email."
        />
        <div>
          <SubmitButton busyLabel="Sending...">Send Test Email</SubmitButton>
        </div>
      </Form>
    </div>
  )
}
