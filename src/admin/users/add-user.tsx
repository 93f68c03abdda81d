import { useState } from 'react'
import type * as v from 'valibot'
import { FormDialog } from '@/admin/components/form-dialog'
import { SmallButton } from '@/admin/components/small-button'
import { useAction } from '@/admin/components/use-action'
import { useListSearchParams } from '@/admin/components/use-list-parameters'
import { inviteUser, usersKey } from '@/admin/data/users'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { FieldError, TextField, useFieldError } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { inviteUserSchema } from '@/domain/user'
import { cn } from '@/lib/cn'
import { isAppError } from '@/lib/errors'

const { users: texts } = adminMessages

export const invitationText = (error: unknown): string => {
  if (isAppError(error, 'unexpected')) return texts.inviteUnfinished
  return isAppError(error, 'rate-limited') ? texts.inviteLimit : adminErrorText(error)
}

const roles = [
  ['admin', 'Administrator', 'Can view, change and delete everything in this dashboard, including users.'],
  ['none', 'No role yet', 'They can’t use the dashboard until an administrator gives them the role.'],
] as const

function Role() {
  const problem = useFieldError('role', { missing: texts.missingRole })
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Role</legend>
      {problem && (
        <FieldError id="role-problem" name="role">
          {problem}
        </FieldError>
      )}
      {roles.map(([role, label, means]) => (
        <label key={role} className="flex gap-3">
          <input
            type="radio"
            name="role"
            value={role}
            aria-labelledby={`role-${role}-name`}
            aria-describedby={cn(`role-${role}`, problem && 'role-problem')}
            className="mt-0.5 size-5 shrink-0 accent-green-dark"
          />
          <span>
            <span id={`role-${role}-name`} className="font-semibold">
              {label}
            </span>
            <span id={`role-${role}`} className="block text-concrete-700 text-sm">
              {means}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function AddUserDialog({ onClose }: { onClose: () => void }) {
  const action = useAction({
    mutationFn: ({ email, role }: v.InferOutput<typeof inviteUserSchema>) =>
      inviteUser({ email, admin: role === 'admin' }),
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
      description="They’ll get an email with a link to choose a password. The link expires after an hour."
      onClose={onClose}
      schema={inviteUserSchema}
      action={action}
      explain={invitationText}
      label="Send invitation"
      busyLabel="Sending..."
    >
      <TextField label="Email" name="email" type="email" autoComplete="off" autoCapitalize="off" />
      <Role />
    </FormDialog>
  )
}

export function AddUser() {
  const { parameters, change } = useListSearchParams()
  const [open, setOpen] = useState(parameters.has('add'))
  const close = () => {
    setOpen(false)
    if (parameters.has('add')) change({ add: '' }, { replace: true })
  }
  return (
    <>
      <SmallButton variant="default" onClick={() => setOpen(true)}>
        Add user
      </SmallButton>
      {open && <AddUserDialog onClose={close} />}
    </>
  )
}
