import { type DraftPhotograph, type ProjectDraft, projectDraftSchema } from '@contract/project'
import * as v from 'valibot'
import type { Change, Changes } from '@/storage/outbox'

const EMPTY = v.parse(projectDraftSchema, {})
const PLAIN = { name: '', alt: '', description: '', picture: null, place: 0, removed: false } satisfies DraftPhotograph

type Stamp = { at: number; by: string | null }

/** What a project's row says of its draft: `fields` has the version that changed a field last, and that change's own name. */
export type Numbered = { draft: ProjectDraft; fields: Readonly<Record<string, Stamp>>; version: number }

/** A project that the server does not have. */
export const NOTHING: Numbered = { draft: EMPTY, fields: {}, version: 0 }

/** What `save_project` returns; `is` is missing where it is what was sent. */
export const saveAnswerSchema = v.object({
  version: v.number(),
  status: v.string(),
  published_at: v.nullable(v.string()),
  updated_at: v.string(),
  fields: v.record(
    v.string(),
    v.object({ at: v.number(), by: v.optional(v.nullable(v.string())), is: v.optional(v.unknown()) }),
  ),
  /** Why fields can never be stored, as codes. */
  refused: v.record(v.string(), v.string()),
})
type SaveAnswer = v.InferOutput<typeof saveAnswerSchema>

/** A field's name: that of the draft's, or of a photograph by its id. */
export const fieldOf = (photograph: string, part: keyof DraftPhotograph): string => `photographs/${photograph}/${part}`

/** The photograph's id and which of its parts a field is; the id is empty for one of the project. */
export const photographIn = (field: string): { id: string; part: string } => {
  const [, id = '', part = field] = field.split('/')
  return { id, part }
}

/** Whether both are the same as JSON, the order of keys included. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What a draft says in a field; undefined of a photograph that it has not. */
export const valueIn = (draft: ProjectDraft, field: string): unknown => {
  const { id, part } = photographIn(field)
  const holder: object | undefined = id ? draft.photographs[id] : draft
  return (holder as Readonly<Record<string, unknown>> | undefined)?.[part]
}

const withValue = (draft: ProjectDraft, field: string, value: unknown): ProjectDraft => {
  const { id, part } = photographIn(field)
  if (!id) return { ...draft, [part]: value }
  return {
    ...draft,
    photographs: { ...draft.photographs, [id]: { ...PLAIN, ...draft.photographs[id], [part]: value } },
  }
}

/** Every field of a draft that says something, with what it says. */
export const fieldsIn = ({ photographs, ...words }: ProjectDraft): [field: string, value: unknown][] => [
  ...Object.entries(words),
  ...Object.entries(photographs).flatMap(([id, photograph]) =>
    Object.entries(photograph).flatMap(([part, value]): [string, unknown][] =>
      value === null ? [] : [[fieldOf(id, part as keyof DraftPhotograph), value]],
    ),
  ),
]

/** A draft with what this device has changed and the server does not have yet. */
export const withChanges = (draft: ProjectDraft, changes: Changes): ProjectDraft =>
  Object.entries(changes).reduce((before, [field, { is }]) => withValue(before, field, is), draft)

export type Photograph = DraftPhotograph & { id: string }

/** The photographs that are not removed, in their order. */
export const photographsOf = ({ photographs }: ProjectDraft): Photograph[] =>
  Object.entries(photographs)
    .flatMap(([id, photograph]) => (photograph.removed ? [] : { id, ...photograph }))
    .sort((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1))

/** The places to give for a photograph to stand at another index: its own, or everybody's where there is none in between. */
export const placesFor = (photographs: readonly Photograph[], from: number, to: number): Record<string, number> => {
  const moved = photographs[from]
  const others = photographs.filter((one) => one !== moved)
  const [before, after] = [others[to - 1]?.place, others[to]?.place]
  if (!moved || (before === undefined && after === undefined)) return {}
  const place = before === undefined ? (after ?? 0) - 1 : after === undefined ? before + 1 : (before + after) / 2
  if (place !== before && place !== after) return { [moved.id]: place }
  const order = [...others.slice(0, to), moved, ...others.slice(to)]
  return Object.fromEntries(order.map(({ id }, index) => [id, index + 1]))
}

/** The version that changed a field last; 0 before it was ever set. */
export const numberOf = ({ fields }: Numbered, field: string): number => fields[field]?.at ?? 0

const UNASKED = ['name', 'place', 'removed']

/** What a row makes of a change: nothing is left of it, it is to be sent as returned, or its writer is asked. */
export const settled = (
  row: Numbered,
  field: string,
  change: Change,
  changes: Changes,
): Change | 'conflict' | 'removed' | undefined => {
  const [number, stored] = [numberOf(row, field), valueIn(row.draft, field)]
  const { id, part } = photographIn(field)
  const isOfRemoved = row.draft.photographs[id]?.removed && changes[fieldOf(id, 'removed')]?.is !== false
  // What was sent before may still be on its way, and would be the last word.
  if (isSame(stored, change.is) && number <= change.at && change.sent?.some((one) => !isSame(one, stored)))
    return change
  // Files are uploaded all the same: those of the very picture that is there may be lost.
  if (isSame(stored, change.is)) return change.files && change
  if (isOfRemoved && part !== 'removed') return UNASKED.includes(part) ? undefined : 'removed'
  // A row from before its own last save says nothing.
  if (number <= change.at) return change
  const isOwn = row.fields[field]?.by === change.by
  const isSent = change.sent?.some((one) => isSame(one, stored))
  // What was sent last as a page went, it had not kept any more.
  if (isOwn && !isSent && change.isLoaded) return undefined
  // The answer was lost, or another tab has sent it as it was before.
  if (isOwn || isSent) return { ...change, at: number }
  return UNASKED.includes(part) ? undefined : 'conflict'
}

/** Of which changes their writer is asked. */
export const askedIn = (row: Numbered, changes: Changes): Readonly<Record<string, 'conflict' | 'removed'>> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, change]) => {
      const found = settled(row, field, change, changes)
      return typeof found === 'string' ? [[field, found]] : []
    }),
  )

/** A row with what an answer says is newer. A field that is `held` stays, and is asked for again. */
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
