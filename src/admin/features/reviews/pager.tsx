import { buttonClass } from '@/components/ui/button'
import { MODERATION_PAGE_SIZE } from '@/domain/moderation'

type PagerProps = { page: number; total: number; busy: boolean; onPage: (page: number) => void }

const number = (value: number) => value.toLocaleString('en-GB')

/** Previous, next and where one is, for lists of more than a page. */
export function Pager({ page, total, busy, onPage }: PagerProps) {
  const pages = Math.ceil(total / MODERATION_PAGE_SIZE)
  if (pages <= 1 && page === 1) return null
  const first = (page - 1) * MODERATION_PAGE_SIZE + 1
  const look = buttonClass({ variant: 'outline', size: 'sm' })
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p aria-live="polite" className="text-concrete-600 tabular-nums">
        {number(first)} to {number(Math.min(page * MODERATION_PAGE_SIZE, total))} of {number(total)}
      </p>
      <div className="flex items-center gap-2">
        <button type="button" disabled={busy || page <= 1} onClick={() => onPage(page - 1)} className={look}>
          Previous
        </button>
        <span className="tabular-nums">
          Page {number(page)} of {number(pages)}
        </span>
        <button type="button" disabled={busy || page >= pages} onClick={() => onPage(page + 1)} className={look}>
          Next
        </button>
      </div>
    </nav>
  )
}
