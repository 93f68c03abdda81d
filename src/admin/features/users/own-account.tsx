import { useState } from 'react'
import { SmallButton } from '@/admin/components/small-button'
import { OwnPasswordDialog } from '@/admin/features/session/password-forms'

export function OwnAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  return (
    <section
      aria-labelledby="own-account"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-concrete-200 bg-white px-4 py-3"
    >
      <div className="min-w-0">
        <h2 id="own-account" className="font-sans text-lg tracking-normal">
          Your account
        </h2>
        <p className="wrap-anywhere text-concrete-700 text-sm">{email}</p>
      </div>
      <SmallButton onClick={() => setOpen(true)}>Change password</SmallButton>
      {open && <OwnPasswordDialog email={email} onClose={() => setOpen(false)} />}
    </section>
  )
}
