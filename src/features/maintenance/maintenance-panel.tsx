import { useEffect, useRef } from 'react'
import { buttonClass } from '@/components/ui/button'

// Fixed by contract (point 2): nothing is measured.
const lines = ['Website Online', 'Database Connected', 'API Operational', 'Storage 68% Free'] as const
const layers = ['bg-topsoil', 'bg-made', 'bg-gravel', 'bg-clay'] as const
const actions = ['Clear Cache', 'Run Diagnostics', 'Update Content', 'System Backup'] as const

/** What the password opens: four fixed lines, logged like the layers of a borehole, and four buttons without function. */
export function MaintenancePanel({ justOpened }: { justOpened: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The form that had the focus is gone.
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
            <button key={action} type="button" aria-describedby="inert" className={buttonClass({ variant: 'outline' })}>
              {action}
            </button>
          ))}
        </div>
        <p id="inert" className="mt-5 max-w-prose text-concrete-700">
          This page is a display. Its lines are fixed text, its buttons are not connected to anything, and nothing here
          measures or changes the website. Reviews, pictures and users are looked after in the admin area.
        </p>
      </section>
    </div>
  )
}
