import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { adminDemo } from '@/storage/admin-keys'
import { useStoredValue } from '@/storage/stored-value'

/** Whether the reviews are a demo: after `?demo=1`, for this browser session or until `leaveDemo` or `?demo=0`. */
export const useDemo = (): { isDemo: boolean; leaveDemo: () => void } => {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('demo')
  const stored = useStoredValue(adminDemo)
  useEffect(() => {
    if (asked === '1') adminDemo.write('true')
    if (asked === '0') adminDemo.remove()
  }, [asked])

  const isDemo = asked === '1' || (asked !== '0' && stored.state === 'value')
  const leaveDemo = () => {
    adminDemo.remove()
    setSearch((before) => {
      before.delete('demo')
      return before
    })
  }
  return { isDemo, leaveDemo }
}
