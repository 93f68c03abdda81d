import { type FieldStamp, fieldStampSchema, type ProjectDraft, projectDraftSchema } from '@contract/project'
import * as v from 'valibot'
import { EMPTY_DRAFT, getValue, isEqual, parseField, photoField, withValue } from '@/admin/projects/draft'

// Each field of a project is saved by compare-and-set. `save_project` implements the same rule in the database.

/** A file as bytes, because Safari stores no blobs in a private window. */
export type StoredFile = { name: string; label: string; type: string; bytes: ArrayBuffer }

/** A change of a field that the server hasn't acknowledged. */
export type Change = {
  /** The version of the field that was edited; 0 if the server has nothing of the project yet. */
  base: number
  /** Rises with every change made in this browser. */
  seq: number
  value: unknown
  files?: readonly StoredFile[] | undefined
}

/** Changes of a project by field. */
export type Changes = Readonly<Record<string, Change>>

/** What the server has of a project's draft, with the stamp of each field that was ever set. */
export type Versioned = { draft: ProjectDraft; fields: Readonly<Record<string, FieldStamp>>; version: number }

/** A project of which the server has nothing. */
export const UNSAVED: Versioned = { draft: EMPTY_DRAFT, fields: {}, version: 0 }

/** The response of `save_project`; `value` is missing if it is the one that was sent. */
export const saveResponseSchema = v.object({
  version: v.number(),
  status: v.string(),
  published_at: v.nullable(v.string()),
  updated_at: v.string(),
  fields: v.record(v.string(), v.object({ ...fieldStampSchema.entries, value: v.optional(v.unknown()) })),
  rejected: v.record(v.string(), v.string()),
})
type SaveResponse = v.InferOutput<typeof saveResponseSchema>

/** Returns the version an edit of a field is based on. A field that was never set is as old as the project. */
export const baseVersion = ({ fields, version }: Versioned, field: string): number => fields[field]?.at ?? version

/** Returns a draft with changes applied. */
export const applyChanges = (draft: ProjectDraft, changes: Changes): ProjectDraft =>
  Object.entries(changes).reduce((before, [field, { value }]) => withValue(before, field, value), draft)

/** Whether the server hasn't got the project, judging by its pending changes. */
export const isUnsaved = (changes: Changes): boolean => Object.values(changes).every(({ base }) => base === 0)

const NEVER_SET: FieldStamp = { at: 0, by: null, seq: 0, foreign: 0 }
// If two browsers set one of these, the later one to arrive gives way without a question.
const WITHOUT_QUESTION = ['name', 'place', 'removed']

/** What to do with a change: forget it, send it (again), or ask the user. `removed`: its photo was removed elsewhere. */
export type Outcome = 'done' | 'pending' | 'conflict' | 'removed'

/** Decides about a change of a field, given what the server has. `areStored` says whether the server has all its files. */
export const reconcile = (
  { draft, fields }: Versioned,
  field: string,
  changes: Changes,
  browser: string,
  areStored: (files: readonly StoredFile[]) => boolean = () => true,
): Outcome => {
  const { [field]: change } = changes
  if (!change) return 'done'
  const { at, by, seq, foreign } = fields[field] ?? NEVER_SET
  // Stamps of older backups have no number.
  const isOwn = by === browser && seq > 0
  if (isOwn && seq >= change.seq) return 'done'
  const { photo, part } = parseField(field)
  const isAsked = !WITHOUT_QUESTION.includes(part)
  const isSame = isEqual(getValue(draft, field), change.value)
  // The server stores nothing of a removed photo, except that it is there again.
  if (part !== 'removed' && draft.photographs[photo]?.removed && changes[photoField(photo, 'removed')]?.value !== false)
    return isAsked && !isSame ? 'removed' : 'done'
  if (change.base >= (isOwn ? foreign : at)) return 'pending'
  if (isSame) return areStored(change.files ?? []) ? 'done' : 'pending'
  return isAsked ? 'conflict' : 'done'
}

/** Conflicts by field. */
export type Conflicts = Readonly<Record<string, 'conflict' | 'removed'>>

/** Finds the changes about which the user must decide. */
export const findConflicts = (stored: Versioned, changes: Changes, browser: string): Conflicts =>
  Object.fromEntries(
    Object.keys(changes).flatMap((field) => {
      const outcome = reconcile(stored, field, changes, browser)
      return outcome === 'conflict' || outcome === 'removed' ? [[field, outcome]] : []
    }),
  )

/** Returns what is known of a project after a response to `sent`. Late and repeated responses do no harm. */
export const mergeResponse = <Row extends Versioned>(
  row: Row,
  { version, fields }: Pick<SaveResponse, 'version' | 'fields'>,
  sent: Changes,
): Row => {
  const newer = Object.entries(fields).filter(([field, { at }]) => at > (row.fields[field]?.at ?? 0))
  const draft = newer.reduce(
    (before, [field, { value = sent[field]?.value }]) => withValue(before, field, value),
    row.draft,
  )
  const stamps = newer.map(([field, { value: _, ...stamp }]) => [field, stamp])
  return {
    ...row,
    draft: v.parse(projectDraftSchema, draft),
    fields: { ...row.fields, ...Object.fromEntries(stamps) },
    version: Math.max(row.version, version),
  }
}
