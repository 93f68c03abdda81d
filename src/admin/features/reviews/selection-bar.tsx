import { buttonClass } from '@/components/ui/button'
import { rowLabels } from './review-row'

type SelectionBarProps = {
  status: keyof typeof rowLabels
  selected: number
  total: number
  onSelectAll: (all: boolean) => void
  onApprove: () => void
  onRemove: () => void
}

function Key({ name, does }: { name: string; does: string }) {
  return (
    <span className="whitespace-nowrap">
      <kbd className="rounded border border-concrete-300 bg-white px-1.5 py-0.5 font-mono text-ink">{name}</kbd> {does}
    </span>
  )
}

/** Above the table: select all, what to do with the selected ones, and, while none is, the keys. */
export function SelectionBar({ status, selected, total, onSelectAll, onApprove, onRemove }: SelectionBarProps) {
  const labels = rowLabels[status]
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 border-concrete-200 border-b bg-paper px-3 py-2 text-sm">
      <label className="flex min-h-6 items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4.5 accent-green-dark"
          checked={selected === total}
          ref={(input) => {
            if (input) input.indeterminate = selected > 0 && selected < total
          }}
          onChange={(event) => onSelectAll(event.currentTarget.checked)}
        />
        Select all on this page
      </label>
      {selected > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <span role="status" className="font-semibold tabular-nums">
            {selected} selected
          </span>
          <button type="button" onClick={onApprove} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {labels.approve} selected
          </button>
          <button
            type="button"
            onClick={onRemove}
            className={buttonClass({ variant: 'ghost', size: 'sm', className: 'text-danger!' })}
          >
            {labels.remove} selected
          </button>
        </div>
      ) : (
        <p className="ml-auto hidden flex-wrap gap-x-3 gap-y-1 text-concrete-600 text-xs md:flex">
          <span className="sr-only">Keys while a review has the focus: </span>
          <Key name="j" does="next" />
          <Key name="k" does="previous" />
          <Key name="a" does={labels.approve.toLowerCase()} />
          <Key name="d" does={labels.remove.toLowerCase()} />
          <Key name="x" does="select" />
        </p>
      )}
    </div>
  )
}
