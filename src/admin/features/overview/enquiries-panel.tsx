import { useQueryClient } from '@tanstack/react-query'
import { Check, Inbox, Reply, RotateCcw, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Badge } from '@/admin/components/badge'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { ExportButton } from '@/admin/components/export-button'
import { FilterButtons } from '@/admin/components/filter-buttons'
import { LongText } from '@/admin/components/long-text'
import { NewRows } from '@/admin/components/new-rows'
import { Pager } from '@/admin/components/pager'
import { SearchBox } from '@/admin/components/search-box'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { Button, buttonClass } from '@/components/ui/button'
import {
  canResend,
  ENQUIRY_FILTERS,
  ENQUIRY_PAGE_SIZE,
  type EnquiryFilter,
  isNew,
  mailtoHref,
  replyHref,
  type StoredEnquiry,
} from '@/domain/enquiry-inbox'
import { endsBefore, type PageEnd } from '@/lib/pages'
import { countNewer, enquiryKeys, useEnquiries, useMark, useRemoveEnquiry, useResend } from './enquiries'
import { exportedEnquiries } from './exported-enquiries'

const deliveries = {
  pending: { tone: 'warning', text: 'E-mail on its way' },
  sent: { tone: 'good', text: 'E-mail sent' },
  failed: { tone: 'danger', text: 'E-mail failed' },
} as const

const filters = [
  { key: 'all', label: 'All', empty: 'No enquiries yet' },
  { key: 'new', label: 'New', empty: 'No new enquiries' },
  { key: 'undelivered', label: 'Not delivered', empty: 'Every e-mail was delivered' },
] as const satisfies { key: EnquiryFilter; label: string; empty: string }[]

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

type EnquiryRowProps = {
  enquiry: StoredEnquiry
  sending: boolean
  onResend: () => void
  onDelete: () => void
}

function EnquiryRow({ enquiry, sending, onResend, onDelete }: EnquiryRowProps) {
  const { id, kind, name, email, phone, subject, message, delivery, created_at } = enquiry
  const share = kind === 'business-card'
  const title = share ? 'Business card shared' : subject || 'Enquiry without a subject'
  const about = `${title}, ${name || email}`
  const { tone, text } = deliveries[delivery]
  const waits = isNew(enquiry)
  const mark = useMark(id)
  const sentOn = when.format(new Date(created_at))
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <article className="min-w-0" aria-label={about}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 wrap-anywhere font-sans text-base tracking-normal" dir="auto">
            {title}
          </h2>
          {!share && <Badge tone={waits ? 'warning' : 'neutral'}>{waits ? 'New' : 'Answered'}</Badge>}
          <Badge tone={tone}>{text}</Badge>
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-concrete-600 text-sm">
          {name && (
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {name}
            </span>
          )}
          <a href={mailtoHref(email)} className="min-h-6 break-all py-0.5 text-green-dark underline underline-offset-2">
            {email}
          </a>
          {phone && (
            <a
              href={`tel:${phone.replace(/[^+\d]/g, '')}`}
              className="min-h-6 whitespace-nowrap py-0.5 text-green-dark underline underline-offset-2"
            >
              {phone}
            </a>
          )}
          <time dateTime={created_at}>{sentOn}</time>
        </p>
        <div className="mt-2 grid max-w-prose justify-items-start gap-1 text-sm">
          <LongText text={share ? `Sent to ${email}: ${message}` : message} about={`message from ${name || email}`} />
        </div>
      </article>
      <div className="flex flex-wrap content-start items-start gap-2 md:max-w-72 md:justify-end xl:max-w-none">
        {!share && (
          <>
            <a
              href={replyHref(enquiry, sentOn)}
              onClick={() => waits && void mark(true)}
              aria-label={`Reply: ${about}`}
              className={buttonClass({ size: 'sm' })}
            >
              <Reply aria-hidden className="size-4" />
              Reply
            </a>
            <Button
              onClick={() => void mark(waits)}
              aria-label={`${waits ? 'Mark as answered' : 'Mark as new'}: ${about}`}
              variant="outline"
              size="sm"
            >
              {waits ? <Check aria-hidden className="size-4" /> : <RotateCcw aria-hidden className="size-4" />}
              {waits ? 'Mark as answered' : 'Mark as new'}
            </Button>
          </>
        )}
        {canResend(enquiry, Date.now()) && (
          <Button disabled={sending} onClick={onResend} aria-label={`Send again: ${about}`} variant="outline" size="sm">
            {sending ? 'Sending...' : 'Send again'}
          </Button>
        )}
        <Button
          onClick={onDelete}
          aria-label={`Delete: ${about}`}
          variant="ghost"
          size="sm"
          className="text-danger! max-md:first:-ml-3.5"
        >
          Delete
        </Button>
      </div>
    </li>
  )
}

