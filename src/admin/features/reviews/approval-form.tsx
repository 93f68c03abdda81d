import { APPROVAL_MAIL_LIMITS, approvalFormSchema } from '@contract/approval-mail'
import { type FormEvent, useRef, useState } from 'react'
import { ErrorPanel } from '@/admin/components/error-panel'
import { adminMessages } from '@/admin/messages'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { ReviewToApprove } from '@/domain/moderation'
import { textFields } from '@/lib/form-data'
import { type FieldProblem, validate } from '@/lib/validate'
import { fieldText } from '@/messages'
import { suggestedMail } from './approval'
import { useApproval } from './use-approval'

const { approval: messages } = adminMessages

type ApprovalFormProps = { review: ReviewToApprove; simulated: boolean; onDone: () => void; onCancel: () => void }

/** The e-mail that goes out with an approval. Without an address of the reviewer there is nothing to send. */
export function ApprovalForm({ review, simulated, onDone, onCancel }: ApprovalFormProps) {
  const [problems, setProblems] = useState<Record<string, FieldProblem>>({})
  const { approveAndSend, sending, error, approved } = useApproval(review, simulated, onDone)
  // A second submit may come before the first has disabled the button.
  const sent = useRef(false)
  const suggestion = suggestedMail(review)
  const missing = review.email === ''

  const submit = (form: HTMLFormElement) => {
    if (missing || sending || sent.current) return
    const checked = validate(approvalFormSchema, textFields(form))
    setProblems(checked.ok ? {} : checked.problems)
    if (!checked.ok) {
      const [first = ''] = Object.keys(checked.problems)
      const field = form.elements.namedItem(first)
      if (field instanceof HTMLElement) field.focus()
      return
    }
    sent.current = true
    approveAndSend(checked.value, {
      onSettled: () => {
        sent.current = false
      },
    })
  }

  return (
    <form
      noValidate
      aria-busy={sending}
      className="grid gap-4"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
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
