import { type PublicationItem, publicationItemSchema } from '@contract/publication'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { suggestAltText } from '@/admin/images/readable-name'
import * as plan from '@/admin/publications/plan'
import heroImages from '@/content/hero/images.json'
import type { HeroSlide } from '@/domain/media'
import { fakeFileName, fakeImage } from '../support/custom-projects'

const {
  findBundledImage,
  toBundledMedia,
  publicationChanges,
  draftItems,
  isSamePublication,
  summariseSlots,
  fillEmptySlots,
} = plan

const builtInSlides: HeroSlide[] = heroImages.map(({ src }) => ({ type: 'image', src }))
const saved = (id: string, name: string, url = `idb:${id}`) => ({ id, name, url, uploadDate: '01/02/2026' })
const nothing = { slides: [], images: [], videos: [] }

const picture = (seed: string): plan.Media => ({ kind: 'image', ...fakeImage(fakeFileName(seed)) })
const film = (seed: string): plan.Media => ({
  ...fakeImage(fakeFileName(seed)),
  kind: 'video',
  video: fakeFileName(seed, 'mp4'),
})
const item = (place: plan.Slot, media: plan.Media, altText = 'Words') => ({ item: { place }, media, altText })
const publication = (...entries: ReturnType<typeof item>[]): PublicationItem[] => plan.toItems(entries)

describe('publication draft', () => {
  it('a draft is empty without saved media or with unchanged bundled slides', () => {
    expect(draftItems(nothing)).toEqual([])
    const earlier = builtInSlides.map((slide) => ({ ...slide, src: slide.src.replace(/-[0-9a-f]{8}-/, '-0badcafe-') }))
    expect(draftItems({ ...nothing, slides: earlier })).toEqual([])
  })

  it('a draft lists the uploaded video by name before the bundled images', () => {
    const slides: HeroSlide[] = [{ type: 'video', src: 'idb:7', poster: 'data:image/webp;base64,' }, ...builtInSlides]
    const [video, ...others] = draftItems({ ...nothing, slides, videos: [saved('7', 'harrow_walk.mp4')] })
    expect(video).toMatchObject({ place: 'hero', kind: 'video', name: 'harrow_walk.mp4', altText: 'Harrow walk' })
    expect(others.map(({ kind }) => kind)).toEqual(['built-in', 'built-in', 'built-in', 'built-in'])
  })

  it('a draft has at most twenty slides and the first four project images', () => {
    const slides = Array.from({ length: 21 }, (_, index): HeroSlide => ({ type: 'image', src: `idb:${index}` }))
    const images = Array.from({ length: 20 }, (_, index) => saved(`${index}`, `${index}.jpg`))
    const draft = draftItems({ ...nothing, slides, images })
    const latest = draft.filter(({ place }) => place === 'latest').map(({ name }) => name)
    expect(draft.filter(({ place }) => place === 'hero')).toHaveLength(20)
    expect(latest).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg'])
  })

  it('publishing keeps published media in slots that the draft leaves empty', () => {
    const published = publication(item('hero', film('1')), item('latest', picture('2')))
    const fresh = publication(item('latest', picture('3')))
    expect(fillEmptySlots([], published)).toEqual(published)
    expect(fillEmptySlots(fresh, published)).toEqual([...publication(item('hero', film('1'))), ...fresh])
    expect(fillEmptySlots(fresh, [])).toEqual(fresh)
  })

  it.each([
    ['camden-basement_02.JPG', 'Camden basement 02'],
    ['05-piling-rig.webp', 'Piling rig'],
    ['20 Camden Road.png', '20 Camden Road'],
    ['A courtyard in Camden', 'A courtyard in Camden'],
    ['St. Johns Wood', 'St. Johns Wood'],
    ['x'.repeat(250), `X${'x'.repeat(199)}`],
    [`${'x'.repeat(199)}😀.jpg`, `X${'x'.repeat(198)}`],
    [`${'x'.repeat(196)}👩\u200d🚀.jpg`, `X${'x'.repeat(195)}`],
    [`${'x'.repeat(197)}e\u0323\u0302\u0301.jpg`, `X${'x'.repeat(196)}ệ\u0301`],
    ['Half a pair \ud83d and \u0000 NUL.jpg', 'Half a pair \ufffd and NUL'],
    ...['IMG_2041.jpg', 'DSC00012.JPG', '20261121_101500.jpg', 'PXL_20261121.mp4', '.png'].map((name) => [name, '']),
  ])('the suggested alt text of %j is %j', (name, words) => {
    expect(suggestAltText(name)).toBe(words)
  })
})

describe('publication items', () => {
  it('publication items are numbered per slot, with single-line alt text', () => {
    const latest = [item('latest', picture('1'), ' Two\nlines '), item('latest', picture('4'))]
    const items = publication(...latest, item('hero', film('2')), item('hero', picture('3')))
    const told = items.map(({ place, position, alt }) => `${place} ${position}: ${alt}`)
    expect(told).toEqual(['hero 0: Words', 'hero 1: Words', 'latest 0: Two lines', 'latest 1: Words'])
    for (const one of items) expect(v.is(publicationItemSchema, one)).toBe(true)
  })

  it('every bundled image has a publication reference that the next build resolves', () => {
    for (const image of heroImages) {
      const media = toBundledMedia(image)
      expect(v.is(publicationItemSchema, publication(item('hero', media, image.alt))[0])).toBe(true)
      expect(media.kind === 'built-in' && findBundledImage(media.built_in)).toMatchObject({ base: image.base })
    }
    expect(findBundledImage('/pictures/hero/99-gone')).toBeUndefined()
  })
})

describe('publication changes', () => {
  const builtIn = (words?: string) => heroImages.map((image) => item('hero', toBundledMedia(image), words))
  const five = publication(item('hero', film('1')), ...builtIn())
  const [a, b, c] = [item('latest', picture('1')), item('latest', picture('2')), item('latest', picture('3'))]

  it('publication changes are empty when visitors would see the same', () => {
    expect(publicationChanges([], [])).toEqual([])
    expect(publicationChanges(five, five)).toEqual([])
    expect(isSamePublication(five, structuredClone(five))).toBe(true)
    expect(isSamePublication(publication(...builtIn('Old words')), publication(...builtIn('New words')))).toBe(true)
  })

  it('publication changes are summarised per slot, with counts', () => {
    expect(publicationChanges([], five)).toEqual(['Hero: 1 video and 4 pictures (was the 4 built-in pictures)'])
    expect(publicationChanges(five, publication(a))).toEqual([
      'Hero: the 4 built-in pictures (was 1 video and 4 pictures)',
      'Our Latest Projects: 1 picture (was the first 4 projects)',
    ])
    expect(summariseSlots(five)).toEqual(['Hero: 1 video and 4 pictures', 'Our Latest Projects: the first 4 projects'])
  })

  it.each([
    ['1 new', publication(a, c)],
    ['all new', publication(c, item('latest', picture('4')))],
    ['reordered', publication(b, a)],
    ['descriptions changed', publication({ ...a, altText: 'Other' }, b)],
  ])('publication changes with equal counts are summarised as "%s"', (words, after) => {
    expect(publicationChanges(publication(a, b), after)).toEqual([`Our Latest Projects: 2 pictures, ${words}`])
  })
})
