import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '@/admin/components/dialog'
import { useReturnState } from '@/admin/components/return-to'
import { RetryButton } from '@/admin/components/small-button'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { Link } from '@/components/link'
import { Button, buttonClass } from '@/components/ui/button'
import { hasDefaultPassword } from '@/domain/user'
import { paths } from '@/paths'
import { type Access, useAdminSession } from './admin-session'
import { SignIn } from './session-forms'

type SignInDialogProps = { email: string; onClose: () => void }

// A dialog keeps what the user has typed on the page.
function SignInDialog({ email, onClose }: SignInDialogProps) {
  const navigate = useNavigate()
  const state = useReturnState()
  const [typed, setTyped] = useState(email)
  const isSettingUp = useAdminSession().access === 'set-up'
  return (
    <Dialog
      onClose={onClose}
      title={isSettingUp ? 'Set up two-factor authentication' : 'Sign in to continue'}
      onInteractOutside={(event) => event.preventDefault()}
      className="w-[min(26rem,calc(100vw-2rem))] gap-5 p-6"
    >
      <SignIn
        password=""
        email={typed}
        onEmailChange={setTyped}
        onForgot={() => navigate(`${paths.adminLogin.href}?mode=forgot`, { state })}
        onSignedIn={(access) => {
          onClose()
          if (access === 'password-change') navigate(paths.adminResetPassword.href, { state })
        }}
      />
      <Button variant="link" className="justify-self-start" onClick={onClose}>
        Not now
      </Button>
    </Dialog>
  )
}

const signInLabels: Partial<Record<Access | 'default-password', string>> = {
  'signed-out': 'Sign in',
  'not-allowed': 'Sign in',
  banned: 'Sign in',
  code: 'Enter the code',
  'set-up': 'Set up now',
}

/** Shows missing access or a default password. */
export function SessionNotice() {
  const state = useReturnState()
  const { user, access, query } = useAdminSession()
  // The dialog stays open while the notice is hidden.
  const [isSigningIn, setSigningIn] = useState(false)
  const lastEmail = useRef('')
  if (user?.email) lastEmail.current = user.email
  const isDefault = access === 'granted' && user !== undefined && hasDefaultPassword(user)
  const reason = isDefault ? 'default-password' : access
  const label = signInLabels[reason]
  if (isSigningIn && access === 'granted') setSigningIn(false)

  const texts = adminMessages.session.notice
  return (
    <>
      {reason !== 'granted' && reason !== 'checking' && (
        <div
          role="status"
          className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-made/60 bg-gravel/20 px-4 py-3"
        >
          <TriangleAlert aria-hidden className="size-5 shrink-0 text-topsoil" />
          <p className="min-w-56 flex-1 text-sm">{reason === 'failed' ? adminErrorText(query.error) : texts[reason]}</p>
          {reason === 'failed' && <RetryButton query={query} />}
          {(reason === 'password-change' || reason === 'default-password') && (
            <Link to={paths.adminResetPassword.href} state={state} className={buttonClass({ size: 'sm' })}>
              Choose a password
            </Link>
          )}
          {label && (
            <Button
              size="sm"
              aria-haspopup="dialog"
              aria-expanded={isSigningIn}
              onClick={({ currentTarget }) => {
                // Safari doesn't focus clicked buttons, and the focus should return here.
                currentTarget.focus()
                setSigningIn(true)
              }}
            >
              {label}
            </Button>
          )}
        </div>
      )}
      {isSigningIn && <SignInDialog email={lastEmail.current} onClose={() => setSigningIn(false)} />}
    </>
  )
}
