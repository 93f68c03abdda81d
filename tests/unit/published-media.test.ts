import {
  PUBLICATION_LIMITS,
  type PublicationItem,
  publicationItemSchema,
  publicationSchema,
  SITE_MEDIA_BUCKET,
} from '@contract/publication'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import heroImages from '@/content/hero/images.json'
import { stripHash } from '@/domain/media'
import { getPublishedSlides } from '@/features/hero/use-slides'
import { SITE_MEDIA_PATH, siteMediaUrl } from '@/lib/site-media'
import { fakeFileName, fakeImage } from '../support/custom-projects'

const hash = 'a'.repeat(64)
const name = fakeFileName('a')
const place = { place: 'hero' as const, position: 0 }
const image = { kind: 'image' as const, ...place, alt: 'Words', ...fakeImage(name) }
const video = { ...image, kind: 'video' as const, video: `${hash}.mp4` }
const builtIn = (built_in: string, alt = '') => ({ kind: 'built-in' as const, ...place, position: 1, alt, built_in })
const [mayfair] = heroImages
const ofMayfair = stripHash(mayfair?.src ?? '')

afterEach(() => vi.unstubAllEnvs())

it('published files are served by the configured backend or by the site itself', () => {
  expect(SITE_MEDIA_PATH).toContain(`/${SITE_MEDIA_BUCKET}/`)
  vi.stubEnv('VITE_SUPABASE_URL', '')
  expect(siteMediaUrl(name)).toBe(`/storage/v1/object/public/site-media/${name}`)
  vi.stubEnv('VITE_SUPABASE_URL', 'https://abc.supabase.co/')
  expect(siteMediaUrl(name)).toBe(`https://abc.supabase.co/storage/v1/object/public/site-media/${name}`)
})

describe('publication schemas', () => {
  const read = (...items: unknown[]) => v.parse(publicationSchema, { id: 3, items })?.items
  const sent = (...items: unknown[]) => v.is(v.array(publicationItemSchema), items)

  it('a publication accepts bucket file names and slides up to the limit', () => {
    const answer = { id: 3, items: [image, video, builtIn(ofMayfair)] }
    expect(v.parse(publicationSchema, answer)).toEqual(answer)
    expect(sent({ ...image, position: PUBLICATION_LIMITS.hero - 1 })).toBe(true)
    expect(sent({ ...image, position: PUBLICATION_LIMITS.hero })).toBe(false)
  })

  it.each([
    ['an image on another site', { ...image, files: ['https://elsewhere.example/a.webp'] }],
    ['a path outside the bucket', { ...image, files: [`../private/${name}`] }],
    ['an SVG', { ...image, files: [`${hash}.svg`] }],
    ['a second line in a file name', { ...image, files: [`${name}\nhttps://elsewhere.example/a.webp`] }],
    ['an injected width', { ...image, widths: ['768w, https://elsewhere.example/a.webp'] }],
    ['a file without its width', { ...image, files: [name, name] }],
    ['an injected style', { ...image, placeholder: '#fff;background:url(//elsewhere.example)' }],
    ['a video on another site', { ...video, video: `https://elsewhere.example/${hash}.mp4` }],
    ['an unsupported video file', { ...video, video: `${hash}.mp4/a.html` }],
    ['an image from another folder', builtIn('/pictures/../admin/secret')],
    ['a bundled image on another site', builtIn('https://elsewhere.example/pictures/a')],
    ['a bundled image with a query', builtIn(`${ofMayfair}?a`)],
    ['a position after the last slot', { ...image, position: PUBLICATION_LIMITS.hero }],
  ])('a publication with %s is rejected when sent, and filtered when read', (_what, item) => {
    expect(sent(image, item)).toBe(false)
    expect(read(image, item)).toEqual([image])
  })
})

describe('published slides', () => {
  const gone = builtIn('/pictures/hero/gone')
  const slidesOf = (items: PublicationItem[], broken?: string[]) => getPublishedSlides({ id: 1, items }, broken)

  it('published slides keep their order and alt text, and skip missing images', () => {
    expect(slidesOf([gone, image, builtIn(ofMayfair, 'My words'), builtIn(ofMayfair)])).toMatchObject([
      { type: 'site', image: { src: siteMediaUrl(name), alt: 'Words', placeholder: '#d6d0c8' } },
      { type: 'site', image: { base: mayfair?.base, alt: 'My words' } },
      { type: 'site', image: { base: mayfair?.base, alt: mayfair?.alt } },
    ])
  })

  it('the bundled slides appear if no published slide can be shown', () => {
    const all = heroImages.map(({ base }) => ({ type: 'site', image: { base } }))
    const [first] = slidesOf([image])
    expect(slidesOf([gone])).toMatchObject(all)
    expect(slidesOf([image], [first?.key ?? ''])).toMatchObject(all)
  })
})
