import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useAdminSession } from '@/admin/session/admin-session'
import { createRow, projectEditors } from './sync/editor'
import { applyChanges, findConflicts, isUnsaved } from './sync/merge'
import { outbox } from './sync/outbox'

/** Returns a project, undefined until loaded, and its query. Doesn't fetch if `isNew`. */
export const useProject = (id: string, isNew: boolean) => {
  const status = useSyncExternalStore(projectEditors.subscribe, () => projectEditors.get(id).status)
  const changes = useSyncExternalStore(outbox.subscribe, () => outbox.pendingChanges(id))
  const { user } = useAdminSession()
  // Keep showing the project after the session ends.
  const isOpen = useSyncExternalStore(outbox.subscribe, () => outbox.isOpen && (!user || outbox.user === user.id))
  const query = useQuery({ ...projectEditors.get(id).query, enabled: isOpen && !isNew })
  const hasChanges = Object.keys(changes).length > 0
  const isUnsent = hasChanges && isUnsaved(changes) && (query.data === null || query.isError)
  // The project is deleted, but has unsent changes.
  const isLeft = query.data === null && hasChanges && !isUnsaved(changes)
  const row = query.data ?? (isNew || isLeft || isUnsent ? { ...createRow(id), isGone: isLeft } : undefined)
  const files = Object.values(changes).flatMap((change) => change.files ?? [])
  const findBlob = (name: string | undefined) =>
    files.filter((file) => file.name === name).map((file) => outbox.toBlob(file))[0]
  const project =
    isOpen && row
      ? {
          id,
          row,
          draft: applyChanges(row.draft, changes),
          changes,
          conflicts: findConflicts(row, changes, outbox.browserId),
          status,
          findBlob,
        }
      : undefined
  return { project, isNone: query.data === null && !row, query }
}

/** Server row of a project with this browser's unsent changes. */
export type ProjectState = NonNullable<ReturnType<typeof useProject>['project']>
