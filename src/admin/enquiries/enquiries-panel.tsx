import { Check, Inbox, Reply, RotateCcw, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { queryClient } from '@/admin/backend/query-client'
import { Badge } from '@/admin/components/badge'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { EmptyState } from '@/admin/components/empty-state'
import { ExportButton } from '@/admin/components/export-button'
import { FilterButtons } from '@/admin/components/filter-buttons'
import { ListTools } from '@/admin/components/list-tools'
import { LongText } from '@/admin/components/long-text'
import { NewRows } from '@/admin/components/new-rows'
import { PagedList } from '@/admin/components/paged-list'
import { SearchBox } from '@/admin/components/search-box'
import { SmallButton } from '@/admin/components/small-button'
import { useListParameters } from '@/admin/components/use-list-parameters'
import {
  enquiriesKey,
  newerEnquiriesQuery,
  readEnquiries,
  useEnquiries,
  useMark,
  useRemoveEnquiry,
  useResend,
} from '@/admin/data/enquiries'
import { usePolling } from '@/admin/data/waiting'
import { formatDateTime } from '@/admin/words/format-date'
import { adminMessages } from '@/admin/words/messages'
import { buttonClass } from '@/components/ui/button'
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
import type { Cell } from '@/lib/csv'
import { allPages } from '@/lib/cursor'

const deliveries = {
  pending: { tone: 'warning', text: 'Email on its way' },
  sent: { tone: 'good', text: 'You were notified' },
  failed: { tone: 'danger', text: 'Email failed' },
} as const

const filters = [
  { key: 'all', label: 'All', empty: 'No enquiries yet' },
  { key: 'new', label: 'New', empty: 'No new enquiries' },
  { key: 'undelivered', label: 'Not delivered', empty: 'Every email was delivered' },
] as const satisfies { key: EnquiryFilter; label: string; empty: string }[]

const csvColumns: Record<string, (enquiry: StoredEnquiry) => Cell> = {
  Received: ({ created_at }) => new Date(created_at),
  Kind: ({ kind }) => (kind === 'contact' ? 'Enquiry' : 'Business card share'),
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Subject: ({ subject }) => subject,
  Message: ({ message }) => message,
  Source: ({ source }) => source,
  'Email delivery': ({ delivery }) => delivery,
  Answered: ({ answered_at }) => answered_at && new Date(answered_at),
}

type EnquiryRowProps = { enquiry: StoredEnquiry; sending: boolean; onResend: () => void; onDelete: () => void }

const linkClass = 'inline-flex min-h-6 items-center text-green-dark underline underline-offset-2'

// Asks once, when someone is back from the mail program; stores nothing.
const useReply = (waits: boolean) => {
  const [state, setState] = useState<'begun' | 'asked'>()
  useEffect(() => {
    if (state !== 'begun') return
    const ask = () => document.visibilityState === 'visible' && setState('asked')
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('focus', ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('focus', ask)
    }
  }, [state])
  return { isAsked: waits && state === 'asked', begin: () => setState('begun'), end: () => setState(undefined) }
}

const topicOf = ({ kind, subject }: StoredEnquiry): string =>
  kind === 'business-card' ? 'Business card shared' : subject || 'Enquiry without a subject'

function EnquiryRow({ enquiry, sending, onResend, onDelete }: EnquiryRowProps) {
  const { id, kind, name, email, phone, message, delivery, created_at } = enquiry
  const share = kind === 'business-card'
  const title = name || email
  const topic = topicOf(enquiry)
  const about = `${topic}, ${title}`
  const delivered = deliveries[delivery]
  // A shared card went to somebody else.
  const { tone, text } = share && delivery === 'sent' ? { ...delivered, text: 'Email sent' } : delivered
  const waits = isNew(enquiry)
  const markLabel = waits ? 'Mark as answered' : 'Mark as new'
  const mark = useMark(id)
  const reply = useReply(waits)
  const sentOn = formatDateTime(created_at)
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <article className="min-w-0" aria-label={about}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 wrap-anywhere text-base" dir="auto">
            {title}
          </h2>
          {!share && <Badge tone={waits ? 'warning' : 'neutral'}>{waits ? 'New' : 'Answered'}</Badge>}
          <Badge tone={tone}>{text}</Badge>
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-concrete-600 text-sm">
          <span dir="auto" className="min-w-0 wrap-anywhere font-semibold text-ink">
            {topic}
          </span>
          <a href={mailtoHref(email)} className={`${linkClass} break-all`}>
            {email}
          </a>
          {phone && (
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={`${linkClass} whitespace-nowrap`}>
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
              onClick={() => waits && reply.begin()}
              aria-label={`Reply: ${about}`}
              className={buttonClass({ size: 'sm' })}
            >
              <Reply aria-hidden className="size-4" />
              Reply
            </a>
            {reply.isAsked ? (
              <fieldset className="flex flex-wrap items-center gap-2 text-sm">
                <legend className="float-left mr-1 font-semibold">Did you answer?</legend>
                <SmallButton
                  variant="default"
                  onClick={() => {
                    reply.end()
                    void mark(true)
                  }}
                  about={about}
                >
                  Yes
                </SmallButton>
                <SmallButton onClick={reply.end} about={about}>
                  Not yet
                </SmallButton>
              </fieldset>
            ) : (
              <SmallButton
                Icon={waits ? Check : RotateCcw}
                onClick={() => void mark(waits)}
                aria-label={`${markLabel}: ${about}`}
              >
                {markLabel}
              </SmallButton>
            )}
          </>
        )}
        {canResend(enquiry, Date.now()) && (
          <SmallButton busy={sending} onClick={onResend} aria-label={`Send again: ${about}`}>
            {sending ? 'Sending...' : 'Send again'}
          </SmallButton>
        )}
        <SmallButton
          onClick={onDelete}
          aria-label={`Delete: ${about}`}
          variant="destructive"
          className="max-md:first:-ml-3.5"
        >
          Delete
        </SmallButton>
      </div>
    </li>
  )
}