type Chosen = { ends: readonly PageEnd[]; search: string; filter: EnquiryFilter }

export default function EnquiriesPanel() {
  const queryClient = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const filter = ENQUIRY_FILTERS.find((one) => one === parameters.get('filter')) ?? 'all'
  const [{ ends, ...query }, setQuery] = useState<Chosen>({ ends: [], search: '', filter })
  if (query.filter !== filter) setQuery({ ...query, ends: [], filter })
  const page = ends.length + 1
  const [toDelete, setToDelete] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, isPlaceholderData, refetch } = useEnquiries({ ...query, end: ends.at(-1) })
  const resend = useResend()
  const removal = useRemoveEnquiry(() => {
    close()
    list.current?.focus()
  })

  const choose = (key: EnquiryFilter) =>
    setParameters(
      (before) => {
        before.set('filter', key)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  const close = () => {
    setToDelete(undefined)
    removal.reset()
  }
  const rows = data?.enquiries.slice(0, ENQUIRY_PAGE_SIZE) ?? []
  const emptyTitle = filters.find(({ key }) => key === filter)?.empty ?? ''
  const goTo = (next: number) => setQuery({ ...query, ends: endsBefore(next, ends, rows.at(-1)) })
  // Deleting the only enquiry of the last page removes that page.
  if (data && !isPlaceholderData && rows.length === 0 && page > 1) goTo(page - 1)
  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <SearchBox
          label="Search enquiries"
          placeholder="Name, e-mail, subject or words"
          value={query.search}
          onSearch={(search) => setQuery({ ...query, ends: [], search })}
        />
        <FilterButtons label="Which enquiries" choices={filters} chosen={filter} onChoose={choose} />
        <ExportButton name="enquiries" read={() => exportedEnquiries({ search: query.search, filter })} />
      </div>
      {data && !isPlaceholderData && page === 1 && !query.search && filter !== 'undelivered' && (
        <NewRows
          key={filter}
          what={filter === 'new' ? 'new enquiries' : 'enquiries'}
          newest={rows[0]?.created_at}
          count={(after) => countNewer(after, filter)}
          onShow={() => queryClient.refetchQueries({ queryKey: enquiryKeys.all, type: 'active' })}
        />
      )}
      {error && <ErrorPanel title={adminMessages.enquiries.failed} error={error} query={{ refetch, isFetching }} />}
      {!data && !error && <p role="status">{adminMessages.enquiries.loading}</p>}
      {data && rows.length === 0 && (
        <EmptyState
          icon={query.search ? SearchX : Inbox}
          title={query.search ? `Nothing found for “${query.search}”` : emptyTitle}
        >
          {query.search
            ? 'Look for fewer or other words.'
            : filter === 'all' &&
              'Messages from the contact form and shared business cards will appear here, newest first.'}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul
          aria-label="Enquiries"
          aria-busy={isPlaceholderData}
          className="divide-y divide-concrete-200 rounded-card border border-concrete-200 bg-white"
        >
          {rows.map((enquiry) => (
            <EnquiryRow
              key={enquiry.id}
              enquiry={enquiry}
              sending={resend.isPending && resend.variables === enquiry.id}
              onResend={() => void resend.mutate(enquiry.id)}
              onDelete={() => setToDelete(enquiry.id)}
            />
          ))}
        </ul>
      )}
      {data && (
        <Pager
          page={page}
          pageSize={ENQUIRY_PAGE_SIZE}
          total={data.total}
          more={data.enquiries.length > ENQUIRY_PAGE_SIZE}
          busy={isFetching}
          onPage={goTo}
        />
      )}
      <ConfirmDialog
        open={toDelete !== undefined}
        onOpenChange={(open) => !open && close()}
        title="Are you sure?"
        description="This action cannot be undone. This will permanently delete the enquiry from your dashboard."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={removal.isPending}
        error={removal.error ? adminErrorText(removal.error) : undefined}
        onConfirm={() => toDelete !== undefined && void removal.mutate(toDelete)}
      />
    </div>
  )
}
