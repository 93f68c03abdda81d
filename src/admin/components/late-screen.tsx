import { type ComponentType, type ReactElement, useEffect, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { useLateModule } from '@/components/ui/use-late-module'
import type { LateModule } from '@/lib/late-module'
import { ErrorPanel } from './error-panel'
import { SectionBoundary } from './section-boundary'

const { sectionFailed, sectionFailedHint } = adminMessages.dashboard

/** A part of the dashboard, whose code loads when it is first opened; says so when it cannot be had. */
export function LateScreen({ module }: { module: LateModule<{ default: ComponentType }> }): ReactElement {
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const Screen = useLateModule(module)?.default
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again.
  useEffect(() => {
    setError(undefined)
    module.load().catch(setError)
  }, [module, tries])
  const retry = () => setTries(tries + 1)

  if (Screen)
    return (
      <SectionBoundary key={tries} title={sectionFailed} hint={sectionFailedHint} onRetry={retry}>
        <Screen />
      </SectionBoundary>
    )
  if (error === undefined) return <p role="status">Loading...</p>
  return (
    <ErrorPanel error={error} title={sectionFailed} onRetry={retry}>
      {sectionFailedHint}
    </ErrorPanel>
  )
}