/** The stored enquiries and shared business cards, newest first. */
export function EnquiriesPanel() {
  const { parameters, search, page, end, change, searchFor, goToPage } = useListParameters()
  const filter = ENQUIRY_FILTERS.find((one) => one === parameters.get('filter')) ?? 'all'
  const [toDelete, setToDelete] = useState<StoredEnquiry>()
  const list = useRef<HTMLDivElement>(null)
  const query = useEnquiries({ search, filter, end })
  const { data, isPlaceholderData } = query
  const rows = data?.enquiries.slice(0, ENQUIRY_PAGE_SIZE)
  const readRows = () =>
    allPages(ENQUIRY_PAGE_SIZE, async (from) => (await readEnquiries({ search, filter, end: from })).enquiries)
  const polling = usePolling()
  const resend = useResend()
  const removal = useRemoveEnquiry(() => close())
  const { hash, key } = useLocation()
  const isRead = rows !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation counts, even to the same place.
  useEffect(() => {
    if (hash !== '#enquiries' || !isRead) return
    list.current?.scrollIntoView()
    list.current?.focus({ preventScroll: true })
  }, [hash, key, isRead])
  const close = () => {
    setToDelete(undefined)
    removal.reset()
  }
  return (
    <ListTools
      isUsed={search !== ''}
      tools={
        <>
          <SearchBox
            label="Search enquiries"
            placeholder="Name, email, subject or words"
            value={search}
            onSearch={searchFor}
          />
          <FilterButtons
            label="Which enquiries"
            choices={filters}
            chosen={filter}
            onChoose={(key) => change({ filter: key, page: '' }, { replace: true })}
          />
          <ExportButton name="enquiries" columns={csvColumns} readRows={readRows} />
        </>
      }
    >
      <div ref={list} id="enquiries" tabIndex={-1} className="grid scroll-mt-20 grid-cols-1 gap-4 outline-none">
        {data && !isPlaceholderData && page === 1 && !search && filter !== 'undelivered' && (
          <NewRows
            key={filter}
            what={filter === 'new' ? 'new enquiries' : 'enquiries'}
            newest={rows?.[0]?.created_at}
            countQuery={(since) => ({ ...newerEnquiriesQuery(since, filter), ...polling })}
            onShow={() => queryClient.refetchQueries({ queryKey: enquiriesKey, type: 'active' })}
          />
        )}
        <PagedList
          query={query}
          rows={rows}
          total={data?.total}
          more={data && data.enquiries.length > ENQUIRY_PAGE_SIZE}
          page={page}
          pageSize={ENQUIRY_PAGE_SIZE}
          onPage={goToPage}
          texts={{
            loading: adminMessages.enquiries.loading,
            failedTitle: adminMessages.enquiries.failed,
            found: adminMessages.enquiries.found,
          }}
          empty={
            search ? (
              <EmptyState icon={SearchX} title={`Nothing found for “${search}”`}>
                Look for fewer or other words.
              </EmptyState>
            ) : (
              <EmptyState icon={Inbox} title={filters.find(({ key }) => key === filter)?.empty ?? ''}>
                {filter === 'all' &&
                  'Messages from the contact form and shared business cards will appear here, newest first.'}
              </EmptyState>
            )
          }
        >
          {(enquiries) => (
            <ul
              aria-label="Enquiries"
              aria-busy={isPlaceholderData}
              className="divide-y divide-concrete-200 rounded-card border border-concrete-200 bg-white"
            >
              {enquiries.map((enquiry) => (
                <EnquiryRow
                  key={enquiry.id}
                  enquiry={enquiry}
                  sending={resend.isPending && resend.variables === enquiry.id}
                  onResend={() => void resend.mutate(enquiry.id)}
                  onDelete={() => setToDelete(enquiry)}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      <ConfirmDialog
        open={toDelete !== undefined}
        onClose={close}
        title="Are you sure?"
        description={
          <>
            <p>This action cannot be undone. This will permanently delete the enquiry from your dashboard.</p>
            {toDelete && (
              <p dir="auto" className="font-semibold">
                {topicOf(toDelete)}, {toDelete.name || toDelete.email}
              </p>
            )}
          </>
        }
        confirmLabel="Delete"
        busyLabel="Deleting..."
        action={removal}
        onConfirm={() => toDelete && void removal.mutate(toDelete.id)}
      />
    </ListTools>
  )
}
