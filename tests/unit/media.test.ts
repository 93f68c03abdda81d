import { describe, expect, it } from 'vitest'
import { formatBytes } from '@/admin/text/format-bytes'
import { type HeroSlide, isInDatabase, isSameImage, isShowable, toHeroSlide, toSavedFile } from '@/domain/media'
import { checkFile, fitWithin, moveItem, putVideoFirst, timestampId } from '@/domain/media-upload'

const MB = 1024 * 1024

describe('selected files', () => {
  it.each([
    ['video', 'video/mp4', 50 * MB, undefined],
    ['video', 'video/mp4', 50 * MB + 1, 'too-large'],
    ['video', 'VIDEO/WEBM;codecs=vp8', 1, undefined],
    ['video', 'video/ogg', 1, undefined],
    ['video', 'audio/ogg', 1, 'sound'],
    ['video', 'application/ogg', 1, 'sound'],
    ['video', 'image/png', 1, 'not-of-family'],
    ['video', '', 1, 'not-of-family'],
    ['video', 'video/mp4', 0, 'empty'],
    ['image', 'image/svg+xml', 5 * MB, undefined],
    ['image', 'image/png', 5 * MB + 1, 'too-large'],
    ['image', 'video/mp4', 1, 'not-of-family'],
    ['image', 'application/ogg', 1, 'not-of-family'],
  ] as const)('checking a file for %s of type %j and %i bytes returns %s', (kind, type, size, problem) => {
    expect(checkFile(kind, { type, size })).toBe(problem)
  })

  it.each([
    [6000, 4000, 1600, 1067],
    [3000, 6000, 800, 1600],
    [640, 480, 640, 480],
    [10_000, 1, 1600, 1],
  ])('an image of %i x %i pixels is scaled to %i x %i', (width, height, savedWidth, savedHeight) => {
    expect(fitWithin({ width, height }, 1600)).toEqual({ width: savedWidth, height: savedHeight })
  })

  it.each([
    [12, '12 bytes'],
    [1536, '1.5 KB'],
    [50 * MB, '50 MB'],
    [1100 * MB, '1.1 GB'],
  ])('a size of %i bytes is displayed as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  it('a new file id is the current timestamp, or the next free number', () => {
    expect(timestampId([{ id: '5' }, { id: 'first' }], 1_000)).toBe('1000')
    expect(timestampId([{ id: '1000' }, { id: '1001' }], 1_000)).toBe('1002')
  })
})

describe('stored media', () => {
  const file = { id: '1', name: 'a.jpg', url: 'idb:1', uploadDate: '2026-01-02' }

  it('a stored file needs all four texts, and numeric ids become strings', () => {
    expect(toSavedFile({ ...file, more: true })).toEqual(file)
    expect(toSavedFile({ ...file, id: 1718000000000 })).toEqual({ ...file, id: '1718000000000' })
    for (const name of Object.keys(file)) expect(toSavedFile({ ...file, [name]: null }), name).toBeUndefined()
    for (const other of [null, undefined, 'text', []]) expect(toSavedFile(other)).toBeUndefined()
  })

  it.each([
    [{ type: 'image', src: 'https://elsewhere.example/a.jpg' }],
    [{ type: 'video', src: 'a' }],
    [{ type: 'video', src: 'a', poster: 'b' }],
    [
      { type: 'video', src: 'a', poster: null },
      { type: 'video', src: 'a' },
    ],
  ])('the stored value %o is a hero slide', (stored, slide = stored) => expect(toHeroSlide(stored)).toEqual(slide))

  const others = [null, {}, { type: 'sound', src: 'a' }, { type: 'image' }, { type: 'video', src: 'a', poster: 7 }]
  it.each(others)('the stored value %o is not a hero slide', (slide) => expect(toHeroSlide(slide)).toBeUndefined())

  it('bundled images from different builds match, and idb URLs count as stored files', () => {
    expect(isSameImage('/pictures/a-0badcafe-768.webp', '/pictures/a-12345678-1280.avif')).toBe(true)
    expect(isSameImage('/pictures/a-0badcafe-768.webp', '/pictures/b-0badcafe-768.webp')).toBe(false)
    expect(isSameImage('/pictures/a/b', '/pictures/a-0badcafe-768.webp/b')).toBe(false)
    expect([isInDatabase('idb:1'), isInDatabase('/idb:')]).toEqual([true, false])
  })

  it('media is shown only from this site, this browser or HTTPS addresses', () => {
    const fromBrowser = ['data:image/webp;base64,AA', 'data:video/webm;base64,AA', 'blob:http://localhost/1']
    const shown = [...fromBrowser, '/pictures/a.webp', 'https://elsewhere.example/a']
    const others = ['http://a.example', '//a.example', '/\\a.example', 'javascript:a()', 'data:text/html,a', '']
    expect(shown.filter((url) => !isShowable(url))).toEqual([])
    expect(others.filter(isShowable)).toEqual([])
  })
})

it('a new hero video comes first and replaces only a leading video', () => {
  const video = (src: string): HeroSlide => ({ type: 'video', src })
  const image: HeroSlide = { type: 'image', src: 'a' }
  expect(putVideoFirst([], video('new'))).toEqual([video('new')])
  expect(putVideoFirst([image, video('later')], video('new'))).toEqual([video('new'), image, video('later')])
  const replaced = putVideoFirst([video('old'), image, video('later')], video('new'))
  expect(replaced).toEqual([video('new'), image, video('later')])
})

it.each([
  [0, 2, 'bcad'],
  [3, 1, 'adbc'],
  [0, 9, 'bcda'],
  [3, -1, 'dabc'],
])('moving an item from %i to %i keeps every item within the list', (from, to, moved) => {
  expect(moveItem([...'abcd'], from, to).join('')).toBe(moved)
})
