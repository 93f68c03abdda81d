import { describe, expect, it } from 'vitest'
import { formatBytes, problemText } from '@/admin/features/media/texts'
import { type HeroSlide, isShowable, toHeroSlide, toSavedFile } from '@/domain/media'
import { checkFile, timestampId, withHeroVideo, withMoved } from '@/domain/media-upload'

const MB = 1024 * 1024

describe('the check of a chosen file', () => {
  it.each(['video/mp4', 'video/webm;codecs=vp8', 'VIDEO/MP4', 'video/ogg', 'video/quicktime'])(
    'takes %s as a video',
    (type) => {
      expect(checkFile('video', { type, size: 1 })).toBeUndefined()
    },
  )

  it.each(['image/jpeg', 'image/gif', 'image/heic', 'image/svg+xml'])('takes %s as an image', (type) => {
    expect(checkFile('image', { type, size: 1 })).toBeUndefined()
  })

  it('refuses what is of another family, what has no type, and what is empty', () => {
    expect(checkFile('video', { type: 'image/png', size: 1 })).toBe('not-of-family')
    expect(checkFile('image', { type: 'video/mp4', size: 1 })).toBe('not-of-family')
    expect(checkFile('image', { type: 'application/ogg', size: 1 })).toBe('not-of-family')
    expect(checkFile('video', { type: '', size: 1 })).toBe('not-of-family')
    expect(checkFile('video', { type: 'video/mp4', size: 0 })).toBe('empty')
  })

  it('tells an Ogg film that the browser takes for sound from what is none', () => {
    for (const type of ['audio/ogg', 'application/ogg']) expect(checkFile('video', { type, size: 1 })).toBe('sound')
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

  it('is a file with all four texts, and nothing less, whatever it was saved beside', () => {
    expect(toSavedFile({ ...file, more: true })).toEqual(file)
    for (const name of Object.keys(file)) expect(toSavedFile({ ...file, [name]: null }), name).toBeUndefined()
    for (const other of [null, undefined, 'text', 7, [], {}]) expect(toSavedFile(other)).toBeUndefined()
  })

  it('is a file, too, with a number as its id, and with a URL elsewhere', () => {
    const other = { ...file, id: 1718000000000, url: 'https://elsewhere.example/a.jpg' }
    expect(toSavedFile(other)).toEqual({ ...other, id: '1718000000000' })
  })

  it.each([
    { type: 'image', src: 'https://elsewhere.example/a.jpg' },
    { type: 'video', src: 'a' },
    { type: 'video', src: 'a', poster: 'b' },
  ])('is a slide: %o', (slide) => expect(toHeroSlide(slide)).toEqual(slide))

  it('is a slide without a poster where that is null', () => {
    expect(toHeroSlide({ type: 'video', src: 'a', poster: null })).toEqual({ type: 'video', src: 'a' })
  })

  it.each([null, {}, { type: 'sound', src: 'a' }, { type: 'image' }, { type: 'video', src: 'a', poster: 7 }])(
    'is no slide: %o',
    (slide) => expect(toHeroSlide(slide)).toBeUndefined(),
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

describe('a size', () => {
  it.each([
    [12, '12 bytes'],
    [1536, '1.5 KB'],
    [50 * MB, '50 MB'],
    [1100 * MB, '1.1 GB'],
  ])('of %i bytes reads %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
})

describe('a URL a page may show', () => {
  it.each([
    'data:image/webp;base64,AA',
    'data:video/webm;base64,AA',
    'blob:http://localhost/1',
    '/pictures/a.webp',
    'https://elsewhere.example/a',
  ])('is %s', (url) => expect(isShowable(url)).toBe(true))

  it.each([
    'javascript:alert(1)',
    'data:text/html,a',
    '//evil.example/a',
    '/\\evil.example/a',
    'http://evil.example/a',
    '',
  ])('is not "%s"', (url) => expect(isShowable(url)).toBe(false))
})
