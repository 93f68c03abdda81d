import { APPROVAL_MAIL_LIMITS, approvalFormSchema } from '@contract/approval-mail'
import { ErrorPanel } from '@/admin/components/error-panel'
import { adminMessages } from '@/admin/messages'
import { useForm } from '@/admin/use-form'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { ReviewToApprove } from '@/domain/moderation'
import { fieldText } from '@/messages'
import { suggestedMail, useApproval } from './approval'

const { approval: messages } = adminMessages

type ApprovalFormProps = { review: ReviewToApprove; simulated: boolean; onDone: () => void; onCancel: () => void }

/** The e-mail that goes out with an approval. Without an address of the reviewer there is nothing to send. */
export function ApprovalForm({ review, simulated, onDone, onCancel }: ApprovalFormProps) {
  const { approveAndSend, sending, error, approved } = useApproval(review, simulated, onDone)
  const { problems, onSubmit } = useForm(approvalFormSchema, approveAndSend)
  const suggestion = suggestedMail(review)
  const missing = review.email === ''

  return (
    <form noValidate aria-busy={sending} className="grid gap-4" onSubmit={onSubmit}>
      <Field
        label="Recipient"
        name="recipient"
        {...(missing
          ? { error: 'This testimonial has no e-mail address. Approve it under Reviews instead.' }
          : { hint: 'The address the testimonial was sent with. It cannot be changed.' })}
      >
        {(control) => <input {...control} type="email" readOnly value={review.email} />}
      </Field>
      <Field label="Subject" name="subject" error={fieldText(problems.subject, APPROVAL_MAIL_LIMITS.subject)}>
        {(control) => <input {...control} type="text" required defaultValue={suggestion.subject} />}
      </Field>
      <Field label="Message" name="message" error={fieldText(problems.message, APPROVAL_MAIL_LIMITS.message)}>
        {(control) => <textarea {...control} required rows={11} dir="auto" defaultValue={suggestion.message} />}
      </Field>
      {error && !sending && <ErrorPanel error={error} title={approved ? messages.mailFailed : messages.failed} />}
      <div className="flex flex-wrap gap-3">
        <button type="submit" disabled={missing || sending} className={buttonClass({ variant: 'green' })}>
          {sending ? 'Sending...' : approved ? 'Send Email Again' : 'Approve & Send Email'}
        </button>
        <button
          type="button"
          disabled={sending}
          onClick={onCancel}
          className={buttonClass({ variant: approved ? 'outline' : 'ghost' })}
        >
          {approved ? 'Leave without an email' : 'Cancel'}
        </button>
      </div>
    </form>
  )
}
