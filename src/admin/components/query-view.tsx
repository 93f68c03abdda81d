import type { ReactNode } from 'react'
import { ErrorPanel } from './error-panel'

type QueryViewProps<Data> = {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  failed: string
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

export function QueryView<Data>({ query, failed, loading = 'Loading...', children }: QueryViewProps<Data>) {
  const { data, error } = query
  if (data !== undefined) return children(data)
  if (error) return <ErrorPanel title={failed} error={error} query={query} />
  return (
    <p role="status" data-loading={query.isFetching || undefined}>
      {loading}
    </p>
  )
}
