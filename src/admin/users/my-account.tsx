import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '@/admin/backend/query-client'
import { Card } from '@/admin/components/card'
import { confirm } from '@/admin/components/confirm'
import { Dialog } from '@/admin/components/dialog'
import { LazyScreen } from '@/admin/components/lazy-screen'
import { QueryView } from '@/admin/components/query-view'
import { SmallButton } from '@/admin/components/small-button'
import { ChangePasswordDialog } from '@/admin/session/password-forms'
import { setUpFactor } from '@/admin/session/session-forms'
import {
  FACTORS_MAX,
  factorsKey,
  mfaRequirementQuery,
  myFactorsQuery,
  type TotpFactor,
  unenrollFactor,
} from '@/admin/session/two-factor'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'

const { secondFactor: texts } = adminMessages

function Remove({ factor, isLast }: { factor: TotpFactor; isLast: boolean }) {
  const { data: requiredSince } = useQuery(mfaRequirementQuery)
  const remove = async () => {
    let othersEnded = true
    const isRemoved = await confirm({
      title: `Remove “${factor.name}”?`,
      description: `${texts.removal(isLast)} ${isLast && requiredSince ? texts.removalLocks : ''}`,
      confirmLabel: 'Remove',
      busyLabel: 'Removing...',
      action: async () => {
        othersEnded = await unenrollFactor(factor)
      },
      done: texts.removed(factor.name),
      refetches: factorsKey,
    })
    if (!isRemoved) return
    if (!othersEnded) toast.error(texts.othersStillIn)
    // This session may have lost its rights.
    void queryClient.invalidateQueries()
  }
  return (
    <SmallButton variant="destructive" about={factor.name} onClick={() => void remove()}>
      Remove
    </SmallButton>
  )
}

type FactorsProps = { email: string; factors: readonly TotpFactor[] }

function SecondFactors({ email, factors }: FactorsProps) {
  const [isSettingUp, setSettingUp] = useState(false)
  const close = () => setSettingUp(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status">{`Two-factor authentication: ${factors.length > 0 ? 'on' : 'off'}`}</p>
      {factors.length < FACTORS_MAX && (
        <SmallButton onClick={() => setSettingUp(true)}>{factors.length > 0 ? 'Set up another' : 'Set up'}</SmallButton>
      )}
      {factors.length > 0 && (
        <ul aria-label="Your authenticator apps" className="w-full divide-y divide-concrete-200">
          {factors.map((factor) => (
            <li key={factor.id} className="flex items-center justify-between gap-4 py-1">
              <span className="wrap-anywhere">{factor.name}</span>
              <Remove factor={factor} isLast={factors.length === 1} />
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={isSettingUp}
        onClose={close}
        title="Set up an authenticator app"
        onInteractOutside={(event) => event.preventDefault()}
        className="w-[min(28rem,calc(100vw-2rem))] gap-4 p-5 sm:p-6"
      >
        <LazyScreen
          module={setUpFactor}
          props={{
            email,
            ...(factors.length > 0 && { name: 'Second phone' }),
            onDone: close,
            other: { label: 'Cancel', onClick: close },
          }}
        />
      </Dialog>
    </div>
  )
}

export function MyAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Card as="section" aria-labelledby="own-account" className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="own-account" tabIndex={-1} className="scroll-mt-20 text-lg">
            Your account
          </h2>
          <p className="wrap-anywhere text-concrete-700 text-sm">{email}</p>
        </div>
        <SmallButton onClick={() => setOpen(true)}>Change password</SmallButton>
      </div>
      <QueryView query={useQuery(myFactorsQuery)} failed={texts.failed} loading={texts.loading}>
        {(factors) => <SecondFactors email={email} factors={factors} />}
      </QueryView>
      {open && <ChangePasswordDialog email={email} onClose={() => setOpen(false)} />}
    </Card>
  )
}
