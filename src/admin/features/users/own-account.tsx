import { useState } from 'react'
import { FormDialog } from '@/admin/components/form-dialog'
import { OwnPasswordForm } from '@/admin/features/session/password-forms'

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
      <FormDialog
        open={open}
        onOpenChange={setOpen}
        trigger="Change password"
        look={{ variant: 'outline', size: 'sm' }}
        title="Change password"
      >
        <p className="text-concrete-700">Every other device on which you are logged in is logged out.</p>
        <OwnPasswordForm email={email} onChanged={() => setOpen(false)} />
      </FormDialog>
    </section>
  )
}
