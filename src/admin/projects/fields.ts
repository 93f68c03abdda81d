import { type DraftPhotograph, type ProjectDraft, projectDraftSchema } from '@contract/project'
import * as v from 'valibot'
import type { OwnProject } from '@/admin/data/projects'
import type { Change, Changes } from '@/storage/outbox'

const EMPTY = v.parse(projectDraftSchema, {})
const PLAIN = { name: '', alt: '', description: '', picture: null, place: 0, removed: false } satisfies DraftPhotograph

/** A row's draft; `fields` has the version that last changed each field and the id of that change. */
export type Numbered = Pick<OwnProject, 'draft' | 'fields' | 'version'>

export const NOTHING: Numbered = { draft: EMPTY, fields: {}, version: 0 }

/** The answer of `save_project`; `is` is missing where the value sent was taken. */
export const saveAnswerSchema = v.object({
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
type SaveAnswer = v.InferOutput<typeof saveAnswerSchema>

/** The name of a photograph's field; other fields have the names of the draft's. */
export const fieldOf = (photograph: string, part: keyof DraftPhotograph): string => `photographs/${photograph}/${part}`

/** A field's photograph and part; `id` is empty for a field of the project itself. */
export const photographIn = (field: string): { id: string; part: string } => {
  const [, id = '', part = field] = field.split('/')
  return { id, part }
}

/** Whether both are the same JSON, order of keys included. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The value of a draft's field; undefined if it lacks the photograph. */
export const valueIn = (draft: ProjectDraft, field: string): unknown => {
  const { id, part } = photographIn(field)
  const holder: object | undefined = id ? draft.photographs[id] : draft
  return (holder as Readonly<Record<string, unknown>> | undefined)?.[part]
}

const withValue = (draft: ProjectDraft, field: string, value: unknown): ProjectDraft => {
  const { id, part } = photographIn(field)
  if (!id) return { ...draft, [part]: value }
  const photograph = { ...PLAIN, ...draft.photographs[id], [part]: value }
  return { ...draft, photographs: { ...draft.photographs, [id]: photograph } }
}

/** Every field of a draft with its value, but for photographs' fields that are null. */
export const fieldsIn = ({ photographs, ...words }: ProjectDraft): [field: string, value: unknown][] => [
  ...Object.entries(words),
  ...Object.entries(photographs).flatMap(([id, photograph]) =>
    Object.entries(photograph).flatMap(([part, value]): [string, unknown][] =>
      value === null ? [] : [[fieldOf(id, part as keyof DraftPhotograph), value]],
    ),
  ),
]

/** A draft with the unsent changes of this device. */
export const withChanges = (draft: ProjectDraft, changes: Changes): ProjectDraft =>
  Object.entries(changes).reduce((before, [field, { is }]) => withValue(before, field, is), draft)

export type Photograph = DraftPhotograph & { id: string }

/** The photographs that are not removed, in order. */
export const photographsOf = ({ photographs }: ProjectDraft): Photograph[] =>
  Object.entries(photographs)
    .flatMap(([id, photograph]) => (photograph.removed ? [] : { id, ...photograph }))
    .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))

/** The new places that move a photograph to another index: only its own, or all if no number is left between. */
export const placesFor = (photographs: readonly Photograph[], from: number, to: number): Record<string, number> => {
  const moved = photographs[from]
  const others = photographs.filter((photograph) => photograph !== moved)
  const before = others[to - 1]?.place
  const after = others[to]?.place
  if (!moved || (before === undefined && after === undefined)) return {}
  const place = before === undefined ? (after ?? 0) - 1 : after === undefined ? before + 1 : (before + after) / 2
  if (place !== before && place !== after) return { [moved.id]: place }
  const order = [...others.slice(0, to), moved, ...others.slice(to)]
  return Object.fromEntries(order.map(({ id }, index) => [id, index + 1]))
}

/** The version that last changed a field; 0 if it was never set. */
export const numberOf = ({ fields }: Numbered, field: string): number => fields[field]?.at ?? 0

const UNASKED = ['name', 'place', 'removed']

/** Returns undefined if the row settles a change, the change to send, or the question that its writer must answer. */
export const settled = (
  row: Numbered,
  field: string,
  change: Change,
  changes: Changes,
): Change | 'conflict' | 'removed' | undefined => {
  const number = numberOf(row, field)
  const stored = valueIn(row.draft, field)
  const { id, part } = photographIn(field)
  const isOfRemoved = row.draft.photographs[id]?.removed && changes[fieldOf(id, 'removed')]?.is !== false
  // An earlier value may still be on its way, and would then be the last one stored.
  if (isSame(stored, change.is) && number <= change.at && change.sent?.some((value) => !isSame(value, stored)))
    return change
  // Its files are uploaded all the same: those of the stored picture may be lost.
  if (isSame(stored, change.is)) return change.files && change
  if (isOfRemoved && part !== 'removed') return UNASKED.includes(part) ? undefined : 'removed'
  // A row older than its own last save decides nothing.
  if (number <= change.at) return change
  const isOwn = row.fields[field]?.by === change.by
  const isSent = change.sent?.some((value) => isSame(value, stored))
  // A closing page sent this last, and could not keep it any more.
  if (isOwn && !isSent && change.isLoaded) return undefined
  // The answer was lost, or another tab has sent an earlier value of it.
  if (isOwn || isSent) return { ...change, at: number }
  return UNASKED.includes(part) ? undefined : 'conflict'
}

/** The changes whose writer must choose, and why. */
export const askedIn = (row: Numbered, changes: Changes): Readonly<Record<string, 'conflict' | 'removed'>> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, change]) => {
      const found = settled(row, field, change, changes)
      return typeof found === 'string' ? [[field, found]] : []
    }),
  )

/** A row with what an answer has newer. A field that is held keeps its value, and is asked for again. */
export const withAnswer = <Row extends Numbered>(
  row: Row,
  { version, fields }: Pick<SaveAnswer, 'version' | 'fields'>,
  sent: Changes,
  isHeld: (field: string) => boolean,
): Row => {
  const newer = Object.entries(fields).filter(([field, { at }]) => at > numberOf(row, field))
  const taken = newer.filter(([field]) => sent[field] || !isHeld(field))
  const answered = (field: string, is: unknown) => (is === undefined ? sent[field]?.is : is)
  const draft = taken.reduce((before, [field, { is }]) => withValue(before, field, answered(field, is)), row.draft)
  return {
    ...row,
    draft: v.parse(projectDraftSchema, draft),
    fields: { ...row.fields, ...Object.fromEntries(taken.map(([field, { at, by = null }]) => [field, { at, by }])) },
    version: taken.length === newer.length ? Math.max(row.version, version) : row.version,
  }
}
