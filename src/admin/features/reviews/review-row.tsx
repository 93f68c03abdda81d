import { Check, Mail, RotateCcw, Trash2 } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { LongText } from '@/admin/components/long-text'
import { buttonClass } from '@/components/ui/button'
import type { ModeratedReview } from '@/domain/moderation'
import { Rating, shortDay, shownSource, shownText, shownTitle } from './review-parts'

/** Names of the two actions: a pending review is approved or deleted, a deleted one restored or removed for ever. */
export const rowLabels = {
  pending: { approve: 'Approve', remove: 'Delete' },
  rejected: { approve: 'Restore', remove: 'Delete Permanently' },
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

/** One review of the table; on a phone a card. */
export function ReviewRow({ review, status, selected, onSelect, onApprove, onRemove, rowProps }: ReviewRowProps) {
  const { name, location, email, created_at, rating } = review
  const labels = rowLabels[status]
  const ApproveIcon = status === 'pending' ? Check : RotateCcw
  return (
    <tr
      {...rowProps}
      data-row={review.id}
      className={`border-concrete-200 border-b -outline-offset-2 last:border-0 max-md:relative max-md:block max-md:p-4 max-md:pl-12 ${selected ? 'bg-green/10' : 'hover:bg-paper'}`}
    >
      <td className={`${cell} w-10 pr-0 max-md:absolute max-md:top-3 max-md:left-2 max-md:p-0`}>
        <label className="-m-1.5 grid size-8 place-items-center max-md:m-0">
          <input type="checkbox" checked={selected} onChange={onSelect} className="size-4.5 accent-green-dark" />
          <span className="sr-only">Select the review by {name}</span>
        </label>
      </td>
      <td className={`${cell} md:w-48 lg:w-56`}>
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="text-concrete-700 [overflow-wrap:anywhere]">
          <bdi>{location}</bdi>
        </p>
        <time dateTime={created_at} className="block text-concrete-600 tabular-nums">
          {shortDay(created_at)}
        </time>
        {email && (
          <a
            href={`mailto:${email}`}
            className="mt-0.5 inline-flex min-h-6 items-center gap-1 text-concrete-600 text-xs underline-offset-4 [overflow-wrap:anywhere] hover:underline"
          >
            <Mail aria-hidden className="size-3.5 shrink-0" />
            {email}
          </a>
        )}
      </td>
      <td className={cell}>
        <p dir="auto" className={`[overflow-wrap:anywhere] ${review.title ? 'font-semibold' : 'text-concrete-600'}`}>
          {shownTitle(review)}
        </p>
        <LongText text={shownText(review)} about={`review by ${name}`} />
      </td>
      <td className={`${cell} md:w-28 max-md:inline-block max-md:pr-4`}>
        <Rating rating={rating} />
      </td>
      <td className={`${cell} text-concrete-700 md:w-24 max-md:inline-block`}>{shownSource(review)}</td>
      <td className={`${cell} md:w-px md:whitespace-nowrap`}>
        <div className="flex flex-col items-stretch gap-1.5 max-md:mt-1 max-md:flex-row max-md:flex-wrap">
          <button type="button" onClick={onApprove} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <ApproveIcon aria-hidden className="size-4 shrink-0" />
            {labels.approve}
            <span className="sr-only"> the review by {name}</span>
          </button>
          <button
            type="button"
            onClick={onRemove}
            className={buttonClass({ variant: 'ghost', size: 'sm', className: 'text-danger!' })}
          >
            <Trash2 aria-hidden className="size-4 shrink-0" />
            {labels.remove}
            <span className="sr-only"> the review by {name}</span>
          </button>
        </div>
      </td>
    </tr>
  )
}
