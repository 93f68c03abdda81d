import { SmallButton } from '@/admin/components/small-button'
import { useAction } from '@/admin/components/use-action'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { useIsShown } from '@/components/ui/use-is-shown'
import { isAppError } from '@/lib/errors'
import { defaultAdmin } from './default-admin'
import { setUpAdmin } from './session-actions'
import { toSubmitError } from './session-forms'

const { session, errors } = adminMessages

const toSetupError = (error: unknown) =>
  toSubmitError(error, {
    'not-allowed': session.setUpOff,
    'signed-out': session.setUpOff,
    unexpected: session.setUpRefused,
    offline: `${session.setUpFailed}. ${errors.offline}`,
  })

type SetupPanelProps = { onCancel: () => void; onCreated: () => void; onForgot: () => void }

export function SetupPanel({ onCancel, onCreated, onForgot }: SetupPanelProps) {
  const isShown = useIsShown()
  const { mutate, isPending, error } = useAction({
    mutationFn: setUpAdmin,
    onSuccess: () => {
      toast.success(session.setUp, { silent: isShown() })
      onCreated()
    },
  })
  const exists = isAppError(error, 'email-exists', 'setup-closed')
  return (
    <section aria-labelledby="setup-title" className="grid gap-4 border-concrete-200 border-t pt-5">
      <h2 id="setup-title" className="text-lg">
        Setup Default Admin
      </h2>
      <p className="text-concrete-700">
        This creates an admin account with a fixed email address and password. You can only do this once, and you’ll be
        asked to choose your own password after you first sign in.
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-lg bg-paper-deep px-4 py-3 text-sm">
        <dt className="text-concrete-700">Email</dt>
        <dd className="break-all font-mono">{defaultAdmin.email}</dd>
        <dt className="text-concrete-700">Password</dt>
        <dd className="break-all font-mono">{defaultAdmin.password}</dd>
      </dl>
      {error !== null && (
        <Alert tone="error" title="Error!" advice={exists ? undefined : toSetupError(error).advice}>
          {exists ? (
            <>
              <span>{adminErrorText(error)}</span>{' '}
              <Button variant="link" onClick={onForgot}>
                Reset the password
              </Button>
            </>
          ) : (
            toSetupError(error).message
          )}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <SmallButton busy={isPending} onClick={onCancel}>
          Cancel
        </SmallButton>
        <SmallButton busy={isPending} variant="default" onClick={() => mutate()}>
          {isPending ? 'Setting up...' : 'Create Admin Account'}
        </SmallButton>
      </div>
    </section>
  )
}
