import { useEffect, useRef, useState } from 'react'
import { PasscodeForm } from '@/components/passcode-form'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { messages } from '@/messages'
import { maintenanceAuth } from '@/storage/keys'
import { useStoredValue } from '@/storage/stored-value'

const lines = ['Website Online', 'Database Connected', 'API Operational', 'Storage 68% Free'] as const
const layers = ['bg-topsoil', 'bg-made', 'bg-gravel', 'bg-clay'] as const
const actions = ['Clear Cache', 'Run Diagnostics', 'Update Content', 'System Backup'] as const

function Gate({ ready, onGranted }: { ready: boolean; onGranted: () => void }) {
  return (
    <div className="flex gap-5 sm:gap-8">
      <div aria-hidden className="flex w-10 shrink-0 flex-col sm:w-28">
        {layers.map((layer) => (
          <div key={layer} className={`min-h-16 grow ${layer}`} />
        ))}
      </div>
      <section aria-labelledby="gate" className="py-4">
        <h2 id="gate" className="text-2xl">
          This page is locked
        </h2>
        <p className="mt-3 mb-6 max-w-sm text-concrete-700">
          It’s for the people who run this website. The password is four digits.
        </p>
        <PasscodeForm submitLabel="Unlock" ready={ready} onGranted={onGranted} />
        <noscript>
          <p className="mt-4">Turn on JavaScript to enter the password.</p>
        </noscript>
      </section>
    </div>
  )
}

function Panel({ justOpened }: { justOpened: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justOpened) heading.current?.focus()
  }, [justOpened])
  return (
    <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[3fr_2fr]">
      <section aria-labelledby="status">
        <h2 ref={heading} id="status" tabIndex={-1} className="text-2xl outline-none">
          Status
        </h2>
        <ul className="mt-5">
          {lines.map((line, index) => (
            <li key={line} className="flex items-stretch gap-5 sm:gap-8">
              <span aria-hidden className={`w-10 shrink-0 sm:w-28 ${layers[index]}`} />
              <span className="grow border-b border-concrete-300 py-5 font-display text-xl font-semibold sm:text-2xl">
                {line}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="actions">
        <h2 id="actions" className="text-2xl">
          Actions
        </h2>
        <div className="mt-5 grid gap-3 sm:grid-cols-2">
          {actions.map((action) => (
            <Button key={action} aria-describedby="inert" variant="outline">
              {action}
            </Button>
          ))}
        </div>
        <p id="inert" className="mt-5 max-w-prose text-concrete-700">
          This page is for display only. The status lines are fixed text and the buttons do nothing. Reviews, pictures
          and users are managed in the admin area.
        </p>
      </section>
    </div>
  )
}

export function Maintenance() {
  const { state } = useStoredValue(maintenanceAuth)
  const [justOpened, setJustOpened] = useState(false)
  const open = () => {
    maintenanceAuth.write('true')
    setJustOpened(true)
    toast.success(messages.access.granted)
  }
  if (state === 'value') return <Panel justOpened={justOpened} />
  return <Gate ready={state !== 'unread'} onGranted={open} />
}
