import { describe, expect, it } from 'vitest'
import {
  askedIn,
  fieldOf,
  NOTHING,
  photographsOf,
  placesFor,
  settled,
  withAnswer,
  withChanges,
} from '@/admin/projects/fields'

const change = (is: unknown, more: object = {}) => ({ at: 0, by: 'mine', is, ...more })
const photograph = (id: string, place: number) => ({
  [fieldOf(id, 'name')]: change(`${id}.jpg`),
  [fieldOf(id, 'place')]: change(place),
})
/** A row whose fields these are, each changed last by this version and name. */
const rowOf = (fields: Record<string, unknown>, at = 1, by: string | null = null) => ({
  draft: withChanges(
    NOTHING.draft,
    Object.fromEntries(Object.entries(fields).map(([field, is]) => [field, change(is)])),
  ),
  fields: Object.fromEntries(Object.keys(fields).map((field) => [field, { at, by }])),
  version: at,
})
const settle = (row: ReturnType<typeof rowOf>, field: string, one: ReturnType<typeof change>) =>
  settled(row, field, one, { [field]: one })

describe('a change of a field', () => {
  it('is to be sent where the field is as it was, or where this page knows less than the change', () => {
    const mine = change('Mine', { at: 1 })
    expect(settle(rowOf({ title: 'Old' }), 'title', mine)).toBe(mine)
    expect(settle(rowOf({}), 'title', mine)).toBe(mine)
  })

  it('is not over while another text of its own may still arrive, also where the server has the same for now', () => {
    const back = change('Old', { at: 1, sent: [''] })
    expect(settle(rowOf({ title: 'Old' }, 1), 'title', back)).toBe(back)
    expect(settle(rowOf({ title: 'Old' }, 2, 'mine'), 'title', back)).toBeUndefined()
  })

  it('is over where the server has the same, whoever sent it, but for files, which may be lost', () => {
    expect(settle(rowOf({ title: 'Same' }, 3), 'title', change('Same'))).toBeUndefined()
    const picture = change(null, { files: [] })
    expect(settle(rowOf({ 'photographs/a/picture': null }, 3), 'photographs/a/picture', picture)).toBe(picture)
  })

  it('is asked about where somebody else was first', () => {
    const row = rowOf({ title: 'Theirs' })
    expect(settle(row, 'title', change('Mine'))).toBe('conflict')
    expect(askedIn(row, { title: change('Mine'), summary: change('Dry') })).toEqual({ title: 'conflict' })
  })

  it('goes on over what was sent before, whose answer was lost', () => {
    const mine = change('Beneath', { sent: ['Bene'] })
    expect(settle(rowOf({ title: 'Bene' }, 4), 'title', mine)).toEqual({ ...mine, at: 4 })
  })

  it('gives way to what was sent of it as its page went, which this browser had not kept any more', () => {
    const row = rowOf({ title: 'Beneath C' }, 4, 'mine')
    expect(settle(row, 'title', change('Beneath', { isLoaded: true }))).toBeUndefined()
  })

  it('goes on over what another tab has sent of it', () => {
    const mine = change('Beneath Camden')
    expect(settle(rowOf({ title: 'Beneath C' }, 4, 'mine'), 'title', mine)).toEqual({ ...mine, at: 4 })
  })

  it('of a name, a place or a removal gives way unasked', () => {
    for (const part of ['name', 'place', 'removed'] as const) {
      const field = fieldOf('a', part)
      expect(settle(rowOf({ [field]: 5 }), field, change(6))).toBeUndefined()
    }
  })

  it('of a photograph that was removed elsewhere is told to its writer, until that is put back', () => {
    const field = fieldOf('a', 'alt')
    const removed = fieldOf('a', 'removed')
    const row = rowOf({ [field]: 'Old', [removed]: true })
    const mine = change('Mine', { at: 1 })
    expect(settle(row, field, mine)).toBe('removed')
    expect(settled(row, field, mine, { [field]: mine, [removed]: change(false, { at: 1 }) })).toBe(mine)
    expect(settle(row, fieldOf('a', 'place'), change(3))).toBeUndefined()
  })
})

describe('an answer', () => {
  const answer = {
    version: 7,
    fields: {
      title: { at: 6, by: 'theirs', is: 'Theirs' },
      summary: { at: 7, by: 'mine' },
      location: { at: 1, is: 'Old' },
    },
  }
  const sent = { summary: change('Dry') }

  it('brings what is newer, and of what was sent that it is there', () => {
    const row = withAnswer(rowOf({ location: 'Camden' }, 3), answer, sent, () => false)
    expect(row.draft).toMatchObject({ title: 'Theirs', summary: 'Dry', location: 'Camden' })
    expect(row.fields).toMatchObject({ title: { at: 6 }, summary: { at: 7, by: 'mine' }, location: { at: 3 } })
    expect(row.version).toBe(7)
  })

  it('leaves a field that is being written in, and has it asked for again', () => {
    const row = withAnswer(rowOf({ title: 'Old' }, 3), answer, sent, (field) => field === 'title')
    expect(row.draft).toMatchObject({ title: 'Old', summary: 'Dry' })
    expect(row.version).toBe(3)
  })
})

describe('photographs', () => {
  const draft = withChanges(NOTHING.draft, { ...photograph('b', 2), ...photograph('a', 2), ...photograph('c', 1) })
  const ids = (all: ReturnType<typeof photographsOf>) => all.map(({ id }) => id).join('')
  const moved = (from: number, to: number, of = draft) => {
    const places = Object.entries(placesFor(photographsOf(of), from, to))
    return withChanges(of, Object.fromEntries(places.map(([id, place]) => [fieldOf(id, 'place'), change(place)])))
  }

  it('stand by their places, by their ids where those agree, and without those that were removed', () => {
    expect(ids(photographsOf(draft))).toBe('cab')
    expect(ids(photographsOf(withChanges(draft, { [fieldOf('a', 'removed')]: change(true) })))).toBe('cb')
  })

  it.each([
    [0, 2, 'abc'],
    [2, 0, 'bca'],
    [0, 1, 'acb'],
    [1, 2, 'cba'],
  ])('move from %i to %i, between two of the same place, too', (from, to, order) => {
    expect(ids(photographsOf(moved(from, to)))).toBe(order)
  })

  it('find room between two that are as close as numbers can be', () => {
    let all = moved(0, 2)
    for (let count = 0; count < 200; count += 1) all = moved(2, 1, all)
    expect(ids(photographsOf(all))).toMatch(/^a(bc|cb)$/)
  })
})
