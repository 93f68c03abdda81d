import { Component, type ComponentType, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { adminMessages } from '@/admin/text/messages'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import type { LazyModule } from '@/lib/lazy-module'
import { ErrorPanel } from './error-panel'

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <ErrorPanel error={error} title={adminMessages.dashboard.sectionFailed} query={{ refetch: onRetry }} />
}

type BoundaryProps = { onRetry: () => void; children: ReactNode }

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'unknown' }
  }

  override render() {
    const { onRetry, children } = this.props
    return this.state.error === undefined ? children : <Failure error={this.state.error} onRetry={onRetry} />
  }
}

type LazyScreenProps<Props> = { module: LazyModule<{ default: ComponentType<Props> }>; props: Props }

/** Dashboard part that loads on first render, or its error. */
export function LazyScreen<Props extends object>({ module, props }: LazyScreenProps<Props>) {
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const loaded = useLazyModule(module)?.default
  // A deferred render can be interrupted.
  const Screen = useDeferredValue(loaded)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry loads again.
  useEffect(() => {
    setError(undefined)
    module.load().catch(setError)
  }, [module, tries])
  const retry = () => setTries(tries + 1)

  if (Screen)
    return (
      <Boundary key={tries} onRetry={retry}>
        <Screen {...props} />
      </Boundary>
    )
  if (error !== undefined) return <Failure error={error} onRetry={retry} />
  return (
    <p role="status" data-loading>
      Loading...
    </p>
  )
}
