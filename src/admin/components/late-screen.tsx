import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { SectionBoundary } from './section-boundary'

type Load = () => Promise<{ default: ComponentType }>

// One lazy component per try: React remembers a failed load for good.
const screens = new WeakMap<Load, ComponentType>()
// What is there already needs no placeholder, which React would leave up for a third of a second.
const ready = new WeakMap<Load, ComponentType>()

/** Fetches a part's code ahead of its first showing. Where it cannot be had, the screen itself tries again and says so. */
export const prepareScreen = (load: Load): Promise<void> =>
  load().then(
    (module) => void ready.set(load, module.default),
    () => {},
  )

const screenOf = (load: Load): ComponentType => {
  const Screen = ready.get(load) ?? screens.get(load) ?? lazy(load)
  screens.set(load, Screen)
  return Screen
}

/** A part of the dashboard, whose code loads when it is first opened; says so when it cannot be had. */
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
