import { APPROVAL_MAIL_LIMITS, approvalFormSchema } from '@contract/approval-mail'
import { useQueryClient } from '@tanstack/react-query'
import { ActionForm } from '@/admin/components/action-form'
import { FormDialog } from '@/admin/components/form-dialog'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { useForm } from '@/admin/use-form'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import type { ModeratedReview } from '@/domain/moderation'
import type { FieldProblem } from '@/lib/validate'
import { fieldText } from '@/messages'
import { suggestedMail } from './approval'
import type { ReviewStore, ThanksWords } from './review-store'
import { reviewKeys } from './use-reviews'

const { thanks: messages } = adminMessages

type MailFieldsProps = { review: ModeratedReview; problems: Record<string, FieldProblem>; missing?: string }

/** Recipient, subject and message of the e-mail that thanks a reviewer; `missing` says what to do without an address. */
export function MailFields({ review, problems, missing = 'This testimonial has no e-mail address.' }: MailFieldsProps) {
  const suggestion = suggestedMail(review)
  return (
    <>
      <Field
        label="Recipient"
        name="recipient"
        {...(review.email === ''
          ? { error: missing }
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
    </>
  )
}

/** Sends the thanks for one review, and refetches: that they were sent, or could not be, is stored with it. */
export const useThanks = (review: ModeratedReview, store: ReviewStore, onDone: () => void) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationKey: reviewKeys.all,
    mutationFn: (words: ThanksWords) => store.thank(review.id, words),
    onSuccess() {
      toast.success(store.name === 'simulation' ? messages.simulated : messages.sent(review.email))
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: reviewKeys.all }),
  })
}

type ThanksFormProps = { review: ModeratedReview; thanks: ReturnType<typeof useThanks>; onCancel: () => void }

/** Thanks the writer of a published review. */
export function ThanksForm({ review, thanks, onCancel }: ThanksFormProps) {
  const { problems, onSubmit } = useForm(approvalFormSchema, (words) => void thanks.mutate(words))
  return (
    <ActionForm
      action={thanks}
      errorTitle={messages.failed}
      explain={adminErrorText}
      onSubmit={onSubmit}
      label="Send thanks"
      busyLabel="Sending..."
      disabled={review.email === ''}
      other={{ label: 'Cancel', onClick: onCancel }}
    >
      <MailFields review={review} problems={problems} />
    </ActionForm>
  )
}

type ThanksDialogProps = { review: ModeratedReview; store: ReviewStore; onClose: () => void }

/** `ThanksForm` over the list. */
export function ThanksDialog({ review, store, onClose }: ThanksDialogProps) {
  const thanks = useThanks(review, store, onClose)
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Send thanks to ${review.name}`}
      description="Tells them that their testimonial is on the website."
      busy={thanks.isPending}
    >
      <ThanksForm review={review} thanks={thanks} onCancel={onClose} />
    </FormDialog>
  )
}
