import type { ProjectDraft } from '@contract/project'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/admin/backend/ask'
import { supabase } from '@/admin/backend/client'
import { queryClient } from '@/admin/backend/query-client'
import { type OwnProject, readOwnProject } from '@/admin/data/projects'
import { type Change, type Changes, newName, outbox } from '@/storage/outbox'
import { askedIn, isSame, NOTHING, saveAnswerSchema, settled, withAnswer, withChanges } from './fields'

const LOOK_MS = 30_000

/** What is known of a project on the server; `isGone` once somebody has deleted it. */
export type StoredProject = Omit<OwnProject, 'deleted_at'> & { isGone?: boolean }

/** The row of a project that the server does not have yet. */
export const newRow = (id: string): StoredProject => ({
  ...NOTHING,
  id,
  address: null,
  status: 'draft',
  published: null,
  published_draft: null,
  published_at: null,
  updated_at: '',
})

const keyOf = (id: string) => ['media', 'project', id]

/** The row as it was last read or changed; null where there is none, undefined before it was read. */
export const rowOf = (id: string): StoredProject | null | undefined =>
  queryClient.getQueryData<StoredProject | null>(keyOf(id))

/** What is known of the row, or of one that is new. */
export const knownRow = (id: string): StoredProject => rowOf(id) ?? newRow(id)

/** A project's draft as it shows here, with what is not saved yet. */
export const draftOf = (id: string): ProjectDraft => withChanges(knownRow(id).draft, outbox.changesOf(id))

/** Of which changes of a project their writer is asked. */
export const askedOf = (id: string) => askedIn(knownRow(id), outbox.changesOf(id))

/** Changes what is known of a row. */
export const setRow = (id: string, fact: Partial<StoredProject>): void =>
  void queryClient.setQueryData<StoredProject | null>(keyOf(id), (row) => ({ ...(row ?? newRow(id)), ...fact }))

export const forgetRow = (id: string): void => queryClient.removeQueries({ queryKey: keyOf(id) })

// Nobody's field changes while they write in it.
const isHeld = (id: string) => (field: string) => {
  const { activeElement } = document
  const isWriting = document.hasFocus() && activeElement?.getAttribute('name') === field
  return isWriting && activeElement?.closest('form')?.dataset.project === id
}

/** Removes and corrects the changes that the row has settled. */
const settle = (id: string): void => {
  const changes = outbox.changesOf(id)
  for (const [field, seen] of Object.entries(changes)) {
    const next = settled(knownRow(id), field, seen, changes)
    if (next === seen || typeof next === 'string') continue
    outbox.edit(id, field, (now) => (now && isSame(now.is, seen.is) ? next : now))
  }
}

/** Reads the whole row, unless what is known is newer; null where there is none. */
const readRow = async (id: string): Promise<StoredProject | null> => {
  const row = await readOwnProject(id)
  if (!row && rowOf(id)) setRow(id, { isGone: true })
  if (!row) return rowOf(id) ?? null
  if (row.version >= knownRow(id).version) setRow(id, { ...row, isGone: false })
  settle(id)
  return knownRow(id)
}

/** Whether an error says that the project was deleted. */
export const isMissing = (error: unknown): boolean =>
  ((error as Error).cause as { message?: string } | undefined)?.message === 'project_missing'

// What was typed after `is` was sent is a second change, made to what is stored now.
const secondOf = ({ is, sent, files }: Change, at: number, acknowledged: unknown, by: string): Change => {
  const later = sent?.slice(sent.findIndex((one) => isSame(one, acknowledged)) + 1) ?? []
  return { at, by, is, ...(later.length > 0 && { sent: later }), ...(files && { files }) }
}

/**
 * Sends changes of a project's fields, none to look what others have changed, and takes what the answer says; returns why
 * fields were refused, as codes. Throws `AppError`.
 */
export const save = async (id: string, sent: Changes, client = supabase): Promise<Readonly<Record<string, string>>> => {
  const plain = ({ at, by, is, sent }: Change) => ({ at, by, is, sent })
  const p_changes = Object.fromEntries(Object.entries(sent).map(([field, change]) => [field, plain(change)])) as never
  const p_is_first = Object.values(sent).some((change) => change.isFirst)
  const call = { p_id: id, p_seen: knownRow(id).version, p_changes, p_is_first }
  const owner = outbox.owner()
  const answer = await ask('save_project', call, saveAnswerSchema, { client })
  if (outbox.owner() !== owner) return {}
  for (const [field, now] of Object.entries(outbox.changesOf(id))) {
    const { at, is: other } = answer.fields[field] ?? {}
    const { is } = sent[field] ?? {}
    const isTaken = field in sent && at !== undefined && other === undefined
    const by = newName()
    const rest = (now: Change) => (isSame(now.is, is) ? undefined : secondOf(now, at ?? 0, is, by))
    // The project is there from now on; what was refused was not stored.
    if (isTaken) outbox.edit(id, field, (now) => (now && now.at <= at ? rest(now) : now))
    else if (now.isFirst || answer.refused[field])
      outbox.edit(
        id,
        field,
        (now) => now && { ...now, isFirst: undefined, ...(answer.refused[field] && { sent: undefined }) },
      )
  }
  // Forgotten meanwhile, it is read as a whole when it is opened again.
  if (call.p_seen > 0 && !rowOf(id)) return answer.refused
  const before = knownRow(id)
  const { status, published_at, updated_at } = answer
  setRow(id, { ...withAnswer(before, answer, sent, isHeld(id)), updated_at, isGone: false })
  settle(id)
  if (status !== before.status || published_at !== before.published_at) await readRow(id)
  return answer.refused
}

/** Reads a project's row, and from then on every 30 s what others have changed of it. */
export const rowQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async (): Promise<StoredProject | null> => {
      const before = rowOf(id)
      if (!before || before.isGone) return readRow(id)
      try {
        // There is none before its first change is saved.
        if (before.version > 0) await save(id, {})
      } catch (error) {
        if (!isMissing(error)) throw error
        setRow(id, { isGone: true })
      }
      return knownRow(id)
    },
    staleTime: 0,
    refetchInterval: LOOK_MS,
    refetchIntervalInBackground: false,
  })
