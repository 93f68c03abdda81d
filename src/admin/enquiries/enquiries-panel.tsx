import { Inbox, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { queryClient } from '@/admin/backend/query-client'
import { Card } from '@/admin/components/card'
import { confirm } from '@/admin/components/confirm'
import { EmptyState } from '@/admin/components/empty-state'
import { ExportButton } from '@/admin/components/export-button'
import { FilterButtons } from '@/admin/components/filter-buttons'
import { ListTools } from '@/admin/components/list-tools'
import { NewRows } from '@/admin/components/new-rows'
import { PagedList } from '@/admin/components/paged-list'
import { SearchBox } from '@/admin/components/search-box'
import { useHashTarget } from '@/admin/components/use-hash-target'
import { useListSearchParams } from '@/admin/components/use-list-parameters'
import { useNewest } from '@/admin/data/attention'
import {
  countNewerEnquiries,
  deleteEnquiry,
  enquiriesKey,
  readEnquiries,
  useEnquiries,
  useResend,
} from '@/admin/data/enquiries'
import { adminErrorText, adminMessages, capitalise } from '@/admin/text/messages'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { ENQUIRY_FILTERS, ENQUIRY_PAGE_SIZE, type EnquiryFilter, type StoredEnquiry } from '@/domain/enquiry-inbox'
import type { Cell } from '@/lib/csv'
import { fetchAllPages } from '@/lib/cursor'
import { lazyModule } from '@/lib/lazy-module'
import { paths } from '@/paths'
import { EnquiryRow, getEnquiryTitle } from './enquiry-row'

const noteModule = lazyModule(() => import('./note-dialog'))

const filterTexts: Partial<Record<EnquiryFilter, { label?: string; empty: string }>> = {
  all: { empty: 'No enquiries yet' },
  new: { empty: 'No new enquiries' },
  undelivered: { label: 'Not delivered', empty: 'Every email was delivered' },
}

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
  Photos: ({ photos }) => photos.length,
  Status: ({ status }) => status && capitalise(status),
  'Status changed': ({ status_changes }) => {
    const last = status_changes.at(-1)
    return last ? new Date(last.at) : null
  },
  Note: ({ note }) => note,
}

const loadNote = (open: () => void) =>
  noteModule.load().then(open, (cause: unknown) => toast.error(adminErrorText(cause)))

const remove = (enquiry: StoredEnquiry) =>
  confirm({
    title: 'Are you sure?',
    description: (
      <>
        <p>This action cannot be undone. This will permanently delete the enquiry from your dashboard.</p>
        <p dir="auto" className="font-semibold">
          {`${getEnquiryTitle(enquiry)}, ${enquiry.name || enquiry.email}`}
        </p>
      </>
    ),
    confirmLabel: 'Delete',
    busyLabel: 'Deleting...',
    action: () => deleteEnquiry(enquiry.id),
    done: adminMessages.enquiries.deleted,
    refetches: enquiriesKey,
  })

export function EnquiriesPanel() {
  // Outlives the row, which a refetch may remove.
  const [noted, setNoted] = useState<StoredEnquiry>()
  const NoteDialog = useLazyModule(noteModule)?.default
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes the dialog.
  useEffect(() => () => setNoted(undefined), [key])
  const { parameters, search, page, end, change, searchFor } = useListSearchParams()
  const id = parameters.get('enquiry') || null
  const filter = ENQUIRY_FILTERS.find((one) => one === parameters.get('filter')) ?? 'all'
  const query = useEnquiries({ search, filter, end, id })
  const { data, isPlaceholderData } = query
  const readRows = () =>
    fetchAllPages(ENQUIRY_PAGE_SIZE, async (from) => (await readEnquiries({ search, filter, end: from })).enquiries)
  const latest = useNewest()
  const resend = useResend()
  useHashTarget('enquiries', data !== undefined)
  const list = (
    <div id="enquiries" tabIndex={-1} className="grid scroll-mt-20 grid-cols-1 gap-4 outline-none">
      {id !== null && (
        <Link
          to={`${paths.adminDashboard.href}?tab=enquiries#enquiries`}
          className={buttonClass({ variant: 'outline', size: 'sm', className: 'justify-self-start' })}
        >
          Show all enquiries
        </Link>
      )}
      {data && !isPlaceholderData && id === null && page === 1 && !search && ['all', 'new'].includes(filter) && (
        <NewRows
          key={filter}
          what={filter === 'new' ? ['unanswered enquiry', 'unanswered enquiries'] : ['enquiry', 'enquiries']}
          newest={data.enquiries[0]?.created_at}
          latest={latest?.enquiry}
          count={(since) => countNewerEnquiries(since, filter)}
          onShow={() => queryClient.refetchQueries({ queryKey: enquiriesKey, type: 'active' })}
        />
      )}
      <PagedList
        query={query}
        rows={data?.enquiries}
        total={data?.total}
        pageSize={ENQUIRY_PAGE_SIZE}
        texts={adminMessages.enquiries}
        empty={
          id !== null ? (
            <EmptyState icon={SearchX} title={adminMessages.enquiries.gone} />
          ) : search ? (
            <EmptyState icon={SearchX} title={`Nothing found for “${search}”`}>
              Try fewer or different words.
            </EmptyState>
          ) : (
            <EmptyState icon={Inbox} title={filterTexts[filter]?.empty ?? 'No enquiries with this status'}>
              {filter === 'all' &&
                'Messages from the contact form and shared business cards will appear here, newest first.'}
            </EmptyState>
          )
        }
      >
        {(enquiries) => (
          <Card as="ul" aria-label="Enquiries" aria-busy={isPlaceholderData} className="divide-y divide-concrete-200">
            {enquiries.map((enquiry) => (
              <EnquiryRow
                key={enquiry.id}
                enquiry={enquiry}
                sending={resend.isPending && resend.variables === enquiry.id}
                onResend={() => void resend.mutate(enquiry.id)}
                onEditNote={() => void loadNote(() => setNoted(enquiry))}
                onDelete={() => void remove(enquiry)}
              />
            ))}
          </Card>
        )}
      </PagedList>
      {noted && NoteDialog && <NoteDialog enquiry={noted} onClose={() => setNoted(undefined)} />}
    </div>
  )
  if (id !== null) return list
  return (
    <ListTools
      isUsed={search !== '' || filter !== 'all'}
      tools={
        <>
          <SearchBox
            label="Search enquiries"
            placeholder="Name, email, message or note"
            value={search}
            onSearch={searchFor}
          />
          <FilterButtons
            label="Filter enquiries"
            choices={ENQUIRY_FILTERS.map((key) => ({
              key,
              label: `${filterTexts[key]?.label ?? capitalise(key)}${data?.counts ? ` (${data.counts[key] ?? 0})` : ''}`,
            }))}
            chosen={filter}
            onChoose={(key) => change({ filter: key, page: '' }, { replace: true })}
          />
          <ExportButton name="enquiries" columns={csvColumns} readRows={readRows} />
        </>
      }
    >
      {list}
    </ListTools>
  )
}
