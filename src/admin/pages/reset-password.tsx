import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { getReturnPath } from '@/admin/components/return-to'
import { useAdminSession } from '@/admin/session/admin-session'
import { defaultAdmin } from '@/admin/session/default-admin'
import { EntryFrame } from '@/admin/session/entry-frame'
import { NewPasswordForm } from '@/admin/session/password-forms'
import { acceptLink } from '@/admin/session/session-actions'
import { adminMessages } from '@/admin/text/messages'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { hasDefaultPassword, mustChangePassword } from '@/domain/user'
import { dropEmailedLink, type EmailedLink, readEmailedLink } from '@/lib/emailed-link'
import { isAppError } from '@/lib/errors'
import { paths } from '@/paths'
import { adminAuth } from '@/storage/admin-keys'

const { session: texts, errors } = adminMessages

const refusalTexts: Readonly<Record<string, string>> = { otp_expired: errors['link-ended'], user_banned: errors.banned }

const getLinkKey = (link: EmailedLink | undefined) => link && ('refusal' in link ? link.refusal : link.tokenHash)

// Keeps the link after its removal from the URL.
const useEmailedLink = () => {
  const { hash } = useLocation()
  const inAddress = readEmailedLink(hash)
  const [link, setLink] = useState(inAddress)
  const [accepted, setAccepted] = useState<string>()
  if (inAddress && getLinkKey(inAddress) !== getLinkKey(link)) setLink(inAddress)
  // Remove refused links immediately, including URLs with session tokens.
  useEffect(() => {
    const refused = readEmailedLink(hash)
    if (refused && 'refusal' in refused) dropEmailedLink()
  }, [hash])
  const token = link && 'tokenHash' in link ? link : undefined
  const isAccepted = token !== undefined && token.tokenHash === accepted
  return {
    token,
    isAccepted,
    refusal: link && 'refusal' in link ? link.refusal : undefined,
    // Keep the link for a reload until the auth server responds.
    accept: async (password: string) => {
      if (!token || isAccepted) return
      await acceptLink(token, password).catch((error: unknown) => {
        if (isAppError(error, 'link-ended', 'banned')) dropEmailedLink()
        throw error
      })
      dropEmailedLink()
      setAccepted(token.tokenHash)
    },
  }
}

function NextSteps({ variant }: { variant: 'default' | 'outline' }) {
  const { state } = useLocation()
  return (
    <>
      <Link to={`${paths.adminLogin.href}?mode=forgot`} state={state} className={buttonClass({ variant })}>
        Send a new reset link
      </Link>
      <Link
        to={paths.adminLogin.href}
        state={state}
        className={buttonClass({ variant: 'link', className: 'justify-self-start' })}
      >
        Back to login
      </Link>
    </>
  )
}

export function Component() {
  const navigate = useNavigate()
  const location = useLocation()
  const { isInitialised, user } = useAdminSession()
  const { token, isAccepted, refusal, accept } = useEmailedLink()
  const [failure, setFailure] = useState<unknown>()
  const [hadUser, setHadUser] = useState(false)
  if (user && !hadUser) setHadUser(true)

  const isInvitation = token?.type === 'invite'
  const title = isInvitation ? 'Choose a password' : 'Reset password'
  if (refusal !== undefined)
    return (
      <EntryFrame title={title} subtitle="This link no longer works">
        <p role="status">{refusalTexts[refusal] ?? texts.linkRefused}</p>
        <NextSteps variant="default" />
      </EntryFrame>
    )
  // Keep the form and its input, even if the link or session ends.
  if (!token && !hadUser)
    return (
      <EntryFrame title={title} subtitle={isInitialised ? 'Open this page from the link in your email' : 'One moment'}>
        <p role="status">
          {isInitialised
            ? 'To set a new password, open the link in the email we send you.'
            : 'Checking your session...'}
        </p>
        {isInitialised && <NextSteps variant="default" />}
      </EntryFrame>
    )
  const signedIn = token && !isAccepted ? undefined : user
  const defaultPassword = signedIn !== undefined && hasDefaultPassword(signedIn)
  const isClosed = signedIn !== undefined && mustChangePassword(signedIn)
  return (
    <EntryFrame
      title={defaultPassword ? 'Choose your own password' : title}
      subtitle={signedIn ? `Signed in as ${signedIn.email ?? 'unknown'}` : 'You’ll use it to sign in from now on'}
    >
      {defaultPassword && (
        <p className="rounded-lg bg-gravel/25 px-4 py-3 text-topsoil">
          {`You signed in with the default password, which is public. Choose your own.${
            isClosed ? ' Until then this account has no access.' : ''
          }`}
        </p>
      )}
      {isInvitation && <p>You’ve been invited to the {site.name} dashboard.</p>}
      <NewPasswordForm
        email={signedIn?.email ?? ''}
        current={defaultPassword ? defaultAdmin.password : undefined}
        label={isInvitation ? 'Save password' : 'Save new password'}
        beforeChange={accept}
        onChanged={() => {
          // Without the flag, two-factor must be set up first.
          const isDone = adminAuth.read().state === 'value'
          const next = isDone ? getReturnPath(location.state) : paths.adminLogin.href
          void navigate(next, { replace: true, state: location.state })
        }}
        onError={(error) => {
          setFailure(error)
          if (!isAppError(error, 'not-allowed')) return
          toast.error(texts.denied)
          navigate(paths.adminLogin.href, { replace: true, state: { notice: 'no-rights' } })
        }}
      />
      {isAppError(failure, 'link-ended', 'banned', 'signed-out') && <NextSteps variant="outline" />}
    </EntryFrame>
  )
}
