import type { ProjectDraft } from '@contract/project'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/admin/backend/ask'
import { supabase } from '@/admin/backend/client'
import { queryClient } from '@/admin/backend/query-client'
import { type OwnProject, readOwnProject } from '@/admin/data/projects'
import { type Change, type Changes, newName, outbox } from '@/storage/outbox'
import { askedIn, isSame, NOTHING, saveAnswerSchema, settled, withAnswer, withChanges } from './fields'

const LOOK_MS = 30_000

/** What is known of a project on the server; `isGone` once it was deleted. */
export type StoredProject = Omit<OwnProject, 'deleted_at'> & { isGone?: boolean }

/** A project of which the server has nothing yet. */
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

/** The row as last read or changed; null if there is none, undefined before it was read. */
export const rowOf = (id: string): StoredProject | null | undefined =>
  queryClient.getQueryData<StoredProject | null>(keyOf(id))

/** The row as last read or changed, or a new one. */
export const knownRow = (id: string): StoredProject => rowOf(id) ?? newRow(id)

/** A project's draft as this device has it: the known row's, with the changes that are not sent yet. */
export const draftOf = (id: string): ProjectDraft => withChanges(knownRow(id).draft, outbox.changesOf(id))

/** `askedIn` the known row and the changes that are not sent yet. */
export const askedOf = (id: string) => askedIn(knownRow(id), outbox.changesOf(id))

export const setRow = (id: string, fact: Partial<StoredProject>): void =>
  void queryClient.setQueryData<StoredProject | null>(keyOf(id), (row) => ({ ...(row ?? newRow(id)), ...fact }))

export const forgetRow = (id: string): void => queryClient.removeQueries({ queryKey: keyOf(id) })

// A field must not change under whoever is typing in it.
const isHeld = (id: string) => (field: string) => {
  const { activeElement } = document
  const isWriting = document.hasFocus() && activeElement?.getAttribute('name') === field
  return isWriting && activeElement?.closest('form')?.dataset.project === id
}

const settle = (id: string): void => {
  const changes = outbox.changesOf(id)
  for (const [field, seen] of Object.entries(changes)) {
    const next = settled(knownRow(id), field, seen, changes)
    if (next === seen || typeof next === 'string') continue
    outbox.edit(id, field, (now) => (now && isSame(now.is, seen.is) ? next : now))
  }
}

const readRow = async (id: string): Promise<StoredProject | null> => {
  const row = await readOwnProject(id)
  if (!row && rowOf(id)) setRow(id, { isGone: true })
  if (!row) return rowOf(id) ?? null
  if (row.version >= knownRow(id).version) setRow(id, { ...row, isGone: false })
  settle(id)
  return knownRow(id)
}

/** What the database says of an error that it raised; empty for any other. */
export const causeOf = (error: unknown) =>
  ((error as Error).cause ?? {}) as { message?: string; details?: string | null }

/** Whether the database said that there is no such project. */
export const isMissing = (error: unknown): boolean => causeOf(error).message === 'project_missing'

// What was typed after `acknowledged` was sent is a second change, made to what is stored now.
const secondOf = ({ is, sent, files }: Change, at: number, acknowledged: unknown, by: string): Change => {
  const later = sent?.slice(sent.findIndex((value) => isSame(value, acknowledged)) + 1) ?? []
  return { at, by, is, ...(later.length > 0 && { sent: later }), ...(files && { files }) }
}

/** Sends changes, or none to fetch those of others; returns the codes of refused fields. Throws `AppError`. */
export const save = async (id: string, sent: Changes, client = supabase): Promise<Readonly<Record<string, string>>> => {
  const plain = ({ at, by, is, sent }: Change) => ({ at, by, is, sent })
  const p_changes = Object.fromEntries(Object.entries(sent).map(([field, change]) => [field, plain(change)])) as never
  const p_is_first = Object.values(sent).some((change) => change.isFirst)
  const call = { p_id: id, p_seen: knownRow(id).version, p_changes, p_is_first }
  const owner = outbox.owner()
  const answer = await ask('save_project', call, saveAnswerSchema, { client })
  if (outbox.owner() !== owner) return {}
  for (const [field, now] of Object.entries(outbox.changesOf(id))) {
    const { at, is: newer } = answer.fields[field] ?? {}
    const { is } = sent[field] ?? {}
    const isTaken = field in sent && at !== undefined && newer === undefined
    const by = newName()
    const rest = (now: Change) => (isSame(now.is, is) ? undefined : secondOf(now, at ?? 0, is, by))
    // The project exists from now on; what was refused was not stored.
    if (isTaken) outbox.edit(id, field, (now) => (now && now.at <= at ? rest(now) : now))
    else if (now.isFirst || answer.refused[field])
      outbox.edit(
        id,
        field,
        (now) => now && { ...now, isFirst: undefined, ...(answer.refused[field] && { sent: undefined }) },
      )
  }
  // The row was forgotten meanwhile, and is read as a whole when it is opened again.
  if (call.p_seen > 0 && !rowOf(id)) return answer.refused
  const before = knownRow(id)
  const { status, published_at, updated_at } = answer
  setRow(id, { ...withAnswer(before, answer, sent, isHeld(id)), updated_at, isGone: false })
  settle(id)
  if (status !== before.status || published_at !== before.published_at) await readRow(id)
  return answer.refused
}

/** Query options: reads a project's row, and then every 30 s what others have changed of it. */
export const rowQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async (): Promise<StoredProject | null> => {
      const before = rowOf(id)
      if (!before || before.isGone) return readRow(id)
      try {
        if (before.version > 0) await save(id, {})
      } catch (error) {
        if (!isMissing(error)) throw error
        setRow(id, { isGone: true })
      }
      return knownRow(id)
    },
    refetchInterval: LOOK_MS,
  })
