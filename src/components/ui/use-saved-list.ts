import { useCallback, useEffect, useState } from 'react'
import { type StoredValue, useStoredValue } from '@/storage/stored-value'
import { toast } from './toast'

/** Returns a saved list, synced across tabs. A toast reports unreadable parts. `drop` hides a broken URL. */
export const useSavedList = <T extends { url: string } | { src: string }>(
  stored: StoredValue<T[]>,
  unreadable: string,
) => {
  const found = useStoredValue(stored)
  const [dropped, setDropped] = useState<readonly string[]>([])
  const drop = useCallback((url: string) => setDropped((before) => [...before, url]), [])
  const corrupt = found.state === 'corrupt' || (found.state === 'value' && found.incomplete === true)
  useEffect(() => {
    if (corrupt) toast.error(unreadable, { id: unreadable })
  }, [corrupt, unreadable])
  const all = found.state === 'value' ? found.value : []
  const list = all.filter((item) => !dropped.includes('url' in item ? item.url : item.src))
  return { list, drop, blocked: found.state === 'blocked' }
}
