import { useSearchParams } from 'react-router-dom'
import type { ReviewStatus } from '@/domain/moderation'
import type { ReviewQuery } from './review-store'

/** The tabs in order: their key in the address, what they show, their name. */
export const reviewTabs = [
  { key: 'pending', status: 'pending', label: 'Pending' },
  { key: 'published', status: 'approved', label: 'Published' },
  { key: 'deleted', status: 'rejected', label: 'Deleted' },
] as const satisfies readonly { key: string; status: ReviewStatus; label: string }[]
export type ReviewTab = (typeof reviewTabs)[number]['key']

type ReviewView = {
  tab: ReviewTab
  query: ReviewQuery
  showTab: (tab: ReviewTab) => void
  showPage: (page: number) => void
  setSearch: (search: string) => void
}

/** What the moderation screen shows. It stands in the address, so that reload and back keep it. */
export const useReviewView = (): ReviewView => {
  const [parameters, setParameters] = useSearchParams()
  const { key: tab, status } = reviewTabs.find(({ key }) => key === parameters.get('tab')) ?? reviewTabs[0]
  const asked = Number(parameters.get('page'))
  const page = Number.isSafeInteger(asked) && asked > 0 && asked <= 1_000_000 ? asked : 1

  const change = (values: Record<string, string>, replace: boolean) =>
    setParameters(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value)
          else before.delete(name)
        }
        return before
      },
      { replace, preventScrollReset: true },
    )

  return {
    tab,
    query: { status, search: parameters.get('q')?.trim() ?? '', page },
    showTab: (next) => change({ tab: next, page: '' }, false),
    showPage: (next) => change({ page: next === 1 ? '' : String(next) }, false),
    // Every letter would be a step back otherwise.
    setSearch: (next) => change({ q: next.trim(), page: '' }, true),
  }
}
