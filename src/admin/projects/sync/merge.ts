import { type FieldStamp, fieldStampSchema, type ProjectDraft, projectDraftSchema } from '@contract/project'
import * as v from 'valibot'
import { EMPTY_DRAFT, getValue, isEqual, parseField, photoField, withValue } from '@/admin/projects/draft'

// Fields are saved by compare-and-set. `save_project` implements the same rules in the database.

/** File as bytes, because Safari can't store blobs in private windows. */
export type StoredFile = { name: string; label: string; type: string; bytes: ArrayBuffer }

/** Field change that the server hasn't acknowledged. */
export type Change = {
  /** Edited version; 0 if the project isn't on the server. */
  base: number
  /** Increases with every change in this browser. */
  seq: number
  value: unknown
  files?: readonly StoredFile[] | undefined
}

export type Changes = Readonly<Record<string, Change>>

/** Draft on the server, with stamps of the fields ever set. */
export type Versioned = { draft: ProjectDraft; fields: Readonly<Record<string, FieldStamp>>; version: number }

export const UNSAVED: Versioned = { draft: EMPTY_DRAFT, fields: {}, version: 0 }

/** Response of `save_project`; omits a `value` equal to the one sent. */
export const saveResponseSchema = v.object({
  version: v.number(),
  status: v.string(),
  published_at: v.nullable(v.string()),
  updated_at: v.string(),
  fields: v.record(v.string(), v.object({ ...fieldStampSchema.entries, value: v.optional(v.unknown()) })),
  rejected: v.record(v.string(), v.string()),
})
type SaveResponse = v.InferOutput<typeof saveResponseSchema>

/** Returns a field's version, or the project's if the field was never set. */
export const baseVersion = ({ fields, version }: Versioned, field: string): number => fields[field]?.at ?? version

export const applyChanges = (draft: ProjectDraft, changes: Changes): ProjectDraft =>
  Object.entries(changes).reduce((before, [field, { value }]) => withValue(before, field, value), draft)

/** Whether the project isn't on the server, judging by its changes. */
export const isUnsaved = (changes: Changes): boolean => Object.values(changes).every(({ base }) => base === 0)

const NEVER_SET: FieldStamp = { at: 0, by: null, seq: 0, foreign: 0 }
// For these parts, the server's value wins conflicts, because no text is lost.
const WITHOUT_CHOICE = ['name', 'place', 'removed']

/** Sync state of a change; `removed`: its photo was removed elsewhere. */
export type Outcome = 'done' | 'pending' | 'conflict' | 'removed'

/** Compares a change with the server. `areStored`: whether it has the files. */
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
  // Stamps from older backups have no `seq`.
  const isMine = by === browser && seq > 0
  if (isMine && seq >= change.seq) return 'done'
  const { photo, part } = parseField(field)
  const needsChoice = !WITHOUT_CHOICE.includes(part)
  const isSame = isEqual(getValue(draft, field), change.value)
  // The server ignores changes to a removed photo, except restoring it.
  if (part !== 'removed' && draft.photographs[photo]?.removed && changes[photoField(photo, 'removed')]?.value !== false)
    return needsChoice && !isSame ? 'removed' : 'done'
  if (change.base >= (isMine ? foreign : at)) return 'pending'
  if (isSame) return areStored(change.files ?? []) ? 'done' : 'pending'
  return needsChoice ? 'conflict' : 'done'
}

export type Conflicts = Readonly<Record<string, 'conflict' | 'removed'>>

/** Finds the changes that need the user's decision. */
export const findConflicts = (stored: Versioned, changes: Changes, browser: string): Conflicts =>
  Object.fromEntries(
    Object.keys(changes).flatMap((field) => {
      const outcome = reconcile(stored, field, changes, browser)
      return outcome === 'conflict' || outcome === 'removed' ? [[field, outcome]] : []
    }),
  )

/** Merges the response to `sent`. Late and repeated responses are harmless. */
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
