import type { ProjectDraft } from '@contract/project'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Changes, outbox } from '@/storage/outbox'
import { askedIn, withChanges } from './fields'
import { newRow, type Row, rowOf, rowQuery } from './rows'
import { toBlob } from './uploads'
import { useWork, type Work } from './work'

/** A project as its form shows it: the server's row, and over it what this device has not sent yet. */
export type ProjectState = {
  id: string
  row: Row
  draft: ProjectDraft
  changes: Changes
  /** Of which fields somebody has to choose a text. */
  asked: ReturnType<typeof askedIn>
  work: Work
  /** Of a file that is still to be uploaded. */
  blobOf: (name: string | undefined) => Blob | undefined
}

/** A project and the query of its row. One that `isNew` is there without anybody being asked; undefined while it is not known. */
export const useProject = (id: string, isNew: boolean) => {
  const { work, changes } = useWork(id)
  const isOpen = useSyncExternalStore(outbox.subscribe, outbox.isOpen)
  const isFirst = isNew || Object.values(changes).some((change) => change.isFirst)
  const query = useQuery({ ...rowQuery(id), enabled: isOpen && (!isFirst || rowOf(id) !== undefined) })
  const row = query.data ?? (isFirst ? newRow(id) : query.data)
  const hasUnsent = Object.keys(changes).length > 0
  // Of what was deleted, only what was entered is left.
  const shown = row ?? (row === null && hasUnsent ? { ...newRow(id), isGone: true } : undefined)
  const blobOf = (name: string | undefined) => {
    const files = Object.values(changes).flatMap((change) => change.files ?? [])
    const file = files.find((one) => one.name === name)
    return file && toBlob(file)
  }
  const state: ProjectState | undefined =
    isOpen && shown
      ? {
          id,
          row: shown,
          draft: withChanges(shown.draft, changes),
          changes,
          asked: askedIn(shown, changes),
          work,
          blobOf,
        }
      : undefined
  return { project: state, isNone: row === null && !hasUnsent, query }
}
