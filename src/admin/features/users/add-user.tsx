import { useState } from 'react'
import { FormDialog } from '@/admin/components/dialog'
import { TextField } from '@/admin/components/form'
import { SmallButton } from '@/admin/components/small-button'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { toast } from '@/components/ui/toast'
import { inviteUserSchema } from '@/domain/user'
import { isAppError } from '@/lib/errors'
import { inviteUser, usersKey } from './users'

const { users: texts } = adminMessages

/** Why an invitation was not sent. */
export const invitationText = (error: unknown): string => {
  if (isAppError(error, 'unexpected')) return texts.inviteUnfinished
  return isAppError(error, 'rate-limited') ? texts.inviteLimit : adminErrorText(error)
}

function AddUserDialog({ onClose }: { onClose: () => void }) {
  const action = useAction({
    mutationFn: inviteUser,
    refetches: usersKey,
    waits: true,
    onSuccess: (_, { email }) => {
      toast.success(texts.invited(email))
      onClose()
    },
  })
  return (
    <FormDialog
      title="Add user"
      description="They get an e-mail with a link, good for an hour, under which they choose a password."
      onClose={onClose}
      schema={inviteUserSchema}
      onValid={({ email, admin }) => action.mutate({ email, admin: admin !== undefined })}
      action={action}
      explain={invitationText}
      label="Send invitation"
      busyLabel="Sending..."
    >
      <TextField label="Email" name="email" type="email" autoComplete="off" autoCapitalize="off" />
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
    </FormDialog>
  )
}

export function AddUser() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <SmallButton variant="default" onClick={() => setOpen(true)}>
        Add user
      </SmallButton>
      {open && <AddUserDialog onClose={() => setOpen(false)} />}
    </>
  )
}
