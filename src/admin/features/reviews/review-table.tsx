import { useState } from 'react'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import type { ModeratedReview } from '@/domain/moderation'
import { ReviewRow, type rowLabels } from './review-row'
import { SelectionBar } from './selection-bar'
import type { useModeration } from './use-moderation'
import { useRowKeys } from './use-row-keys'

type ReviewTableProps = {
  /** What the table lists, for screen readers. */
  label: string
  status: keyof typeof rowLabels
  reviews: readonly ModeratedReview[]
  moderation: ReturnType<typeof useModeration>
}

/** Reviews to approve or delete, one by one, several together, or from the keyboard. Asks before deleting for ever. */
export function ReviewTable({ label, status, reviews, moderation }: ReviewTableProps) {
  const { moderate, removing } = moderation
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [toRemove, setToRemove] = useState<readonly string[]>([])
  const ids = reviews.map(({ id }) => id)
  const selected = ids.filter((id) => chosen.has(id))

  const select = (id: string) =>
    setChosen(new Set(chosen.has(id) ? selected.filter((one) => one !== id) : [...selected, id]))
  const approve = (targets: readonly string[]) => {
    keys.expectLoss(targets[0] ?? '')
    void moderate('approve', targets)
  }
  const remove = (targets: readonly string[]) => {
    keys.expectLoss(targets[0] ?? '')
    if (status === 'rejected') setToRemove(targets)
    else void moderate('reject', targets)
  }
  const keys = useRowKeys(ids, {
    approve: (id) => approve([id]),
    remove: (id) => remove([id]),
    select,
  })
  const removeForEver = async () => {
    keys.expectLoss(toRemove[0] ?? '')
    await moderate('remove', toRemove)
    setToRemove([])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to whichever row has the focus.
    <div onKeyDown={keys.onKeyDown} className="overflow-clip rounded-card border border-concrete-200 bg-white">
      <SelectionBar
        status={status}
        selected={selected.length}
        total={ids.length}
        onSelectAll={(all) => setChosen(new Set(all ? ids : []))}
        onApprove={() => approve(selected)}
        onRemove={() => remove(selected)}
      />
      <table aria-label={label} className="w-full text-sm max-md:block">
        <thead className="text-left text-concrete-600 text-xs max-md:sr-only">
          <tr className="border-concrete-200 border-b">
            <th scope="col" className="py-2 pl-3">
              <span className="sr-only">Select</span>
            </th>
            {['Submitted', 'Review', 'Rating', 'Source', 'Actions'].map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={keys.rows} className="max-md:block">
          {reviews.map((review, index) => (
            <ReviewRow
              key={review.id}
              review={review}
              status={status}
              selected={chosen.has(review.id)}
              onSelect={() => select(review.id)}
              onApprove={() => approve([review.id])}
              onRemove={() => remove([review.id])}
              rowProps={keys.rowProps(index)}
            />
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        open={toRemove.length > 0}
        onOpenChange={(open) => !open && setToRemove([])}
        title={
          toRemove.length === 1 ? 'Delete this review permanently?' : `Delete ${toRemove.length} reviews permanently?`
        }
        description="This action cannot be undone. The words, the name and the e-mail address are erased."
        confirmLabel="Delete Permanently"
        busyLabel="Deleting..."
        busy={removing}
        onConfirm={() => void removeForEver()}
      />
    </div>
  )
}
