import type { ProjectDraft } from '@contract/project'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Changes, outbox } from '@/storage/outbox'
import { askedIn, withChanges } from './fields'
import { newRow, rowOf, rowQuery, type StoredProject } from './rows'
import { toBlob } from './uploads'
import { useWork, type Work } from './work'

/** A project as its form shows it: the server's row, and over it what this device has not sent yet. */
export type ProjectState = {
  id: string
  row: StoredProject
  draft: ProjectDraft
  changes: Changes
  /** Of which fields somebody has to choose a text. */
  asked: ReturnType<typeof askedIn>
  work: Work
  /** Of a file that is still to be uploaded. */
  blobOf: (name: string | undefined) => Blob | undefined
}

/** The projects that were begun on this page, of which nobody else can know. */
export const begunHere = new Set<string>()

/** A project and the query of its row. One that `isNew` is there without anybody being asked; undefined while it is not known. */
export const useProject = (id: string, isNew: boolean) => {
  const { work, changes } = useWork(id)
  const isOpen = useSyncExternalStore(outbox.subscribe, outbox.isOpen)
  const query = useQuery({ ...rowQuery(id), enabled: isOpen && (!begunHere.has(id) || rowOf(id) !== undefined) })
  const isFirst = Object.values(changes).some((change) => change.isFirst)
  // Of what was deleted, only what was entered is left.
  const isLeft = query.data === null && !isFirst && Object.keys(changes).length > 0
  const isUnknown = (isNew || isFirst) && (query.data === null || query.isError)
  const isBegun = begunHere.has(id) || isLeft || isUnknown
  const row = query.data ?? (isBegun ? { ...newRow(id), isGone: isLeft } : undefined)
  const files = Object.values(changes).flatMap((change) => change.files ?? [])
  const blobOf = (name: string | undefined) => files.filter((one) => one.name === name).map(toBlob)[0]
  const project: ProjectState | undefined =
    isOpen && row
      ? { id, row, draft: withChanges(row.draft, changes), changes, asked: askedIn(row, changes), work, blobOf }
      : undefined
  return { project, isNone: query.data === null && !isBegun, query }
}
