import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { outbox } from '@/storage/outbox'
import { askedIn, withChanges } from './fields'
import { newRow, rowQuery } from './rows'
import { toBlob } from './uploads'
import { subscribe, workOf } from './work'

/** Returns a project and its row's query; the project is undefined until loaded. A project that `isNew` isn't fetched. */
export const useProject = (id: string, isNew: boolean) => {
  const work = useSyncExternalStore(subscribe, () => workOf(id))
  const changes = useSyncExternalStore(subscribe, () => outbox.changesOf(id))
  const isOpen = useSyncExternalStore(outbox.subscribe, outbox.isOpen)
  const query = useQuery({ ...rowQuery(id), enabled: isOpen && !isNew })
  const isFirst = Object.values(changes).some((change) => change.isFirst)
  // Of a deleted project, only unsent changes are left.
  const isLeft = query.data === null && !isFirst && Object.keys(changes).length > 0
  const isUnsent = isFirst && (query.data === null || query.isError)
  const row = query.data ?? (isNew || isLeft || isUnsent ? { ...newRow(id), isGone: isLeft } : undefined)
  const files = Object.values(changes).flatMap((change) => change.files ?? [])
  const blobOf = (name: string | undefined) => files.filter((file) => file.name === name).map(toBlob)[0]
  const project =
    isOpen && row
      ? { id, row, draft: withChanges(row.draft, changes), changes, asked: askedIn(row, changes), work, blobOf }
      : undefined
  return { project, isNone: query.data === null && !row, query }
}

/** A project as its form shows it: the server's row, and over it the unsent changes of this device. */
export type ProjectState = NonNullable<ReturnType<typeof useProject>['project']>
