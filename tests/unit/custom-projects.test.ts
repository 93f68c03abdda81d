import { afterEach, describe, expect, it, vi } from 'vitest'
import { parsePortfolio, parseProject } from '@/domain/custom-project'
import { mergePortfolio, type ProjectCard } from '@/domain/project'
import { fakeContent, fakeFileName, fakeProjectImage } from '../support/custom-projects'

const image = fakeProjectImage(fakeFileName('a'), fakeFileName('b'), fakeFileName('c'))
const content = { ...fakeContent(image, { ...image, alt: 'Dig' }, { ...image, alt: 'Built' }), cover: 1 }
const row = { id: 'pool', built_in: false, position: 1, status: 'published', content: { ...content, image } }
const toUrl = (name: string) => `https://backend.example/${name}`
const parse = (body: object) => parseProject('pool', { ...content, ...body }, toUrl)

afterEach(() => vi.unstubAllEnvs())

describe('portfolio order', () => {
  const cards = (...ids: string[]) => ids.map((id) => ({ id, title: 'built in' }) as ProjectCard)
  const order = (rows: object[]) => {
    const all = rows.map((one) => ({ ...row, ...one }))
    return mergePortfolio(cards('a', 'b', 'c'), parsePortfolio(all, toUrl)).map(({ id, title }) => `${id}: ${title}`)
  }
  const builtIn = { built_in: true, content: null }

  it("moved projects come first in the owner's order, and hidden ones are omitted", () => {
    const hidden = { ...builtIn, id: 'b', position: 2, status: 'hidden' }
    const dropped = { ...builtIn, id: 'dropped by a later build', position: 3 }
    const ordered = order([{ ...builtIn, id: 'c', position: 0 }, { id: 'pool' }, hidden, dropped])
    expect(ordered).toEqual(['c: built in', 'pool: A cellar in Camden', 'a: built in'])
    expect(order([{ ...builtIn, id: 'a', position: null, status: 'hidden' }])).toEqual(['b: built in', 'c: built in'])
  })

  it('a bundled project replaces a custom project with the same id', () => {
    expect(order([{ id: 'b' }])).toEqual(['b: built in', 'a: built in', 'c: built in'])
  })
})

it('a card shows its after photo only if the before photo is its cover', () => {
  const other = { ...image, alt: 'Built', files: [fakeFileName('d'), fakeFileName('e'), fakeFileName('f')] }
  const afterOf = (pictures: object) =>
    parsePortfolio([{ ...row, content: { ...row.content, ...pictures } }], toUrl).custom[0]?.after
  expect(afterOf({ before: image, after: other })).toMatchObject({ src: toUrl(fakeFileName('e')), alt: 'Built' })
  expect(afterOf({ before: other, after: image })).toBeNull()
})

describe('custom project parsing', () => {
  it('a custom project is parsed into bucket URLs, a month name and a photo comparison', () => {
    expect(parse({ before: 0, after: 2 })).toMatchObject({
      completionDate: 'November 2025',
      first: {
        srcSet: ['a', 'b', 'c'].map((letter, at) => `${toUrl(fakeFileName(letter))} ${image.widths[at]}w`).join(', '),
        largest: toUrl(fakeFileName('c')),
      },
      after: { alt: 'Built' },
    })
    expect(parse({ after: 2 })).toMatchObject({ first: { alt: 'Dig' }, after: null })
  })

  it('the completion month of a custom project does not depend on the time zone', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    expect(new Date('2025-11').getMonth()).toBe(9)
    const [card] = parsePortfolio([row], toUrl).custom
    expect([parse({})?.completionDate, card?.completionDate]).toEqual(['November 2025', 'November 2025'])
  })

  it('unreadable facts of a custom project are dropped', () => {
    expect(parse({ facts: { depth: '3.2 m', area: 48, price: '£1' } })?.facts).toEqual({ depth: '3.2 m' })
    for (const facts of [undefined, null, 'deep']) expect(parse({ facts })?.facts).toEqual({})
  })

  it.each([
    ['an external URL', 'https://elsewhere.example/a.webp'],
    ['a path outside the bucket', `../../${fakeFileName('a')}`],
    ['a second srcset candidate', `${fakeFileName('a')} 1w, https://elsewhere.example/a.webp`],
  ])('an image with %s instead of a file name is dropped', (_, name) => {
    const foreign = { ...image, files: [fakeFileName('a'), fakeFileName('b'), name] }
    expect(parse({ images: [foreign], cover: 0 })).toBeNull()
    // Other pictures still show.
    const others = [{ id: 2, alt: '', description: 'A dry basement' }]
    expect(parse({ images: [foreign, image], cover: 0 })?.images).toMatchObject(others)
    const broken = { ...row, content: { ...row.content, image: foreign } }
    const { custom, unreadable } = parsePortfolio([broken, { ...row, id: 'b' }], toUrl)
    expect(custom.map(({ id }) => id)).toEqual(['b'])
    expect(unreadable).toEqual(['pool'])
  })
})
