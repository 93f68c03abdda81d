import { ActionForm } from '@/admin/components/action-form'
import { FormDialog } from '@/admin/components/form-dialog'
import { adminMessages } from '@/admin/messages'
import { useForm } from '@/admin/use-form'
import { Field } from '@/components/ui/field'
import { INVITATION_DAYS, invitationFormSchema } from '@/domain/invitation'
import { REVIEW_LIMITS } from '@/domain/limits'
import { isAppError } from '@/lib/errors'
import { fieldText } from '@/messages'
import { invitationErrorText, useInvite } from './invitations'

const { invitations: messages } = adminMessages

type AskDialogProps = {
  onClose: () => void
  /** The invitation is in the list. */
  onStored: () => void
}

/** Asks a customer for a review by e-mail. */
export function AskDialog({ onClose, onStored }: AskDialogProps) {
  const action = useInvite(() => {
    onClose()
    onStored()
  })
  const { problems, onSubmit } = useForm(invitationFormSchema, (person) => void action.mutate(person))
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ask for a review"
      description={`They get an e-mail with a personal link to the testimonial form. It works once, for ${INVITATION_DAYS} days, and marks the review as from a verified customer. Ask people you have worked for, whatever you expect them to say.`}
      busy={action.isPending}
    >
      <ActionForm
        action={action}
        errorTitle={messages.failed}
        explain={(error) => (isAppError(error, 'conflict') ? messages.exists : invitationErrorText(error))}
        onSubmit={onSubmit}
        label="Send invitation"
        busyLabel="Sending..."
        other={{ label: 'Cancel', onClick: onClose }}
      >
        <Field label="Name" name="name" error={fieldText(problems.name, REVIEW_LIMITS.name)}>
          {(control) => <input {...control} type="text" required autoComplete="off" />}
        </Field>
        <Field label="E-mail" name="email" error={fieldText(problems.email)}>
          {(control) => <input {...control} type="email" required autoComplete="off" />}
        </Field>
        <Field
          label="Place of work"
          name="location"
          optional
          hint="Where the work was done, such as Camden. It is shown with the review."
          error={fieldText(problems.location, REVIEW_LIMITS.location)}
        >
          {(control) => <input {...control} type="text" autoComplete="off" />}
        </Field>
      </ActionForm>
    </FormDialog>
  )
}
