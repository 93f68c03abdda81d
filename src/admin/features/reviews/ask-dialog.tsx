import { ErrorPanel } from '@/admin/components/error-panel'
import { FormDialog } from '@/admin/components/form-dialog'
import { adminMessages } from '@/admin/messages'
import { useForm } from '@/admin/use-form'
import { useFocusWhenShown } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { INVITATION_DAYS, invitationFormSchema } from '@/domain/invitation'
import { REVIEW_LIMITS } from '@/domain/limits'
import { isAppError } from '@/lib/errors'
import { fieldText } from '@/messages'
import { invitationErrorText, useInvite } from './invitations'

const { invitations: messages } = adminMessages

type AskDialogProps = {
  open: boolean
  onClose: () => void
  /** The invitation is in the list. */
  onStored: () => void
}

/** Asks a customer for a review by e-mail. */
export function AskDialog({ open, onClose, onStored }: AskDialogProps) {
  const { mutate, isPending, error, reset } = useInvite(() => {
    onClose()
    onStored()
  })
  const { problems, onSubmit } = useForm(invitationFormSchema, (person) => void mutate(person))
  const problem = useFocusWhenShown<HTMLDivElement>(error)
  const close = () => {
    reset()
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Ask for a review"
      description={`They get an e-mail with a personal link to the testimonial form. It works once, for ${INVITATION_DAYS} days, and marks the review as from a verified customer. Ask people you have worked for, whatever you expect them to say.`}
      busy={isPending}
    >
      <form noValidate aria-busy={isPending} className="grid gap-4" onSubmit={onSubmit}>
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
        <div ref={problem} tabIndex={-1} className="empty:hidden">
          {error && !isPending && (
            <ErrorPanel error={error} title={messages.failed}>
              {isAppError(error, 'conflict') ? messages.exists : invitationErrorText(error)}
            </ErrorPanel>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={isPending} onClick={close} variant="outline">
            Cancel
          </Button>
          <Button type="submit" disabled={isPending} variant="green">
            {isPending ? 'Sending...' : 'Send invitation'}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
