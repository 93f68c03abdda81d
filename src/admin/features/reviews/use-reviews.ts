import { useQuery } from '@tanstack/react-query'
import type { ReviewQuery, ReviewStore } from './review-store'

/** Cache keys of everything about reviews; invalidate by `all`. */
export const reviewKeys = {
  all: ['reviews'] as const,
  counts: (store: ReviewStore, search: string) => [...reviewKeys.all, store.name, 'counts', search] as const,
  page: (store: ReviewStore, { status, search, page }: ReviewQuery) =>
    [...reviewKeys.all, store.name, 'page', status, search, page] as const,
  link: (id: string, hash: string) => [...reviewKeys.all, 'link', id, hash] as const,
}

/** The counts of the tabs. */
export const useReviewCounts = (store: ReviewStore, search: string) =>
  useQuery({
    queryKey: reviewKeys.counts(store, search),
    queryFn: () => store.counts(search),
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** One page of reviews. While another page of the same tab loads, the one before it stays. */
export const useReviewPage = (store: ReviewStore, query: ReviewQuery) =>
  useQuery({
    queryKey: reviewKeys.page(store, query),
    queryFn: () => store.page(query),
    staleTime: 0,
    placeholderData: (before, previous) =>
      previous?.queryKey[1] === store.name && previous.queryKey[3] === query.status ? before : undefined,
  })
