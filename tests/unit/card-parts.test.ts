import { describe, expect, it } from 'vitest'
import { inParts, type ProjectCard } from '@/domain/project'
import { type CardList, filled, followed, itemsOf, type ShownPart, toParts } from '@/features/projects/card-parts'

const card = (id: string, title = id) => ({ id, title }) as ProjectCard
const cards = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => card(`c${from + index}`))
const idsIn = (parts: readonly ShownPart[]) =>
  parts.map(({ id, count, cards: shown }) => shown?.map((one) => one.id).join(' ') ?? `[${count} from ${id}]`)
const seen = (...ids: string[]) => new Set(ids)

describe('a list in parts', () => {
  it.each([0, 1, 5, 11, 12, 17, 18, 24, 25, 45, 205, 206])('of %i loses nothing and ends in full rows', (count) => {
    const [first = [], ...later] = inParts(cards(0, count))
    expect([first, ...later].flat()).toEqual(cards(0, count))
    expect(first.length).toBeLessThanOrEqual(11)
    if (count > 11) expect(first.length).toBeGreaterThan(5)
    // Beside a head that takes what is left of the first row, two and three stand in every row.
    for (const part of later) expect([part.length % 6, part.length <= 12]).toEqual([0, true])
  })
})

describe('cards that come into their space', () => {
  const later = inParts(cards(0, 29))
    .slice(1)
    .map((part) => ({ id: part[0]?.id ?? '', count: part.length, load: async () => part }))
  const asBuilt: CardList = { first: cards(0, 11), later }
  const [, space] = toParts(asBuilt)

  it('stand there once, however often they come', () => {
    if (!space) throw new Error('no space')
    const once = filled(toParts(asBuilt), asBuilt, space, cards(11, 23))
    expect(itemsOf(once).length).toBe(11 + 12 + 1)
    expect(filled(once, asBuilt, space, cards(11, 23))).toEqual(once)
  })

  it('are not those that stand elsewhere', () => {
    if (!space) throw new Error('no space')
    const parts = filled(toParts(asBuilt), asBuilt, space, [card('c3'), ...cards(11, 22)])
    expect(itemsOf(parts).filter(({ id }) => id === 'c3')).toHaveLength(1)
  })

  it('are those of the newer list, without what it has no more', () => {
    if (!space) throw new Error('no space')
    const newest = [...cards(0, 12), card('c12', 'Another title'), ...cards(14, 29)]
    const parts = filled(toParts(asBuilt), { newest }, space, cards(11, 23))
    expect(idsIn(parts)[1]).toBe('c11 c12 c14 c15 c16 c17 c18 c19 c20 c21 c22')
    expect(parts[1]?.cards?.[1]?.title).toBe('Another title')
  })
})

describe('a newer list', () => {
  const shown = (from: number, to: number): ShownPart => ({
    id: `c${from}`,
    count: to - from,
    cards: cards(from, to),
    load: async () => [],
  })
  const space = (from: number, count: number): ShownPart => ({ id: `c${from}`, count, load: async () => [] })

  it('is below what has been seen, which stays where it is', () => {
    const newest = [card('new'), ...cards(0, 2), ...cards(3, 9)]
    const parts = followed([shown(0, 9)], newest, seen('c0', 'c1', 'c2', 'c3'), false)
    expect(idsIn(parts)).toEqual(['c0 c1 c3', 'new c4 c5 c6 c7 c8'])
  })

  it('takes the place of parts that nobody has seen, and of spaces at the end', () => {
    const newest = cards(0, 45)
    const before = [shown(0, 9), shown(9, 21), shown(21, 33), space(33, 12)]
    const parts = followed(before, newest, seen('c0', 'c1', 'c2'), false)
    expect(itemsOf(parts.filter((part) => part.cards)).map(({ id }) => id)).toEqual(
      [...cards(0, 9)].map(({ id }) => id),
    )
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length)
    const below = followed([shown(0, 9), space(9, 12)], newest, seen('c0', 'c8', 'c9'), false)
    expect(idsIn(below)[0]).toBe('c0 c8')
    expect(below.flatMap((part) => (part.cards ? part.cards.length : part.count)).reduce((a, b) => a + b)).toBe(45)
  })

  it('comes into the spaces above what is read, in its own order and with its own cards', async () => {
    const newest = [...cards(0, 9), card('c9', 'Another title'), ...cards(11, 45)]
    const before = [shown(0, 9), space(9, 12), space(21, 12), shown(33, 45)]
    const all = [...cards(0, 9), card('c9'), card('c21'), ...cards(33, 45)].map(({ id }) => id)
    const parts = followed(before, newest, seen(...all), false)
    expect(idsIn(parts)).toEqual([
      'c0 c1 c2 c3 c4 c5 c6 c7 c8',
      '[12 from c9]',
      '[11 from c22]',
      'c33 c34 c35 c36 c37 c38 c39 c40 c41 c42 c43 c44',
    ])
    expect((await parts[1]?.load())?.map(({ title }) => title).slice(0, 2)).toEqual(['Another title', 'c11'])
  })

  it('brings nothing to whoever has read on below the list, and takes what is gone', () => {
    const before = [shown(0, 3), space(3, 6)]
    const parts = followed(before, [card('new'), card('c0'), card('c2')], seen('c0', 'c1', 'c2', 'c3'), true)
    expect(idsIn(parts)).toEqual(['c0 c2', '[6 from c3]'])
  })
})
