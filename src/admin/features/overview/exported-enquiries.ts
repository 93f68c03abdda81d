import { ENQUIRY_PAGE_SIZE } from '@/domain/enquiry-inbox'
import type { Cell } from '@/lib/csv'
import { allPages } from '@/lib/pages'
import { type EnquiryQuery, readPage } from './enquiries'

const HEADINGS = [
  'Received',
  'Kind',
  'Name',
  'E-mail',
  'Phone',
  'Subject',
  'Message',
  'Source',
  'E-mail delivery',
  'Answered',
]

/** Every enquiry that the query finds, not only those of one page. */
export const exportedEnquiries = async (query: Omit<EnquiryQuery, 'end'>): Promise<Cell[][]> => {
  const enquiries = await allPages(ENQUIRY_PAGE_SIZE, async (end) => (await readPage({ ...query, end })).enquiries)
  return [
    HEADINGS,
    ...enquiries.map((enquiry) => [
      new Date(enquiry.created_at),
      enquiry.kind === 'contact' ? 'Enquiry' : 'Business card share',
      enquiry.name,
      enquiry.email,
      enquiry.phone,
      enquiry.subject,
      enquiry.message,
      enquiry.source,
      enquiry.delivery,
      enquiry.answered_at && new Date(enquiry.answered_at),
    ]),
  ]
}
