import { MODERATION_PAGE_SIZE } from '@/domain/moderation'
import type { Cell } from '@/lib/csv'
import { allPages } from '@/lib/pages'
import { shownSource } from './review-parts'
import type { ReviewQuery, ReviewStore } from './review-store'

const HEADINGS = [
  'Submitted',
  'Name',
  'Location',
  'Title',
  'Text',
  'Rating',
  'Source',
  'E-mail',
  'Verified customer',
  'Moderated',
  'Thanked',
]

/** Every review of a tab that the search finds, not only those of one page. */
export const exportedReviews = async (store: ReviewStore, query: Omit<ReviewQuery, 'end'>): Promise<Cell[][]> => {
  const reviews = await allPages(MODERATION_PAGE_SIZE, (end) => store.page({ ...query, end }))
  return [
    HEADINGS,
    ...reviews.map((review) => [
      new Date(review.created_at),
      review.name,
      review.location,
      review.title,
      review.text,
      review.rating,
      shownSource(review),
      review.email,
      review.verified ? 'Yes' : 'No',
      review.moderated_at && new Date(review.moderated_at),
      review.thanked_at && new Date(review.thanked_at),
    ]),
  ]
}
