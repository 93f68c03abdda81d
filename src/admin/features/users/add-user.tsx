import { useState } from 'react'
import { ActionForm } from '@/admin/components/action-form'
import { FormDialog } from '@/admin/components/form-dialog'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useForm } from '@/admin/use-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { inviteUserSchema } from '@/domain/user'
import { isAppError } from '@/lib/errors'
import { fieldText } from '@/messages'
import { useInviteUser } from './users'

const { users: texts } = adminMessages

/** Why an invitation was not sent. */
export const invitationText = (error: unknown): string => {
  if (isAppError(error, 'unexpected')) return texts.inviteUnfinished
  return isAppError(error, 'rate-limited') ? texts.inviteLimit : adminErrorText(error)
}

function AddUserDialog({ onClose }: { onClose: () => void }) {
  const action = useInviteUser(({ email }) => {
    toast.success(texts.invited(email))
    onClose()
  })
  const { problems, onSubmit } = useForm(inviteUserSchema, ({ email, admin }) =>
    action.mutate({ email, admin: admin !== undefined }),
  )
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      busy={action.isPending}
      title="Add user"
      description="They get an e-mail with a link, good for an hour, under which they choose a password."
    >
      <ActionForm
        action={action}
        explain={invitationText}
        onSubmit={onSubmit}
        label="Send invitation"
        busyLabel="Sending..."
        other={{ label: 'Cancel', onClick: onClose }}
      >
        <Field label="Email" name="email" error={fieldText(problems.email)}>
          {(control) => <input {...control} type="email" required autoComplete="off" autoCapitalize="off" />}
        </Field>
        <label className="flex gap-3">
          <input
            type="checkbox"
            name="admin"
            aria-describedby="admin-means"
            className="mt-0.5 size-5 shrink-0 accent-green-dark"
          />
          <span>
            <span className="font-semibold">Administrator</span>
            <span id="admin-means" className="block text-concrete-700 text-sm">
              Can read, change and delete everything in this dashboard, users included. Without the role, the dashboard
              stays closed to them.
            </span>
          </span>
        </label>
      </ActionForm>
    </FormDialog>
  )
}

export function AddUser() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Add user
      </Button>
      {open && <AddUserDialog onClose={() => setOpen(false)} />}
    </>
  )
}
