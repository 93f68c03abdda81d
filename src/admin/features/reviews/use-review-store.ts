import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { adminDemo } from '@/storage/admin-keys'
import { useStoredValue } from '@/storage/stored-value'
import { databaseReviews } from './database-reviews'
import type { ReviewStore } from './review-store'
import { simulatedReviews } from './simulated-reviews'

const PARAMETER = 'demo'

/** The store to moderate in. `?demo=1` chooses the simulation for the browser session, until `leaveDemo` or `?demo=0`. */
export const useReviewStore = (): { store: ReviewStore; leaveDemo: () => void } => {
  const [search, setSearch] = useSearchParams()
  const asked = search.get(PARAMETER)
  const stored = useStoredValue(adminDemo)
  useEffect(() => {
    if (asked === '1') adminDemo.write('true')
    if (asked === '0') adminDemo.remove()
  }, [asked])

  const demo = asked === '1' || (asked !== '0' && stored.state === 'value')
  const leaveDemo = () => {
    adminDemo.remove()
    setSearch((before) => {
      before.delete(PARAMETER)
      return before
    })
  }
  return { store: demo ? simulatedReviews : databaseReviews, leaveDemo }
}
