import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '@/admin/components/dialog'
import { useReturnState } from '@/admin/components/return-to'
import { RetryButton } from '@/admin/components/small-button'
import { adminErrorText, adminMessages } from '@/admin/words/messages'
import { Link } from '@/components/link'
import { Button, buttonClass } from '@/components/ui/button'
import { hasDefaultPassword } from '@/domain/user'
import { paths } from '@/paths'
import { useAdminSession } from './admin-session'
import { LoginForm } from './session-forms'

// In a dialog, so that nothing typed on the page is lost.
function SignInDialog({ email }: { email: string }) {
  const navigate = useNavigate()
  const state = useReturnState()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(email)
  return (
    <>
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={({ currentTarget }) => {
          // Safari does not focus a clicked button, and the focus is to return here.
          currentTarget.focus()
          setOpen(true)
        }}
      >
        Sign in
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Sign in to go on"
        className="w-[min(26rem,calc(100vw-2rem))] gap-5 p-6"
      >
        <LoginForm
          password=""
          email={typed}
          onEmailChange={setTyped}
          onForgot={() => navigate(`${paths.adminLogin.href}?mode=forgot`, { state })}
          onAdmitted={(admission) => {
            setOpen(false)
            if (admission === 'password-change') navigate(paths.adminResetPassword.href, { state })
          }}
        />
        <Button variant="link" className="justify-self-start" onClick={() => setOpen(false)}>
          Not now
        </Button>
      </Dialog>
    </>
  )
}

/** What keeps the administrator from working, and what to do about it; or that they still have the default password. */
export function SessionNotice() {
  const state = useReturnState()
  const { user, access, query } = useAdminSession()
  const lastEmail = useRef('')
  if (user?.email) lastEmail.current = user.email
  const isDefault = access === 'granted' && user !== undefined && hasDefaultPassword(user)
  const reason = isDefault ? 'default-password' : access
  if (reason === 'granted' || reason === 'checking') return null

  const texts = adminMessages.session.notice
  return (
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
      {(reason === 'signed-out' || reason === 'not-allowed' || reason === 'banned') && (
        <SignInDialog email={lastEmail.current} />
      )}
    </div>
  )
}
