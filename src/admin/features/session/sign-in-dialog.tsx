import * as Dialog from '@radix-ui/react-dialog'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loginHref, resetHref } from '@/admin/return-to'
import { buttonClass } from '@/components/ui/button'
import { LoginForm } from './session-forms'

/** A button that signs in over the work in progress, so that nothing typed below is lost. */
export function SignInDialog({ email }: { email: string }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(email)
  const place = `${pathname}${search}`
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={buttonClass({ size: 'sm' })}>Sign in</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-overlay fixed inset-0 z-40 bg-ink/60" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[90svh] w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 gap-5 overflow-y-auto rounded-card bg-white p-6 shadow-float"
        >
          <Dialog.Title className="font-sans text-lg tracking-normal">Sign in to go on</Dialog.Title>
          <LoginForm
            email={typed}
            onEmailChange={setTyped}
            onForgot={() => navigate(`${loginHref(place)}&mode=forgot`)}
            onAdmitted={(admission) => {
              setOpen(false)
              if (admission === 'password-change') navigate(resetHref(place))
            }}
          />
          <Dialog.Close className={buttonClass({ variant: 'link', className: 'justify-self-start' })}>
            Not now
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
