import { Inbox, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { Pager } from '@/admin/components/pager'
import { SearchBox } from '@/admin/components/search-box'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { ENQUIRY_PAGE_SIZE } from '@/domain/enquiry-inbox'
import { useEnquiries, useRemoveEnquiry, useResend } from './enquiries'
import { EnquiryRow } from './enquiry-row'

/** The stored enquiries, newest first: read, search, send again what failed, delete. */
export default function EnquiriesPanel() {
  const [query, setQuery] = useState({ page: 1, search: '' })
  const [doomed, setDoomed] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, isPlaceholderData, refetch } = useEnquiries(query)
  const resend = useResend()
  const removal = useRemoveEnquiry(() => {
    close()
    list.current?.focus()
  })

  const close = () => {
    setDoomed(undefined)
    removal.reset()
  }
  const rows = data?.enquiries ?? []
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / ENQUIRY_PAGE_SIZE))
  // The last page is gone with its last enquiry.
  if (data && !isPlaceholderData && query.page > pages) setQuery({ ...query, page: pages })
  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
      <SearchBox
        label="Search enquiries"
        placeholder="Name, e-mail, subject or words"
        value={query.search}
        onSearch={(search) => setQuery({ page: 1, search })}
      />
      {error && (
        <ErrorPanel
          title={adminMessages.enquiries.failed}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <p role="status">{adminMessages.enquiries.loading}</p>}
      {data && rows.length === 0 && (
        <EmptyState
          icon={query.search ? SearchX : Inbox}
          title={query.search ? `Nothing found for “${query.search}”` : 'No enquiries yet'}
        >
          {query.search
            ? 'Look for fewer or other words.'
            : 'Messages from the contact form and shared business cards will appear here, newest first.'}
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
              onDelete={() => setDoomed(enquiry.id)}
            />
          ))}
        </ul>
      )}
      {data && (
        <Pager
          page={query.page}
          pageSize={ENQUIRY_PAGE_SIZE}
          total={data.total}
          busy={isFetching}
          onPage={(page) => setQuery({ ...query, page })}
        />
      )}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={(open) => !open && close()}
        title="Are you sure?"
        description="This action cannot be undone. This will permanently delete the enquiry from your dashboard."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={removal.isPending}
        error={removal.error ? adminErrorText(removal.error) : undefined}
        onConfirm={() => doomed !== undefined && void removal.mutate(doomed)}
      />
    </div>
  )
}
