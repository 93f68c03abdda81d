import { buttonClass } from '@/components/ui/button'

type PagerProps = {
  page: number
  pageSize: number
  total: number
  /** Whether a page follows; by the total, where it is not known. */
  more?: boolean | undefined
  busy: boolean
  onPage: (page: number) => void
}

const number = (value: number) => value.toLocaleString('en-GB')

export function Pager({ page, pageSize, total, more = page * pageSize < total, busy, onPage }: PagerProps) {
  // The total is counted separately, and may know of more or of less.
  const pages = Math.max(Math.ceil(total / pageSize), more ? page + 1 : page)
  if (pages <= 1 && page === 1) return null
  const first = (page - 1) * pageSize + 1
  const classes = buttonClass({ variant: 'outline', size: 'sm' })
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p aria-live="polite" className="text-concrete-600 tabular-nums">
        {number(Math.min(first, total))} to {number(Math.min(page * pageSize, total))} of {number(total)}
      </p>
      <div className="flex items-center gap-2">
        <button type="button" disabled={busy || page <= 1} onClick={() => onPage(page - 1)} className={classes}>
          Previous
        </button>
        <span className="tabular-nums">
          Page {number(page)} of {number(pages)}
        </span>
        <button type="button" disabled={busy || !more} onClick={() => onPage(page + 1)} className={classes}>
          Next
        </button>
      </div>
    </nav>
  )
}
