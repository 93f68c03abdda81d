import { publicationSchema, SITE_MEDIA_BUCKET } from '@contract/publication'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import heroImages from '@/content/hero/images.json'
import { withoutHash } from '@/domain/media'
import { publishedSlides } from '@/features/hero/use-slides'
import { SITE_MEDIA_PATH, siteMediaUrl } from '@/lib/site-media'
import { contentSecurityPolicy } from '@/prerender/headers'

const name = `${'a'.repeat(64)}.webp`
const image = {
  kind: 'image' as const,
  place: 'hero' as const,
  position: 0,
  alt: 'Words',
  stills: [name],
  still_widths: [768],
  width: 768,
  height: 576,
}
const builtIn = (built_in: string, alt = '') => ({
  kind: 'built-in' as const,
  place: 'hero' as const,
  position: 1,
  alt,
  built_in,
})
const [mayfair] = heroImages

afterEach(() => vi.unstubAllEnvs())

describe('the URL of a published file', () => {
  it('is on the site itself with the embedded backend, and on the backend of the build otherwise', () => {
    vi.stubEnv('VITE_SUPABASE_URL', '')
    expect(siteMediaUrl(name)).toBe(`/storage/v1/object/public/site-media/${name}`)
    vi.stubEnv('VITE_SUPABASE_URL', 'https://abc.supabase.co/')
    expect(siteMediaUrl(name)).toBe(`https://abc.supabase.co/storage/v1/object/public/site-media/${name}`)
  })

  it('leads to the bucket of the migration, which alone the policy of the pages allows', () => {
    expect(SITE_MEDIA_PATH).toContain(`/${SITE_MEDIA_BUCKET}/`)
    const policy = contentSecurityPolicy({ VITE_SUPABASE_URL: 'https://abc.supabase.co/' }, '')
    const bucket = 'https://abc.supabase.co/storage/v1/object/public/site-media/'
    expect(policy).toContain(`img-src 'self' data: blob: ${bucket};`)
    expect(policy).toContain(`media-src 'self' data: blob: ${bucket};`)
  })
})

describe('an answer of the backend', () => {
  it('is taken with names as the bucket has them', () => {
    const answer = { id: 3, items: [image] }
    expect(v.parse(publicationSchema, answer)).toEqual(answer)
  })

  it.each([
    ['another site', { ...image, stills: ['https://elsewhere.example/a.webp'] }],
    ['another site, without a scheme', { ...image, stills: ['//elsewhere.example/a.webp'] }],
    ['a path out of the bucket', { ...image, stills: [`../private/${name}`] }],
    ['an SVG', { ...image, stills: [`${'a'.repeat(64)}.svg`] }],
    ['a second line', { ...image, stills: [`${name}\nhttps://elsewhere.example/a.webp`] }],
    ['another width', { ...image, stills: [name, name], still_widths: ['768w, https://elsewhere.example/a.webp'] }],
    ['a video elsewhere', { ...image, kind: 'video', video: 'https://elsewhere.example/a.mp4' }],
    ['a picture of another folder', builtIn('/pictures/../admin/secret')],
    ['a picture elsewhere', builtIn('https://elsewhere.example/pictures/a')],
  ])('that plants %s is refused as a whole', (_what, item) => {
    expect(v.safeParse(publicationSchema, { id: 3, items: [image, item] }).success).toBe(false)
  })
})

describe('the slides of a publication', () => {
  it('are its own, in their order, with their words', () => {
    const slides = publishedSlides([image, builtIn(withoutHash(mayfair?.src ?? ''), 'My words')])
    expect(slides).toMatchObject([
      { type: 'published', item: { alt: 'Words' } },
      { type: 'built-in', image: { base: mayfair?.base, alt: 'My words' } },
    ])
  })

  it('leave out a picture of the site that no longer exists, and a file that is broken', () => {
    const [first] = publishedSlides([image])
    expect(publishedSlides([image, builtIn('/pictures/hero/gone')])).toEqual([first])
    const known = builtIn(withoutHash(mayfair?.src ?? ''))
    expect(publishedSlides([image, known], [first?.key ?? ''])).toMatchObject([{ image: { alt: mayfair?.alt } }])
  })

  it('are the built-in ones where it has none that can be shown', () => {
    const all = heroImages.map(({ base }) => ({ type: 'built-in', image: { base } }))
    expect(publishedSlides([])).toMatchObject(all)
    expect(publishedSlides([builtIn('/pictures/hero/gone')])).toMatchObject(all)
  })
})
