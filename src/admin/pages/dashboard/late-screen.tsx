import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react'
import { SectionBoundary } from '@/admin/components/section-boundary'
import { adminMessages } from '@/admin/messages'

type Load = () => Promise<{ default: ComponentType }>

// One lazy component per try: React remembers a failed load for good.
const screens = new WeakMap<Load, ComponentType>()
const screenOf = (load: Load): ComponentType => {
  const Screen = screens.get(load) ?? lazy(load)
  screens.set(load, Screen)
  return Screen
}

/** A screen of the dashboard, whose code loads when it is first opened; says so when it cannot be had. */
export function LateScreen({ load }: { load: Load }): ReactElement {
  const [tries, setTries] = useState(0)
  const Screen = screenOf(load)
  const retry = () => {
    screens.delete(load)
    setTries(tries + 1)
  }
  return (
    <SectionBoundary
      key={tries}
      title={adminMessages.dashboard.sectionFailed}
      hint={adminMessages.dashboard.sectionFailedHint}
      onRetry={retry}
    >
      <Suspense fallback={<p role="status">Loading...</p>}>
        <Screen />
      </Suspense>
    </SectionBoundary>
  )
}
