import { type DraftPhotograph, type ProjectDraft, projectDraftSchema } from '@contract/project'
import * as v from 'valibot'

export const EMPTY_DRAFT: ProjectDraft = v.parse(projectDraftSchema, {})
const EMPTY_PHOTO: DraftPhotograph = { name: '', alt: '', description: '', picture: null, place: 0, removed: false }

export const photoField = (photo: string, part: keyof DraftPhotograph): string => `photographs/${photo}/${part}`

/** Splits a field name; `photo` is empty for the project's own fields. */
export const parseField = (field: string): { photo: string; part: string } => {
  const [, photo = '', part = field] = field.split('/')
  return { photo, part }
}

/** Whether both are the same JSON; the key order matters. */
export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Returns a field's value, if its photo exists. */
export const getValue = (draft: ProjectDraft, field: string): unknown => {
  const { photo, part } = parseField(field)
  const holder: object | undefined = photo ? draft.photographs[photo] : draft
  return (holder as Readonly<Record<string, unknown>> | undefined)?.[part]
}

/** Returns the draft with a field set. */
export const withValue = (draft: ProjectDraft, field: string, value: unknown): ProjectDraft => {
  const { photo, part } = parseField(field)
  if (!photo) return { ...draft, [part]: value }
  const changed = { ...EMPTY_PHOTO, ...draft.photographs[photo], [part]: value }
  return { ...draft, photographs: { ...draft.photographs, [photo]: changed } }
}

/** Lists all fields except photo fields that are null. */
export const listValues = ({ photographs, ...texts }: ProjectDraft): [field: string, value: unknown][] => [
  ...Object.entries(texts),
  ...Object.entries(photographs).flatMap(([photo, parts]) =>
    Object.entries(parts).flatMap(([part, value]): [string, unknown][] =>
      value === null ? [] : [[photoField(photo, part as keyof DraftPhotograph), value]],
    ),
  ),
]

export type Photo = DraftPhotograph & { id: string }

/** Lists the photos that aren't removed, in order. */
export const listPhotos = ({ photographs }: ProjectDraft): Photo[] =>
  Object.entries(photographs)
    .flatMap(([id, photo]) => (photo.removed ? [] : { id, ...photo }))
    .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))

/** Returns the places that change, by photo id. */
export const placesAfterMove = (photos: readonly Photo[], from: number, to: number): Record<string, number> => {
  const moved = photos[from]
  const others = photos.filter((photo) => photo !== moved)
  const before = others[to - 1]?.place
  const after = others[to]?.place
  if (!moved || (before === undefined && after === undefined)) return {}
  const place = before === undefined ? (after ?? 0) - 1 : after === undefined ? before + 1 : (before + after) / 2
  if (place !== before && place !== after) return { [moved.id]: place }
  const order = [...others.slice(0, to), moved, ...others.slice(to)]
  return Object.fromEntries(order.map(({ id }, index) => [id, index + 1]))
}
