import { useEffect } from 'react'
import { toast } from '@/components/ui/toast'
import type { SavedFile } from '@/domain/media'
import { type StoredValue, useStoredValue } from '@/storage/stored-value'

const NONE: readonly SavedFile[] = []

/** The saved records, kept up to date across tabs. A list that cannot be read is reported once as a toast. */
export const useSaved = (records: StoredValue<SavedFile[]>, unreadable: string) => {
  const stored = useStoredValue(records)
  const corrupt = stored.state === 'corrupt'
  useEffect(() => {
    if (corrupt) toast.error(unreadable, { id: unreadable })
  }, [corrupt, unreadable])
  return { list: stored.state === 'value' ? stored.value : NONE, corrupt, blocked: stored.state === 'blocked' }
}
