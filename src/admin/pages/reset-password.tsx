import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { defaultAdmin } from '@/admin/default-admin'
import { adminSession, useAdminSession } from '@/admin/features/session/admin-session'
import { EntryFrame } from '@/admin/features/session/entry-frame'
import { NewPasswordForm } from '@/admin/features/session/password-forms'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { pathAfterLogin } from '@/admin/return-to'
import { Link } from '@/components/link'
import { Alert, useFocusWhenShown } from '@/components/ui/alert'
import { Button, buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { hasDefaultPassword, mustChangePassword } from '@/domain/user'
import { isAppError } from '@/lib/errors'
import { paths } from '@/paths'

const linkTexts: Readonly<Record<string, string>> = {
  otp_expired:
    'The link in the e-mail has already been used, or it is older than an hour. Ask for a new one, also if it was an invitation; only the newest link works.',
  user_banned: adminMessages.errors.banned,
  refused: 'The link in the e-mail was not accepted. Ask for a new one, and open it from the newest e-mail.',
}

const requestLinkHref = `${paths.adminLogin.href}?mode=forgot`

function RequestLink({ children }: { children: ReactNode }) {
  return (
    <>
      <p role="status">{children}</p>
      <Link to={requestLinkHref} className={buttonClass({ variant: 'green' })}>
        Send a new reset link
      </Link>
      <Link to={paths.adminLogin.href} className={buttonClass({ variant: 'link', className: 'justify-self-start' })}>
        Back to login
      </Link>
    </>
  )
}

export function Component() {
  const navigate = useNavigate()
  const { isInitialised, user, recovering, invited, linkFailure } = useAdminSession()
  const retry = useAction({ mutationFn: adminSession.retryLink })
  const notice = useFocusWhenShown<HTMLDivElement>(linkFailure)
  const location = useLocation()
  // The auth server reports a rejected link in the hash of the first URL.
  const [linkError] = useState(() => new URLSearchParams(location.hash.slice(1)).get('error_code'))
  const [hadSession, setHadSession] = useState(false)
  if (user && !hadSession) setHadSession(true)
  const [ended, setEnded] = useState(false)

  const title = invited ? 'Choose a password' : 'Reset password'
  const frame = (subtitle: string, content: ReactNode) => (
    <EntryFrame title={title} subtitle={subtitle}>
      {content}
    </EntryFrame>
  )
  if (linkError !== null && !recovering)
    return frame(
      'This link does not work any more',
      <RequestLink>{linkTexts[linkError] ?? linkTexts.refused}</RequestLink>,
    )
  if (linkFailure)
    return frame(
      'Your link is still good',
      <>
        <Alert ref={notice} tone="error" title="Error!">
          {adminErrorText(linkFailure)}
        </Alert>
        <Button disabled={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
      </>,
    )
  if (!isInitialised) return frame('One moment', <p role="status">Checking the link...</p>)
  if (!user || ended)
    return frame(
      'A link from an e-mail is needed here',
      <RequestLink>
        {hadSession
          ? 'Your session ended before the password was saved. Ask for a new link, or log in again.'
          : 'To set a new password, open the link in the e-mail that we send you.'}
      </RequestLink>,
    )
  const defaultPassword = hasDefaultPassword(user)
  const closed = mustChangePassword(user)
  return (
    <EntryFrame
      title={defaultPassword ? 'Choose your own password' : title}
      subtitle={`Signed in as ${user.email ?? 'unknown'}`}
    >
      {defaultPassword && (
        <p className="rounded-lg bg-gravel/25 px-4 py-3 text-topsoil">
          You signed in with the default password, which everybody can read. Replace it with one of your own
          {closed ? ': until then the account has no rights.' : '.'}
        </p>
      )}
      {invited && <p>You were invited to the dashboard of {site.name}. From now on you sign in with this password.</p>}
      <NewPasswordForm
        email={user.email ?? ''}
        current={defaultPassword ? defaultAdmin.password : undefined}
        label={invited ? 'Save password' : 'Save new password'}
        onChanged={() => {
          adminSession.clearTransientState()
          navigate(pathAfterLogin(location.state), { replace: true })
        }}
        onError={(error) => {
          if (isAppError(error, 'signed-out')) setEnded(true)
          if (!isAppError(error, 'not-allowed')) return
          toast.error(adminMessages.session.denied)
          navigate(paths.adminLogin.href, { replace: true })
        }}
      />
    </EntryFrame>
  )
}
