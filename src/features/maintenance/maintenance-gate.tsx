import { PasscodeForm } from '@/components/passcode-form'
import { ACCESS_CODE } from '@/domain/access-code'

const layers = ['bg-topsoil', 'bg-made', 'bg-gravel', 'bg-clay'] as const

type MaintenanceGateProps = { ready: boolean; onGranted: () => void }

/** What stands before the maintenance page: the same borehole, not yet logged, and the password that opens it. */
export function MaintenanceGate({ ready, onGranted }: MaintenanceGateProps) {
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
          It is for the people who look after the website. The password has four digits.
        </p>
        <PasscodeForm code={ACCESS_CODE} label="Password" submitLabel="Unlock" ready={ready} onGranted={onGranted} />
        <noscript>
          <p className="mt-4">The password can only be checked with JavaScript switched on.</p>
        </noscript>
      </section>
    </div>
  )
}
