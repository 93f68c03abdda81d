import { FilterButtons } from '@/admin/components/filter-buttons'
import { textLinkClass } from '@/admin/components/text-link'
import type { useChangeStatus } from '@/admin/data/enquiries'
import { formatDateTime } from '@/admin/text/format-date'
import { capitalise, pluralise } from '@/admin/text/messages'
import { ENQUIRY_STATUSES, type EnquiryStatus, type StoredEnquiry } from '@/domain/enquiry-inbox'

const choices = ENQUIRY_STATUSES.map((key) => ({ key, label: capitalise(key) }))

type EnquiryStatusFieldProps = {
  enquiry: StoredEnquiry
  status: EnquiryStatus
  about: string
  onChange: ReturnType<typeof useChangeStatus>['changeStatus']
}

/** Buttons that set the status, with its history. */
export function EnquiryStatusField({ enquiry, status, about, onChange }: EnquiryStatusFieldProps) {
  const changes = [...enquiry.status_changes].reverse()
  return (
    <div className="mt-3 grid justify-items-start gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden className="font-semibold">
          Status
        </span>
        <FilterButtons
          label={`Status: ${about}`}
          choices={choices}
          chosen={status}
          onChoose={(to) => to !== status && onChange({ to })}
        />
      </div>
      {changes.length > 0 && (
        <details>
          <summary className={`${textLinkClass} w-fit cursor-pointer pointer-coarse:py-2.5`}>
            <span>{pluralise(changes.length, 'status change')}</span>
            <span className="sr-only">{` of ${about}`}</span>
          </summary>
          <ol className="mt-1 grid gap-1 text-concrete-700">
            {changes.map(({ status: what, at, by }) => (
              <li key={at} className="wrap-anywhere">
                <strong className="font-semibold">{capitalise(what)}</strong>
                <span>{by ? ` by ${by},` : ','}</span> <time dateTime={at}>{formatDateTime(at)}</time>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
