import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { databaseReviews, type ReviewQuery, type ReviewStore } from '@/admin/data/reviews'
import { usePolling } from '@/admin/data/waiting'
import { adminDemo } from '@/storage/admin-keys'
import { useStoredValue } from '@/storage/stored-value'
import { simulatedReviews } from './simulated-reviews'

/** Query keys of everything about reviews; invalidate by `all`. */
export const reviewKeys = {
  all: ['reviews'] as const,
  moderation: ['reviews', 'moderation'] as const,
  counts: (store: ReviewStore, search: string) => [...reviewKeys.all, store.name, 'counts', search] as const,
  page: (store: ReviewStore, { status, search, end }: ReviewQuery) =>
    [...reviewKeys.all, store.name, 'page', status, search, end?.id] as const,
  failedThanks: (store: ReviewStore) => [...reviewKeys.all, store.name, 'failed thanks'] as const,
  link: (id: string, hash: string) => [...reviewKeys.all, 'link', id, hash] as const,
}

/** How many reviews of each status match; counted again as often as what waits, so that both say the same. */
export const useReviewCounts = (store: ReviewStore, search: string) => {
  const { enabled, ...polling } = usePolling()
  return useQuery({
    ...polling,
    enabled: enabled || store.name === 'simulation',
    queryKey: reviewKeys.counts(store, search),
    queryFn: () => store.counts(search),
    staleTime: 0,
    placeholderData: (before) => before,
  })
}

/** One page of reviews; the previous page of the same tab stays while the next one loads. */
export const useReviewPage = (store: ReviewStore, query: ReviewQuery) =>
  useQuery({
    queryKey: reviewKeys.page(store, query),
    queryFn: () => store.page(query),
    staleTime: 0,
    // Nothing moves while someone who comes back reads it: `NewRows` offers what is new.
    refetchOnWindowFocus: false,
    placeholderData: (before, previous) =>
      previous?.queryKey[1] === store.name && previous.queryKey[3] === query.status ? before : undefined,
  })

/** The published reviews whose thanks could not be sent. */
export const useFailedThanks = (store: ReviewStore) =>
  useQuery({
    queryKey: reviewKeys.failedThanks(store),
    queryFn: store.failedThanks,
    staleTime: 0,
    // It stands above the cards, and would push them away.
    refetchOnWindowFocus: false,
  })

/** The review store. `?demo=1` selects the simulation for this browser session, until `leaveDemo` or `?demo=0`. */
export const useReviewStore = (): { store: ReviewStore; leaveDemo: () => void } => {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('demo')
  const stored = useStoredValue(adminDemo)
  useEffect(() => {
    if (asked === '1') adminDemo.write('true')
    if (asked === '0') adminDemo.remove()
  }, [asked])

  const demo = asked === '1' || (asked !== '0' && stored.state === 'value')
  const leaveDemo = () => {
    adminDemo.remove()
    setSearch((before) => {
      before.delete('demo')
      return before
    })
  }
  return { store: demo ? simulatedReviews : databaseReviews, leaveDemo }
}
