import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT, listPhotos, photoField, placesAfterMove } from '@/admin/projects/draft'
import {
  applyChanges,
  baseVersion,
  type Changes,
  isUnsaved,
  mergeResponse,
  reconcile,
  UNSAVED,
} from '@/admin/projects/sync/merge'

const set = (fields: Record<string, unknown>): Changes =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { base: 0, seq: 1, value }]))
const photo = (id: string, place: number) => ({ [`photographs/${id}/name`]: id, [`photographs/${id}/place`]: place })
/** Another browser changed these fields in version `at`. */
const rowOf = (fields: Record<string, unknown>, at = 1) => ({
  draft: applyChanges(EMPTY_DRAFT, set(fields)),
  fields: Object.fromEntries(Object.keys(fields).map((field) => [field, { at, by: 'theirs', seq: 1, foreign: 0 }])),
  version: at,
})
const judge = (row: ReturnType<typeof rowOf>, field: string, value: unknown, base = 0, areStored = () => true) =>
  reconcile(row, field, { [field]: { base, seq: 1, value } }, 'mine', areStored)

describe('pending changes', () => {
  it('a pending change is sent if the field is still at its base version', () => {
    expect(judge(rowOf({ title: 'Old' }), 'title', 'Mine', 1)).toBe('pending')
    expect(judge(rowOf({}), 'title', 'Mine')).toBe('pending')
  })

  it('drops a pending change the server already has, unless its files are missing', () => {
    expect(judge(rowOf({ title: 'Same' }), 'title', 'Same')).toBe('done')
    const field = photoField('a', 'picture')
    expect(judge(rowOf({ [field]: null }), field, null, 0, () => false)).toBe('pending')
  })

  it('a pending change conflicts with a later write by another browser', () => {
    expect(judge(rowOf({ title: 'Theirs' }), 'title', 'Mine')).toBe('conflict')
  })

  it('a pending change conflicts with a field restored from an older backup', () => {
    const row = rowOf({ title: 'Restored' }, 4)
    const fields = { title: { at: 4, by: 'mine', seq: 0, foreign: 0 } }
    expect(judge({ ...row, fields }, 'title', 'Mine', 3)).toBe('conflict')
    expect(judge({ ...row, fields }, 'title', 'Mine', 4)).toBe('pending')
  })

  it.each([
    ['name', 'b', 'c'],
    ['place', 5, 6],
    ['removed', true, false],
  ] as const)('a pending change of a photo’s %s yields without a conflict', (part, theirs, mine) => {
    const field = photoField('a', part)
    expect(judge(rowOf({ [field]: theirs }), field, mine)).toBe('done')
  })

  it('editing a photo removed elsewhere needs a decision until the photo is restored', () => {
    const [alt, removed] = [photoField('a', 'alt'), photoField('a', 'removed')]
    const row = rowOf({ [alt]: 'Old', [removed]: true })
    expect(judge(row, alt, 'Mine', 1)).toBe('removed')
    expect(judge(row, photoField('a', 'place'), 3, 1)).toBe('done')
    const changes = { [alt]: { base: 1, seq: 1, value: 'Mine' }, [removed]: { base: 1, seq: 2, value: false } }
    expect(reconcile(row, alt, changes, 'mine')).toBe('pending')
  })

  it('pending changes create a project only if none is based on a version', () => {
    expect(isUnsaved(set({ title: 'New', location: 'Camden' }))).toBe(true)
    expect(isUnsaved({ ...set({ title: 'New' }), location: { base: 3, seq: 2, value: 'Camden' } })).toBe(false)
  })
})

it('editing an unset field uses the project version as its base', () => {
  expect(baseVersion(rowOf({ title: 'A cellar' }, 4), 'location')).toBe(4)
})

it('merging an older response keeps values from newer ones', () => {
  const stamp = { by: 'theirs', seq: 1, foreign: 0 }
  const response = {
    version: 7,
    fields: {
      title: { ...stamp, at: 6, value: 'Theirs' },
      summary: { ...stamp, at: 7 },
      location: { ...stamp, at: 1, value: 'Old' },
    },
  }
  const row = mergeResponse(rowOf({ location: 'Camden' }, 3), response, set({ summary: 'Dry' }))
  expect(row.draft).toMatchObject({ title: 'Theirs', summary: 'Dry', location: 'Camden' })
  expect(row.version).toBe(7)
  expect(mergeResponse(row, { version: 3, fields: {} }, {}).version).toBe(7)
  expect(mergeResponse(UNSAVED, { version: 1, fields: {} }, {}).version).toBe(1)
})

describe('photo order', () => {
  const draft = applyChanges(EMPTY_DRAFT, set({ ...photo('b', 2), ...photo('a', 2), ...photo('c', 1) }))
  const ids = (all: ReturnType<typeof listPhotos>) => all.map(({ id }) => id).join('')
  const move = (from: number, to: number, before = draft) => {
    const places = Object.entries(placesAfterMove(listPhotos(before), from, to))
    return applyChanges(before, set(Object.fromEntries(places.map(([id, place]) => [photoField(id, 'place'), place]))))
  }

  it('photos are listed by place, then id, without removed ones', () => {
    expect(ids(listPhotos(draft))).toBe('cab')
    expect(ids(listPhotos(applyChanges(draft, set({ [photoField('a', 'removed')]: true }))))).toBe('cb')
  })

  it.each([
    [0, 2, 'abc'],
    [2, 0, 'bca'],
    [0, 1, 'acb'],
    [1, 2, 'cba'],
  ])('a photo moves from %i to %i, even between photos sharing a place', (from, to, order) => {
    expect(ids(listPhotos(move(from, to)))).toBe(order)
  })

  it('photos are renumbered if no number is left between two places', () => {
    let all = move(0, 2)
    for (let count = 0; count < 200; count += 1) all = move(2, 1, all)
    expect(ids(listPhotos(all))).toMatch(/^a(bc|cb)$/)
  })
})
