import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { resetHref } from '@/admin/return-to'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { useAdminSession } from './admin-session'
import { SignInDialog } from './sign-in-dialog'

/** Says above the work what is the matter with the session, and offers the way on. Nothing while all is well. */
export function SessionNotice() {
  const { pathname, search } = useLocation()
  const { user, access, error, retry, retrying } = useAdminSession()
  const lastEmail = useRef('')
  if (user?.email) lastEmail.current = user.email
  if (access === 'granted' || access === 'checking') return null

  const texts = adminMessages.session.notice
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-made/60 bg-gravel/20 px-4 py-3"
    >
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-topsoil" />
      <p className="min-w-56 flex-1 text-sm">{access === 'failed' ? adminErrorText(error) : texts[access]}</p>
      {access === 'failed' && (
        <button
          type="button"
          disabled={retrying}
          onClick={retry}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          {retrying ? 'Trying...' : 'Try again'}
        </button>
      )}
      {access === 'password-change' && (
        <Link to={resetHref(`${pathname}${search}`)} className={buttonClass({ size: 'sm' })}>
          Choose a password
        </Link>
      )}
      {(access === 'signed-out' || access === 'not-allowed') && <SignInDialog email={lastEmail.current} />}
    </div>
  )
}
