import { type ProjectDraft, projectDraftSchema } from '@contract/project'
import type { Rebuild } from '@contract/rebuild'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { adminSession } from '@/admin/features/session/admin-session'
import { setLeaveReason } from '@/admin/leaving'
import type { preparePhotograph } from './prepare-photograph'
import { type OwnProject, readProject } from './projects'

/** A photograph scaled to what is uploaded. */
export type Scaled = Awaited<ReturnType<typeof preparePhotograph>>

/** How an attempt ended; that of a save only if it failed. */
export type Outcome = { did: 'save' | 'upload' | 'publish'; error: unknown } | { did: 'publish'; build: Rebuild }

type Saved = Omit<OwnProject, 'id' | 'deleted_at' | 'version' | 'draft'> & { version: number | null }

/** A project that is edited: it outlives its form, until the page is closed. */
export type Opened = {
  /** The newest words, saved or not. */
  draft: ProjectDraft
  /** What the server has besides, as far as it is known here; its version is null while it has nothing. */
  saved: Saved
  savedAt: string
  /** Whose saves these are, and how many changes they hold: tells the server which are its own and newer. */
  form: string
  edits: number
  savedEdits: number
  /** What somebody else made of it meanwhile; null once it is deleted. */
  theirs: OwnProject | null | undefined
  /** Chosen photographs by their ids, until the server has acknowledged the draft that names their files. */
  files: Readonly<Record<string, File | Scaled>>
  /** What is wrong with chosen files. */
  notes: readonly string[]
  busy: 'publish' | 'delete' | undefined
  outcome: Outcome | undefined
}

const UNSAVED: Saved & { draft: ProjectDraft } = {
  ...{
    address: null,
    status: 'draft',
    version: null,
    form: null,
    form_save: 0,
    draft: v.parse(projectDraftSchema, {}),
  },
  ...{ published: null, published_draft: null, updated_at: '', updated_by: '' },
}

/** A project as it is when its form opens. */
export const begun = ({ draft, ...saved }: Saved & { draft: ProjectDraft }): Opened => ({
  ...{ draft, saved, savedAt: saved.updated_at },
  ...{ form: crypto.randomUUID(), edits: 0, savedEdits: 0, theirs: undefined },
  ...{ files: {}, notes: [], busy: undefined, outcome: undefined },
})

/** Whether something was entered that the server has not acknowledged. */
export const isUnsaved = ({ edits, savedEdits }: Opened): boolean => edits > savedEdits

/** Whether closing the page may lose some of it: words, or photographs. */
export const isAtRisk = (opened: Opened): boolean => isUnsaved(opened) || Object.keys(opened.files).length > 0

/** What is known of an opened project once the server has answered with its row; null for a deleted one. */
export const withRow = (before: Opened, row: OwnProject | null): Opened => {
  if (!row) return { ...before, theirs: null }
  const { draft, ...saved } = row
  // A save has overtaken this answer.
  if (row.version < (before.saved.version ?? 0)) return before
  if (row.form === before.form)
    return { ...before, saved, theirs: undefined, savedEdits: Math.max(before.savedEdits, row.form_save) }
  if (row.version === before.saved.version) return { ...before, saved }
  return isUnsaved(before) ? { ...before, theirs: row } : { ...begun({ draft, ...saved }), files: before.files }
}

// Not React Query's: a field must show what is typed before the next key is pressed.
const projects = new Map<string, Opened>()
let user: string | undefined

// Nobody sees, or sends, what another user has entered; where a session has ended, it is still the last user's.
const keyOf = (id: string): string => {
  user = adminSession.current()?.user.id ?? user
  return `${user} ${id}`
}

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const put = (id: string, opened: Opened | undefined): void => {
  if (opened) projects.set(keyOf(id), opened)
  else projects.delete(keyOf(id))
  setLeaveReason(`project ${id}`, opened && isAtRisk(opened) ? 'closing' : undefined)
  for (const listener of listeners) listener()
}

/** A project that this user has opened since the page was loaded. */
export const openedOf = (id: string): Opened | undefined => projects.get(keyOf(id))

/** A project as it is edited, and the query that reads what the server has of it; what was entered here stays. */
export const useOpened = (id: string) => {
  const query = useQuery({
    queryKey: ['media', 'project', id],
    queryFn: async () => {
      const row = await readProject(id)
      const before = openedOf(id) ?? begun(row ?? UNSAVED)
      put(id, row === undefined && before.saved.version === null ? before : withRow(before, row ?? null))
      return true
    },
    staleTime: 0,
  })
  return { opened: useSyncExternalStore(subscribe, () => openedOf(id)), query }
}

/** Changes what is known of an opened project; nothing where it was forgotten meanwhile. */
export const update = (id: string, change: (before: Opened) => Partial<Opened>): void => {
  const before = openedOf(id)
  if (before) put(id, { ...before, ...change(before) })
}

/** Forgets a project with all that was entered. */
export const forget = (id: string): void => put(id, undefined)

/** What would show if it were published now: with the photographs that are still to be uploaded. */
export const shownDraft = ({ draft, files }: Opened): ProjectDraft => ({
  ...draft,
  photographs: draft.photographs.map((one) => {
    const file = files[one.id]
    return file && !(file instanceof File) ? { ...one, picture: file.picture } : one
  }),
})

/** The blob of a file that this page still has. */
export const fileOf = ({ files }: Opened, name: string): Blob | undefined =>
  Object.values(files)
    .flatMap((file) => (file instanceof File ? [] : file.files))
    .find((file) => file.name === name)?.blob

/** Makes what was entered a project of its own; returns its id. */
export const startAnew = (from: string): string => {
  const id = crypto.randomUUID()
  const { draft, files } = openedOf(from) ?? begun(UNSAVED)
  put(id, { ...begun(UNSAVED), draft, files, edits: 1 })
  forget(from)
  return id
}
