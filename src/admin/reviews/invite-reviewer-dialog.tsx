import { INVITATION_DAYS, invitationFormSchema } from '@contract/invitation'
import { REVIEW_LIMITS } from '@contract/limits'
import { FormDialog } from '@/admin/components/form-dialog'
import { useAction } from '@/admin/components/use-action'
import { invitationErrorText, invitationsKey, inviteReviewer } from '@/admin/data/invitations'
import { adminMessages } from '@/admin/text/messages'
import { TextField } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { isAppError } from '@/lib/errors'

const { invitations: messages } = adminMessages

type InviteReviewerDialogProps = { onClose: () => void; onStored: () => void }

export function InviteReviewerDialog({ onClose, onStored }: InviteReviewerDialogProps) {
  const finish = () => {
    onClose()
    onStored()
  }
  const action = useAction({
    mutationFn: inviteReviewer,
    refetches: invitationsKey,
    onSuccess(_, { email }) {
      toast.success(messages.sent(email))
      finish()
    },
    onError(error) {
      if (!isAppError(error, 'delivery-failed')) return
      toast.error(messages.notSent)
      finish()
    },
  })
  return (
    <FormDialog
      title="Ask for a review"
      description={`They’ll get an email with a personal link to the testimonial form. It works once and expires after ${INVITATION_DAYS} days. Their review will be marked ‘Verified customer’. Ask people you’ve worked for, whatever you expect them to say.`}
      onClose={onClose}
      schema={invitationFormSchema}
      action={action}
      errorTitle={messages.failed}
      explain={(error) => (isAppError(error, 'conflict') ? messages.exists : invitationErrorText(error))}
      label="Send invitation"
      busyLabel="Sending..."
    >
      <TextField label="Name" name="name" limit={REVIEW_LIMITS.name} autoComplete="off" />
      <TextField label="Email" name="email" type="email" autoComplete="off" />
      <TextField
        label="Job location"
        name="location"
        optional
        limit={REVIEW_LIMITS.location}
        hint="Where you did the work, for example Camden. Shown with the review."
        autoComplete="off"
      />
    </FormDialog>
  )
}
