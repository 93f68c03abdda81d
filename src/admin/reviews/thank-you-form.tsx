import { APPROVAL_MAIL_LIMITS, type ApprovalMail, approvalFormSchema } from '@contract/approval-mail'
import { useContext } from 'react'
import { FormDialog } from '@/admin/components/form-dialog'
import { useAction } from '@/admin/components/use-action'
import { ReviewStoreContext, reviewKeys } from '@/admin/data/reviews'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { TextArea, TextField } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import type { ModeratedReview } from '@/domain/moderation'
import { suggestMail } from './approval'

const { thanks: messages } = adminMessages

type MailFieldsProps = { review: ModeratedReview; missing?: string }

/** Renders the email's fields. `missing`: error without an address. */
export function MailFields({ review, missing = 'This testimonial has no email address.' }: MailFieldsProps) {
  const { subject, message } = suggestMail(review)
  return (
    <>
      <TextField
        label="Recipient"
        name="recipient"
        type="email"
        readOnly
        required={false}
        value={review.email}
        {...(review.email === ''
          ? { error: missing }
          : { hint: 'The address given with the testimonial. It can’t be changed.' })}
      />
      <TextField label="Subject" name="subject" limit={APPROVAL_MAIL_LIMITS.subject} defaultValue={subject} />
      <TextArea label="Message" name="message" limit={APPROVAL_MAIL_LIMITS.message} rows={11} defaultValue={message} />
    </>
  )
}

/** Returns the props of an `ActionForm` or `FormDialog`. */
export const useThankYouForm = (review: ModeratedReview, onDone: () => void) => {
  const store = useContext(ReviewStoreContext)
  const action = useAction({
    mutationKey: reviewKeys.all,
    mutationFn: (mail: ApprovalMail) => store.sendThankYou(review.id, mail),
    // The review records the result.
    refetches: reviewKeys.all,
    onSuccess() {
      toast.success(store.name === 'simulation' ? messages.simulated : messages.sent(review.email))
      onDone()
    },
  })
  return {
    schema: approvalFormSchema,
    action,
    errorTitle: messages.failed,
    explain: adminErrorText,
    label: 'Send thank-you email',
    busyLabel: 'Sending...',
    disabled: review.email === '',
    children: <MailFields review={review} />,
  }
}

type ThankYouDialogProps = { review: ModeratedReview; onClose: () => void }

export function ThankYouDialog({ review, onClose }: ThankYouDialogProps) {
  return (
    <FormDialog
      {...useThankYouForm(review, onClose)}
      title={`Send thank-you email to ${review.name}`}
      description="Lets them know their testimonial is on the website."
      onClose={onClose}
    />
  )
}
