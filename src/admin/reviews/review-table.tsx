import { Check, Mail, RotateCcw, Trash2 } from 'lucide-react'
import { type HTMLAttributes, type KeyboardEvent, useRef, useState } from 'react'
import { Card } from '@/admin/components/card'
import { confirm } from '@/admin/components/confirm'
import { keepFocus } from '@/admin/components/keep-focus'
import { toolClass } from '@/admin/components/list-tools'
import { LongText } from '@/admin/components/long-text'
import { SmallButton } from '@/admin/components/small-button'
import { formatDate } from '@/admin/text/format-date'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { mailtoHref } from '@/domain/enquiry-inbox'
import type { ModeratedReview } from '@/domain/moderation'
import { cn } from '@/lib/cn'
import type { useRejectionReason } from './rejection-dialog'
import { CaughtAsSpam, getReviewSource, getReviewText, getReviewTitle, Rating, VerifiedCustomer } from './review-parts'
import type { useModeration } from './use-moderation'

type RowActions = { approve: (id: string) => void; remove: (id: string) => void; select: (id: string) => void }

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

const useRowKeys = (ids: readonly string[], actions: RowActions) => {
  const rows = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)

  const findRow = (index: number) => rows.current?.querySelectorAll<HTMLElement>('[data-row]')[index]
  const focusRow = (index: number) => findRow(Math.min(Math.max(index, 0), ids.length - 1))?.focus()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    const index = row ? ids.indexOf(row.dataset.row ?? '') : -1
    const id = ids[index]
    const key = event.key.toLowerCase()
    if (key === 'j') focusRow(row ? index + 1 : 0)
    else if (key === 'k') focusRow(row ? index - 1 : 0)
    else if (key === 'a' && id) actions.approve(id)
    else if (key === 'd' && id) actions.remove(id)
    else if (key === 'x' && id) actions.select(id)
    else return
    event.preventDefault()
  }

  return {
    rows,
    onKeyDown,
    /** Keeps the focus on this row or the one in its place. */
    keepRow: <Result,>(id: string | undefined, action: () => Promise<Result>) =>
      keepFocus(action, findRow(ids.indexOf(id ?? ''))),
    /** Keeps one row in the Tab order (roving tabindex). */
    rowProps: (index: number) => ({
      tabIndex: index === Math.min(active, ids.length - 1) ? 0 : -1,
      onFocus: () => setActive(index),
    }),
  }
}

const rowLabels = {
  pending: { approve: 'Approve', remove: 'Delete', removeSelected: 'Delete selected' },
  rejected: { approve: 'Restore', remove: 'Delete Permanently', removeSelected: 'Delete selected permanently' },
} as const

type ReviewRowProps = {
  review: ModeratedReview
  status: keyof typeof rowLabels
  selected: boolean
  onSelect: () => void
  onApprove: () => void
  onRemove: () => void
  rowProps: Pick<HTMLAttributes<HTMLElement>, 'tabIndex' | 'onFocus'>
}

const cell = 'px-3 py-3 align-top max-md:block max-md:px-0 max-md:py-1'

