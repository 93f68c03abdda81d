import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { databaseReviews, type ReviewStore } from '@/admin/data/reviews'
import { adminDemo } from '@/storage/admin-keys'
import { useStoredValue } from '@/storage/stored-value'
import { simulatedReviews } from './simulated-reviews'

/** The review store: the simulation after `?demo=1`, for this browser session or until `leaveDemo` or `?demo=0`. */
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
