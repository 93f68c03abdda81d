import type { ProjectDraft } from '@contract/project'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { queryClient } from '@/admin/query-client'
import { supabase } from '@/admin/supabase'
import { parseResponse } from '@/admin/supabase-errors'
import { type Change, type Changes, newName, outbox } from '@/storage/outbox'
import { isSame, NOTHING, settled, withAnswer, withChanges } from './fields'
import { type OwnProject, readProject } from './projects'

const LOOK_MS = 30_000

/** What is known of a project on the server; `isGone` once somebody has deleted it. */
export type Row = Omit<OwnProject, 'deleted_at'> & { isGone?: boolean }

/** The row of a project that the server does not have yet. */
export const newRow = (id: string): Row => ({
  ...{ id, address: null, status: 'draft', ...NOTHING },
  ...{ published: null, published_draft: null, published_at: null, updated_at: '' },
})

const answerSchema = v.object({
  version: v.number(),
  status: v.string(),
  published_at: v.nullable(v.string()),
  updated_at: v.string(),
  fields: v.record(
    v.string(),
    v.object({ at: v.number(), by: v.optional(v.nullable(v.string())), is: v.optional(v.unknown()) }),
  ),
  refused: v.record(v.string(), v.string()),
})

const keyOf = (id: string) => ['media', 'project', id]

/** The row as it was last read or changed; null where there is none, undefined before it was read. */
export const rowOf = (id: string): Row | null | undefined => queryClient.getQueryData<Row | null>(keyOf(id))

/** A project's draft as it shows here, with what is not saved yet. */
export const draftOf = (id: string): ProjectDraft => withChanges((rowOf(id) ?? newRow(id)).draft, outbox.changesOf(id))

/** Changes what is known of a row. */
export const setRow = (id: string, fact: Partial<Row>): void =>
  void queryClient.setQueryData<Row | null>(keyOf(id), (row) => ({ ...(row ?? newRow(id)), ...fact }))

export const forgetRow = (id: string): void => queryClient.removeQueries({ queryKey: keyOf(id) })

// Nobody's field changes while they write in it.
const isHeld = (id: string) => (field: string) => {
  const { activeElement } = document
  const isWriting = document.hasFocus() && activeElement?.getAttribute('name') === field
  return isWriting && activeElement?.closest('form')?.dataset.project === id
}

const heldBack = new Set<string>()

/** Takes what was held back while somebody wrote in a field. */
export const takeHeld = (id: string): void => {
  if (heldBack.delete(id)) void queryClient.invalidateQueries({ queryKey: keyOf(id) })
}

/** Removes and corrects the changes that the row has settled. */
const settle = (id: string, row: Row): void => {
  const changes = outbox.changesOf(id)
  for (const [field, seen] of Object.entries(changes)) {
    const next = settled(row, field, seen, changes)
    if (next !== seen && typeof next !== 'string')
      outbox.edit(id, field, (now) => (now && isSame(now.is, seen.is) ? next : now))
  }
}

const readRow = async (id: string): Promise<Row | null> => {
  const row = await readProject(id)
  if (row) settle(id, row)
  return row
}

/** Whether an error says that the project was deleted. */
export const isMissing = (error: unknown): boolean =>
  ((error as Error).cause as { message?: string } | undefined)?.message === 'project_missing'

/**
 * Sends changes of a project's fields, none to look what others have changed, and takes what the answer says; returns why
 * fields were refused, as codes. Throws `AppError`.
 */
export const save = async (
  id: string,
  sent: Changes,
  backend = supabase,
): Promise<Readonly<Record<string, string>>> => {
  const p_changes = Object.fromEntries(
    Object.entries(sent).map(([field, { at, by, is, sent }]) => [field, { at, by, is, ...(sent && { sent }) }]),
  )
  const p_is_first = Object.values(sent).some(({ isFirst }) => isFirst)
  const known = { p_id: id, p_seen: rowOf(id)?.version ?? 0, p_is_first }
  const response = await backend.rpc('save_project', { ...known, p_changes: JSON.parse(JSON.stringify(p_changes)) })
  const answer = parseResponse(response, answerSchema)
  for (const [field, { is }] of Object.entries(sent)) {
    const { at, is: stored } = answer.fields[field] ?? {}
    // What was typed meanwhile is a second change, made to what is stored now.
    const by = newName()
    const rest = ({ is, files }: Change): Change => ({ at: at ?? 0, by, is, ...(files && { files }) })
    if (at !== undefined && stored === undefined)
      outbox.edit(id, field, (now) => now && (isSame(now.is, is) ? undefined : rest(now)))
    // It was not stored, and never will be.
    if (answer.refused[field]) outbox.edit(id, field, (now) => now && { ...now, sent: undefined })
  }
  const before = rowOf(id) ?? newRow(id)
  const { status, published_at, updated_at } = answer
  const row = { ...withAnswer(before, answer, sent, isHeld(id)), updated_at, isGone: false }
  const isAsKnown = status === before.status && published_at === before.published_at
  setRow(id, row)
  settle(id, row)
  if (row.version < answer.version) heldBack.add(id)
  if (!isAsKnown) setRow(id, (await readProject(id)) ?? { isGone: true })
  return answer.refused
}

/** Reads a project's row, and from then on every 30 s what others have changed of it. */
export const rowQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async (): Promise<Row | null> => {
      const before = rowOf(id)
      if (!before || before.isGone) return (await readRow(id)) ?? before ?? null
      try {
        // There is none before its first change is saved.
        if (before.version > 0) await save(id, {})
      } catch (error) {
        if (!isMissing(error)) throw error
        setRow(id, { isGone: true })
      }
      return rowOf(id) ?? null
    },
    staleTime: 0,
    refetchInterval: LOOK_MS,
    refetchIntervalInBackground: false,
  })
