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

describe('a build with two custom projects', () => {
  it("built project cards follow the owner's order and have map pins", () => {
    expect(cards.map(({ id }) => id)).toEqual(['newest', 'newer', ...builtIn])
    expect(cards[0]?.pin?.[0]).toBe('Camden')
  })

  it('each publication of a custom project gets a new file with adjacent projects', () => {
    const adjacent = ['newest', builtIn[0]].map((id) => ({ id, image: { alt: '' } }))
    const newer = files.ofProjects.get('newer')
    expect(JSON.parse(newer?.text ?? '')).toMatchObject({ publishedAt: '2026-03-01', title: content.title, adjacent })
    expect(builtWith('2026-04-01').files.ofProjects.get('newer')?.name).not.toBe(newer?.name)
  })

  it('the built module includes only custom projects adjacent to a bundled one', () => {
    const [, beside = ''] = projectsModule(cards, files).split('besideBuiltIn = ')
    expect(JSON.parse(beside)).toEqual([expect.objectContaining({ id: 'newer' })])
  })

  it('the home page shows the first four projects, bundled ones with their last photo', () => {
    const latest = selectLatestProjects(cards, readText)
    expect(latest.map(({ id }) => id)).toEqual(cards.slice(0, 4).map(({ id }) => id))
    expect(latest[0]?.image).toEqual(cards[0]?.image)
    expect(latest[2]?.image).not.toEqual(cards[2]?.image)
  })
})

it('a photo uses mirrored files only if all exist, and AVIF likewise', () => {
  const picture = toUploadedImage(photograph, String)
  const shown = (...copied: string[]) => preferMirrors({ list: [picture] }, (name) => copied.includes(name)).list[0]
  expect(shown(fakeFileName('a'))).toEqual(picture)
  expect(shown(...photograph.files)).toEqual(toUploadedImage(photograph, toMirrorPath))
  const inAvif = `${photograph.files.map((name) => toMirrorPath(avifName(name))).join(' 480w, ')} 960w`
  expect(shown(...photograph.files, ...photograph.files.map(avifName))?.avifSrcSet).toBe(inAvif)
})
