import { type ReactNode, useDeferredValue } from 'react'
import { ErrorPanel } from './error-panel'

type QueryViewProps<Data> = {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  failed: string
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

export function QueryView<Data>({ query, failed, loading = 'Loading...', children }: QueryViewProps<Data>) {
  const { data, error } = query
  // A query's update is rendered at once, which blocks slow computers. A deferred render can be interrupted.
  const hasArrived = useDeferredValue(data !== undefined)
  if (data !== undefined && hasArrived) return children(data)
  if (error) return <ErrorPanel title={failed} error={error} query={query} />
  return (
    <p role="status" data-loading={query.isFetching || undefined}>
      {loading}
    </p>
  )
}