function ReviewRow({ review, status, selected, onSelect, onApprove, onRemove, rowProps }: ReviewRowProps) {
  const { name, location, email, created_at, rating } = review
  const labels = rowLabels[status]
  const about = `the review by ${name}`
  const isCaught = review.caught_as_spam && review.moderated_at === null
  return (
    <tr
      {...rowProps}
      data-row={review.id}
      className={`border-concrete-200 border-b -outline-offset-2 last:border-0 max-md:relative max-md:block max-md:p-4 max-md:pl-12 ${selected ? 'bg-green/10' : 'hover:bg-paper'}`}
    >
      <td className={`${cell} w-10 pr-0 max-md:absolute max-md:top-3 max-md:left-2 max-md:p-0`}>
        <label className="-m-1.5 grid size-8 place-items-center max-md:m-0">
          <input type="checkbox" checked={selected} onChange={onSelect} className="size-4.5 accent-green-dark" />
          <span className="sr-only">{`Select ${about}`}</span>
        </label>
      </td>
      <td className={`${cell} md:w-48 lg:w-56`}>
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="text-concrete-700 [overflow-wrap:anywhere]">
          <bdi>{location}</bdi>
        </p>
        <time dateTime={created_at} className="block text-concrete-600 tabular-figures">
          {formatDate(created_at)}
        </time>
        {email && (
          <a
            href={mailtoHref(email)}
            className="mt-0.5 inline-flex min-h-6 items-center gap-1 text-concrete-600 text-xs underline-offset-4 [overflow-wrap:anywhere] hover:underline"
          >
            <Mail aria-hidden className="size-3.5 shrink-0" />
            {email}
          </a>
        )}
        {review.verified && <VerifiedCustomer />}
        {isCaught && <CaughtAsSpam />}
      </td>
      <td className={cell}>
        <p dir="auto" className={`[overflow-wrap:anywhere] ${review.title ? 'font-semibold' : 'text-concrete-600'}`}>
          {getReviewTitle(review)}
        </p>
        <LongText text={getReviewText(review)} about={`review by ${name}`} />
        {status === 'rejected' && !isCaught && review.reason && (
          <p className="mt-1 text-concrete-600 [overflow-wrap:anywhere]" dir="auto">
            {`Reason: ${review.reason}${review.reason_note && ` (${review.reason_note})`}${review.withdrawn_at ? ', so it can’t be restored' : ''}`}
          </p>
        )}
      </td>
      <td className={`${cell} md:w-28 max-md:inline-block max-md:pr-4`}>
        <Rating rating={rating} />
      </td>
      <td className={`${cell} text-concrete-700 md:w-24 max-md:inline-block`}>{getReviewSource(review)}</td>
      <td className={`${cell} md:w-px md:whitespace-nowrap`}>
        <div className="flex flex-col items-stretch gap-1.5 max-md:mt-1 max-md:flex-row max-md:flex-wrap">
          {!review.withdrawn_at && (
            <SmallButton
              onClick={onApprove}
              variant="green"
              Icon={status === 'pending' ? Check : RotateCcw}
              about={about}
            >
              {labels.approve}
            </SmallButton>
          )}
          <SmallButton onClick={onRemove} variant="destructive" Icon={Trash2} about={about}>
            {labels.remove}
          </SmallButton>
        </div>
      </td>
    </tr>
  )
}

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

function SelectionBar({ status, selected, total, onSelectAll, onApprove, onRemove }: SelectionBarProps) {
  const labels = rowLabels[status]
  return (
    <div
      className={cn(
        'flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 border-concrete-200 border-b bg-paper px-3 py-2 text-sm',
        selected === 0 && toolClass,
      )}
    >
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
          <span role="status" className="font-semibold tabular-figures">
            {`${selected} selected`}
          </span>
          <SmallButton onClick={onApprove} variant="green">{`${labels.approve} selected`}</SmallButton>
          <SmallButton onClick={onRemove} variant="destructive">
            {labels.removeSelected}
          </SmallButton>
        </div>
      ) : (
        <p className="ml-auto hidden flex-wrap gap-x-3 gap-y-1 text-concrete-600 text-xs md:flex">
          <span className="sr-only">Keyboard shortcuts for the focused review: </span>
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

type ReviewTableProps = {
  label: string
  status: keyof typeof rowLabels
  reviews: readonly ModeratedReview[]
  moderation: ReturnType<typeof useModeration>
  askReason: ReturnType<typeof useRejectionReason>['askReason']
}

export function ReviewTable({ label, status, reviews, moderation, askReason }: ReviewTableProps) {
  const { moderate } = moderation
  const labels = rowLabels[status]
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = reviews.map(({ id }) => id)
  const selected = ids.filter((id) => chosen.has(id))

  const select = (id: string) =>
    setChosen(new Set(chosen.has(id) ? selected.filter((one) => one !== id) : [...selected, id]))
  const approve = (targets: readonly string[]) => {
    const restorable = targets.filter((id) => !reviews.some((review) => review.id === id && review.withdrawn_at))
    const withdrawn = targets.length - restorable.length
    if (withdrawn > 0) toast.error(adminMessages.reviews.withdrawn(withdrawn))
    if (restorable.length > 0) void keys.keepRow(restorable[0], () => moderate('approve', restorable))
  }
  const removePermanently = (targets: readonly string[]) =>
    confirm({
      title: targets.length === 1 ? 'Permanently delete this review?' : `Permanently delete ${targets.length} reviews?`,
      description: 'This action cannot be undone. The text, name and email address will be erased.',
      confirmLabel: 'Delete Permanently',
      busyLabel: 'Deleting...',
      action: () => moderate('remove', targets),
    })
  const reject = async (targets: readonly string[]) => {
    const title = targets.length === 1 ? 'Delete this review?' : `Delete ${targets.length} reviews?`
    const rejection = await askReason({ title, confirmLabel: labels.remove })
    if (rejection) await moderate('reject', targets, { rejection })
  }
  const remove = (targets: readonly string[]) =>
    void keys.keepRow<unknown>(targets[0], () => (status === 'rejected' ? removePermanently(targets) : reject(targets)))
  const keys = useRowKeys(ids, { approve: (id) => approve([id]), remove: (id) => remove([id]), select })

  return (
    <Card onKeyDown={keys.onKeyDown} className="overflow-clip">
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
    </Card>
  )
}
