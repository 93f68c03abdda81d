import { describe, expect, it } from 'vitest'
import { bundledCards } from '@/content/projects/bundled'
import { parsePortfolio, parseProject } from '@/domain/custom-project'
import { preferMirrors } from '@/domain/mirrored-images'
import { avifName, toMirrorPath, toUploadedImage } from '@/domain/uploaded-image'
import {
  cardsInOrder,
  createBuiltFiles,
  projectsModule,
  readText,
  selectLatestProjects,
} from '@/prerender/project-modules'
import { fakeContent, fakeFileName, fakeProjectImage } from '../support/custom-projects'

const photograph = fakeProjectImage(fakeFileName('a'), fakeFileName('b'))
const content = fakeContent(photograph)
const [hidden, ...builtIn] = bundledCards.map(({ id }) => id)
/** Custom projects precede the built-in ones. */
const builtWith = (published_at: string) => {
  const own = { built_in: false, status: 'published', published_at, content: { ...content, image: photograph } }
  const rows = ['newest', 'newer'].map((id, position) => ({ ...own, id, position }))
  const portfolio = parsePortfolio([...rows, { id: hidden, built_in: true, position: null, status: 'hidden' }], String)
  const projects = rows.flatMap(({ id }) => parseProject(id, content, String) ?? [])
  const cards = cardsInOrder(portfolio, readText)
  return { cards, files: createBuiltFiles({ projects, portfolio }, cards) }
}
const { cards, files } = builtWith('2026-03-01')

describe('a build of two custom projects without a bundled one', () => {
  it('has their cards in the order of the owner, with a pin each', () => {
    expect(cards.map(({ id }) => id)).toEqual(['newest', 'newer', ...builtIn])
    expect(cards[0]?.pin?.[0]).toBe('Camden')
  })

  it('has a file of each, named anew with each publication, that leads on to those beside it', () => {
    const adjacent = ['newest', builtIn[0]].map((id) => ({ id, image: { alt: '' } }))
    const newer = files.ofProjects.get('newer')
    expect(JSON.parse(newer?.text ?? '')).toMatchObject({ publishedAt: '2026-03-01', title: content.title, adjacent })
    expect(builtWith('2026-04-01').files.ofProjects.get('newer')?.name).not.toBe(newer?.name)
  })

  it('tells built-in projects of the own one beside them, and of no other', () => {
    const [, beside = ''] = projectsModule(cards, files).split('besideBuiltIn = ')
    expect(JSON.parse(beside)).toEqual([expect.objectContaining({ id: 'newer' })])
  })

  it('shows the first four on the home page, the built-in ones as they are now', () => {
    const latest = selectLatestProjects(cards, readText)
    expect(latest.map(({ id }) => id)).toEqual(cards.slice(0, 4).map(({ id }) => id))
    expect(latest[0]?.image).toEqual(cards[0]?.image)
    expect(latest[2]?.image).not.toEqual(cards[2]?.image)
  })
})

it('a picture is shown by the site’s copies where it has all of its files, and in AVIF where it has those, too', () => {
  const picture = toUploadedImage(photograph, String)
  const shown = (...copied: string[]) => preferMirrors({ list: [picture] }, (name) => copied.includes(name)).list[0]
  expect(shown(fakeFileName('a'))).toEqual(picture)
  expect(shown(...photograph.files)).toEqual(toUploadedImage(photograph, toMirrorPath))
  const inAvif = `${photograph.files.map((name) => toMirrorPath(avifName(name))).join(' 480w, ')} 960w`
  expect(shown(...photograph.files, ...photograph.files.map(avifName))?.avifSrcSet).toBe(inAvif)
})
