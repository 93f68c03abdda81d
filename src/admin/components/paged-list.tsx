import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { cn } from '@/lib/cn'
import type { Cursor } from '@/lib/cursor'
import { isAppError } from '@/lib/errors'
import { ErrorPanel } from './error-panel'
import { SmallButton } from './small-button'
import { useListSearchParams } from './use-list-parameters'

type PageQuery = { error: unknown; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown }

type PagedListProps<Row> = {
  query: PageQuery
  /** One more than `pageSize` if a page follows. `total` may disagree. */
  rows: readonly Row[] | undefined
  total: number | undefined
  pageSize: number
  /** Whether rows have just left the page. */
  changing?: boolean
  /** `failed` replaces the message of offline, timeout and unexpected errors. */
  texts: { loading: string; failedTitle: string; failed?: string; found: (total: number) => string }
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

const number = (value: number) => value.toLocaleString('en-GB')

function Pager<Row extends Cursor>({ query, rows = [], total = 0, pageSize }: PagedListProps<Row>) {
  const { page, goToPage } = useListSearchParams()
  const hasNext = rows.length > pageSize
  const pages = Math.max(Math.ceil(total / pageSize), hasNext ? page + 1 : page)
  if (pages <= 1 && page === 1) return null
  const first = (page - 1) * pageSize + 1
  const busy = query.isPlaceholderData
  const goTo = (next: number) => goToPage(next, { last: rows.slice(0, pageSize).at(-1) })
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p aria-live="polite" className="text-concrete-600 tabular-figures">
        {`${number(Math.min(first, total))} to ${number(Math.min(page * pageSize, total))} of ${number(total)}`}
      </p>
      <div className="flex items-center gap-2">
        <SmallButton busy={busy} disabled={page <= 1} onClick={() => goTo(page - 1)}>
          Previous
        </SmallButton>
        <span className="tabular-figures">{`Page ${number(page)} of ${number(pages)}`}</span>
        <SmallButton busy={busy} disabled={!hasNext} onClick={() => goTo(page + 1)}>
          Next
        </SmallButton>
      </div>
    </nav>
  )
}

/** Page of a list. Leaves a page past the end. */
export function PagedList<Row extends Cursor>(props: PagedListProps<Row>) {
  const { query, rows, total, pageSize, changing = false, texts, empty, children } = props
  const { page, goToPage } = useListSearchParams()
  const { error, isFetching, isPlaceholderData, refetch } = query
  // A deferred render can be interrupted.
  const hasArrived = useDeferredValue(rows !== undefined)
  const pastTheEnd = rows?.length === 0 && !isFetching && !changing && page > 1
  const lastPage = Math.min(page - 1, Math.max(1, Math.ceil((total ?? Number.POSITIVE_INFINITY) / pageSize)))
  useEffect(() => {
    if (pastTheEnd) goToPage(lastPage, { replace: true })
  }, [pastTheEnd, goToPage, lastPage])

  const content = () => {
    if (!rows && error) return null
    if (!rows || !hasArrived || pastTheEnd)
      return (
        <p role="status" data-loading={isFetching || undefined} className="py-10 text-center text-concrete-600">
          {texts.loading}
        </p>
      )
    return rows.length === 0 ? empty : children(rows.slice(0, pageSize))
  }
  return (
    <>
      {error !== null && (
        <ErrorPanel error={error} title={texts.failedTitle} query={{ refetch, isFetching }}>
          {isAppError(error, 'offline', 'timed-out', 'unexpected') ? texts.failed : undefined}
        </ErrorPanel>
      )}
      <p role="status" className="sr-only">
        {/* Empty while loading, so that an unchanged count is announced again. */}
        {!isFetching && rows && total !== undefined && texts.found(total)}
      </p>
      <div aria-busy={isFetching} className={cn(isPlaceholderData && 'opacity-60 transition-opacity')}>
        {content()}
      </div>
      {rows && total !== undefined && <Pager {...props} />}
    </>
  )
}
