import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { getReturnPath } from '@/admin/components/return-to'
import { adminSession, needsTwoFactor, useAdminSession } from '@/admin/session/admin-session'
import { defaultAdmin } from '@/admin/session/default-admin'
import { EntryFrame } from '@/admin/session/entry-frame'
import { abandonSignIn } from '@/admin/session/session-actions'
import { ForgotForm, ResetSent, SignIn } from '@/admin/session/session-forms'
import { SetupPanel } from '@/admin/session/setup-panel'
import { adminMessages } from '@/admin/text/messages'
import { FocusedMessage } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { paths } from '@/paths'

type Mode = 'login' | 'forgot' | 'sent'

const FORGOT_SUBTITLE = 'Enter your email to receive a password reset link'

const steps = {
  login: { pageTitle: 'Admin Portal Login', subtitle: 'Enter your credentials to access the admin dashboard' },
  forgot: { pageTitle: 'Forgotten password', subtitle: FORGOT_SUBTITLE },
  sent: { pageTitle: 'Password reset link sent', subtitle: FORGOT_SUBTITLE },
  code: { pageTitle: 'Enter your code', subtitle: 'Enter the code from your authenticator app' },
  'set-up': {
    pageTitle: 'Set up two-factor authentication',
    subtitle: 'Administrators need two-factor authentication',
  },
} as const

const INSTRUCTION = 'login-instruction'

const notices = { gate: adminMessages.session.gate, 'no-rights': adminMessages.session.savedWithoutRights }

export function Component() {
  const navigate = useNavigate()
  const location = useLocation()
  const [search] = useSearchParams()
  const { mayDrawDashboard, access } = useAdminSession()
  const wantsLink = search.get('mode') === 'forgot'
  const [mode, setMode] = useState<Mode>(wantsLink ? 'forgot' : 'login')
  const [cameBack, setCameBack] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const [setup, setSetup] = useState<'closed' | 'open' | 'done'>('closed')
  const [email, setEmail] = useState('')
  useEffect(() => adminSession.endSigningOut(), [])

  const notice = notices[location.state?.notice as keyof typeof notices]
  const destination = getReturnPath(location.state)
  if (mayDrawDashboard && access === 'granted' && !(wantsLink && mode !== 'login'))
    return <Navigate to={destination} replace />

  const step = mode === 'login' && needsTwoFactor(access) ? access : mode
  const backToLogin = () => {
    setCameBack(true)
    setMode('login')
  }
  const forgot = () => {
    setSetup('closed')
    setMode('forgot')
  }
  return (
    <EntryFrame
      title="Admin Portal Login"
      pageTitle={steps[step].pageTitle}
      subtitle={<span id={INSTRUCTION}>{steps[step].subtitle}</span>}
    >
      {notice && step === 'login' && (
        // The gate's toast already announces this.
        <p
          role={notice === notices.gate ? undefined : 'status'}
          className="rounded-lg bg-gravel/25 px-4 py-3 text-topsoil"
        >
          {notice}
        </p>
      )}
      {mode === 'forgot' && (
        <ForgotForm
          email={email}
          onEmailChange={setEmail}
          instruction={INSTRUCTION}
          onSent={() => setMode('sent')}
          onBack={backToLogin}
        />
      )}
      {mode === 'sent' && <ResetSent onBack={backToLogin} />}
      {mode === 'login' && (
        <>
          {setup === 'done' && (
            <FocusedMessage className="rounded-lg border border-green-dark bg-green/10 px-4 py-3">
              <p>{adminMessages.session.setUpNext}</p>
            </FocusedMessage>
          )}
          <SignIn
            key={setup === 'done' ? 'prefilled' : 'typed'}
            email={email}
            onEmailChange={setEmail}
            password={setup === 'done' ? defaultAdmin.password : ''}
            autoFocus={cameBack}
            onForgot={forgot}
            other={{ label: 'Use another account', onClick: () => void abandonSignIn() }}
            onSignedIn={(signedIn) =>
              signedIn === 'password-change'
                ? navigate(paths.adminResetPassword.href, { replace: true, state: location.state })
                : navigate(destination, { replace: true })
            }
          />
          {step === 'login' && (
            <Button
              ref={toggle}
              aria-expanded={setup === 'open'}
              variant="link"
              className="justify-self-start"
              onClick={() => setSetup(setup === 'open' ? 'closed' : 'open')}
            >
              Setup Admin
            </Button>
          )}
          {setup === 'open' && (
            <SetupPanel
              onCancel={() => {
                setSetup('closed')
                toggle.current?.focus()
              }}
              onForgot={forgot}
              onCreated={() => {
                setEmail(defaultAdmin.email)
                setSetup('done')
              }}
            />
          )}
        </>
      )}
    </EntryFrame>
  )
}
