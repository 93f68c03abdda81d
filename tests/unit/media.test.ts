import { describe, expect, it } from 'vitest'
import { fitsInline } from '@/admin/features/media/save-file'
import { formatBytes, problemText } from '@/admin/features/media/texts'
import { type HeroSlide, isHeroSlide, isSavedFile, isShowable } from '@/domain/media'
import { checkFile, timestampId, unplayable, withHeroVideo, withMoved } from '@/domain/media-upload'

const MB = 1024 * 1024

describe('the check of a chosen file', () => {
  it.each(['video/mp4', 'video/webm', 'video/ogg', 'video/webm;codecs=vp8', 'VIDEO/MP4'])(
    'takes %s as a video',
    (type) => {
      expect(checkFile('video', { type, size: 1 })).toBeUndefined()
    },
  )

  it.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])('takes %s as an image', (type) => {
    expect(checkFile('image', { type, size: 1 })).toBeUndefined()
  })

  it('refuses what is of another family, and what has no type', () => {
    expect(checkFile('video', { type: 'image/png', size: 1 })).toBe('not-of-family')
    expect(checkFile('image', { type: 'video/mp4', size: 1 })).toBe('not-of-family')
    expect(checkFile('video', { type: '', size: 1 })).toBe('not-of-family')
  })

  it('refuses SVG although it is an image, and videos that not every browser plays', () => {
    expect(checkFile('image', { type: 'image/svg+xml', size: 1 })).toBe('unsupported')
    expect(checkFile('video', { type: 'video/quicktime', size: 1 })).toBe('unsupported')
  })

  it('refuses an empty file', () => {
    expect(checkFile('video', { type: 'video/mp4', size: 0 })).toBe('empty')
  })

  it('knows an Ogg video by any of its types, and tells it from what only pretends to be a video', () => {
    for (const type of ['audio/ogg', 'application/ogg']) {
      expect(checkFile('video', { type, size: 1 })).toBe('ogg')
      expect(checkFile('image', { type, size: 1 })).toBe('not-of-family')
    }
    expect(unplayable({ type: 'video/ogg; codecs=theora' })).toBe('ogg')
    expect(unplayable({ type: 'video/mp4' })).toBe('unreadable')
    expect(problemText('video', 'ogg')).toEqual({
      text: 'Please select a valid video file',
      hint: 'Current browsers no longer play Ogg videos: convert it to MP4 or WebM.',
    })
  })

  it('takes exactly 50 MB and 5 MB, and not a byte more', () => {
    expect(checkFile('video', { type: 'video/mp4', size: 50 * MB })).toBeUndefined()
    expect(checkFile('video', { type: 'video/mp4', size: 50 * MB + 1 })).toBe('too-large')
    expect(checkFile('image', { type: 'image/png', size: 5 * MB })).toBeUndefined()
    expect(checkFile('image', { type: 'image/png', size: 5 * MB + 1 })).toBe('too-large')
  })

  it('speaks in the words of the contract', () => {
    expect(problemText('video', 'not-of-family').text).toBe('Please select a valid video file')
    expect(problemText('image', 'not-of-family').text).toBe('Please select a valid image file')
    expect(problemText('video', 'too-large').text).toBe('File size exceeds 50MB limit')
    expect(problemText('image', 'too-large').text).toBe('File size exceeds 5MB limit')
  })
})

describe('what was stored', () => {
  const file = { id: '1', name: 'a.jpg', url: 'idb:1', uploadDate: '2026-01-02' }

  it('is a file with all four texts, and nothing less', () => {
    expect(isSavedFile(file)).toBe(true)
    for (const name of Object.keys(file)) expect(isSavedFile({ ...file, [name]: 5 }), name).toBe(false)
    for (const other of [null, undefined, 'text', 7, [], {}]) expect(isSavedFile(other)).toBe(false)
  })

  it.each([
    { type: 'image', src: 'a' },
    { type: 'video', src: 'a' },
    { type: 'video', src: 'a', poster: 'b' },
  ])('is a slide: %o', (slide) => expect(isHeroSlide(slide)).toBe(true))

  it.each([null, {}, { type: 'sound', src: 'a' }, { type: 'image' }, { type: 'video', src: 'a', poster: null }])(
    'is no slide: %o',
    (slide) => expect(isHeroSlide(slide)).toBe(false),
  )
})

describe('the hero', () => {
  const video = (src: string): HeroSlide => ({ type: 'video', src })
  const image = (src: string): HeroSlide => ({ type: 'image', src })

  it('gets the video first, ahead of the other slides', () => {
    expect(withHeroVideo([image('a'), image('b')], video('new'))).toEqual([video('new'), image('a'), image('b')])
  })

  it('gives up only a video that was first', () => {
    expect(withHeroVideo([video('old'), image('a'), video('later')], video('new'))).toEqual([
      video('new'),
      image('a'),
      video('later'),
    ])
    expect(withHeroVideo([image('a'), video('later')], video('new'))).toHaveLength(3)
  })
})

describe('an id', () => {
  it('is the present time', () => {
    expect(timestampId([{ id: '5' }], 1_000)).toBe('1000')
  })

  it('is nobody else’s, however fast uploads follow each other and whatever the stored ids are', () => {
    expect(timestampId([{ id: '1000' }, { id: '1001' }], 1_000)).toBe('1002')
    expect(timestampId([{ id: 'first' }], 1_000)).toBe('1000')
  })
})

describe('moving in a list', () => {
  it('puts the item where it was asked to be, in both directions', () => {
    expect(withMoved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(withMoved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  })

  it('stays inside the list and loses nothing', () => {
    expect(withMoved(['a', 'b'], 0, 9)).toEqual(['b', 'a'])
    expect(withMoved(['a', 'b'], 1, -1)).toEqual(['b', 'a'])
  })
})

describe('the place of a file', () => {
  it('is the record while the file is small and local storage has room for more than files', () => {
    expect(fitsInline(100 * 1024, 0)).toBe(true)
    expect(fitsInline(100 * 1024, 3.9 * MB)).toBe(false)
  })

  it('is the database for anything large', () => {
    expect(fitsInline(50 * MB, 0)).toBe(false)
    expect(fitsInline(400 * 1024, 0)).toBe(false)
  })
})

describe('a size', () => {
  it.each([
    [12, '12 bytes'],
    [1536, '1.5 KB'],
    [50 * MB, '50 MB'],
    [1100 * MB, '1.1 GB'],
  ])('of %i bytes reads %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
})

describe('a URL a page may show', () => {
  it.each(['data:image/webp;base64,AA', 'data:video/webm;base64,AA', 'blob:http://localhost/1', '/pictures/a.webp'])(
    'is %s',
    (url) => expect(isShowable(url)).toBe(true),
  )

  it.each([
    'javascript:alert(1)',
    'data:text/html,a',
    '//evil.example/a',
    '/\\evil.example/a',
    'https://evil.example/a',
    '',
  ])('is not "%s"', (url) => expect(isShowable(url)).toBe(false))
})
