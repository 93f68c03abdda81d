import { publicationItemSchema } from '@contract/publication'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type FormatName, mediaFormats, storedExtension } from '@/domain/media-formats'
import { identifyFile, inspectFile, trueType, withTrueType } from '@/lib/images/inspect-file'
import { fakeFileName, fakeImage } from '../support/custom-projects'
import { makeWholeFiles, mp4, type WholeFiles } from '../support/media-fixtures'
import { createRandom } from '../support/random'

const whole = await makeWholeFiles()
const blob = (...parts: (Uint8Array | string)[]) => new Blob(parts as BlobPart[])

const KINDS: Partial<Record<FormatName, string>> = {
  jpeg: 'jpeg progressiveJpeg cmykJpeg turnedJpeg profileJpeg thumbnailJpeg commentJpeg motionPhoto multiPictureJpeg filledJpeg',
  png: 'png deepPng apng',
  gif: 'gif animatedGif',
  webp: 'webp losslessWebp animatedWebp animatedWebpWithProfile oddWebp',
  avif: 'avif avifSequence',
  bmp: 'bmp',
  heic: 'heic heicSequence',
  mp4: 'mp4 movieAtEnd longSizeMp4',
  mov: 'mov oldMov',
  '3gp': '3gp',
  webm: 'webm recordedWebm',
  mkv: 'mkv',
  ogg: 'ogg',
  avi: 'avi',
}
const MOVING = ['apng', 'animatedGif', 'animatedWebp', 'animatedWebpWithProfile', 'avifSequence', 'heicSequence']
/** Lengths without optional trailing bytes. */
const ENDS: Record<string, number> = {
  motionPhoto: whole.jpeg.length,
  multiPictureJpeg: whole.jpeg.length,
  filledJpeg: whole.filledJpeg.length - 40,
}
const cases = Object.entries(KINDS).flatMap(([format, names]) =>
  names.split(' ').map((name) => ({ name: name as keyof WholeFiles, format, isAnimated: MOVING.includes(name) })),
)

describe('inspectFile', () => {
  it.each(cases)('inspectFile recognises a complete $name and its animation', async ({ name, format, isAnimated }) => {
    expect(await inspectFile(blob(whole[name]))).toEqual({ format, isWhole: true, isAnimated })
  })

  it.each(cases)('inspectFile detects a truncated $name at any length', async ({ name, format }) => {
    const file = blob(whole[name])
    const last = ENDS[name] ?? file.size
    const step = Math.ceil(last / 1000)
    const cuts = Array.from({ length: last }, (_, length) => length).filter((at) => at > 40 && (last - at) % step === 0)
    const found: number[] = []
    for (const length of cuts) {
      const inspection = await inspectFile(file.slice(0, length))
      expect(inspection.format, `${name} cut at ${length}`).toBe(format)
      if (inspection.isWhole) found.push(length)
    }
    // A recording is complete after each block, and an odd chunk without its padding.
    const isRiff = ['webp', 'avi'].includes(format)
    const needed = isRiff ? found.filter((length) => length < last - 1) : found
    expect(needed).toHaveLength(name === 'recordedWebm' ? 1 : 0)
  })

  it('inspectFile ignores trailing bytes after the end of a file', async () => {
    for (const { name, format, isAnimated } of cases)
      for (const filling of [new Uint8Array(3), new Uint8Array(100), new Uint8Array(100).fill(0xa5)]) {
        // Without a length, these bytes could belong to the film.
        if (name === 'recordedWebm' && filling[0]) continue
        expect(await inspectFile(blob(whole[name], filling)), name).toEqual({ format, isWhole: true, isAnimated })
      }
  })

  it('inspectFile finds no format in bytes that only resemble a media file', async () => {
    const words = ['', 'B', 'BMW, a note', 'GIF', 'RIFF1234WAVEfmt ', '<svg xmlns="a"/>', 'the free ones']
    for (const text of words)
      expect(await inspectFile(blob(text))).toEqual({ format: undefined, isWhole: true, isAnimated: false })
    expect(await identifyFile(blob(mp4('M4A ', 'isom')))).toBeUndefined()
  })

  it('inspectFile never throws on a corrupted or unreadable file', async () => {
    const random = createRandom(1)
    const below = (most: number) => Math.floor(random() * most)
    for (const { name } of cases)
      for (let attempt = 0; attempt < 40; attempt += 1) {
        const broken = Uint8Array.from(whole[name])
        for (let change = 0; change < 4; change += 1)
          broken[below(change % 2 ? 64 : broken.length)] = [0, 1, 0x7f, 0xff][below(4)] ?? 0
        await expect(inspectFile(blob(broken)), name).resolves.toMatchObject({ isWhole: expect.any(Boolean) })
      }
    const gone = Object.assign(blob(whole.jpeg), {
      slice: () => blob(),
      arrayBuffer: () => Promise.reject(new Error()),
    })
    expect(await inspectFile(gone)).toMatchObject({ isWhole: true })
  })

  it('inspectFile reads less than 300 kB of a long video', async () => {
    const start = blob(mp4('isom').subarray(0, -8), new Uint8Array([3, 0, 0, 0]), 'mdat')
    let read = 0
    const slice = (from: number, to: number) => {
      read += to - from
      return Blob.prototype.slice.call(start, from, to)
    }
    const long = Object.defineProperties(blob(), {
      size: { value: start.size - 8 + 0x3000000 },
      slice: { value: slice },
    })
    expect(await inspectFile(long)).toMatchObject({ format: 'mp4' })
    expect(read).toBeLessThan(300_000)
  })
})

describe('file types', () => {
  it.each([
    ['photo.heic', '', 'jpeg', 'image/jpeg'],
    ['photo.jpg', 'image/jpeg', 'png', 'image/png'],
    ['film.MOV', '', 'mov', 'video/quicktime'],
    ['film.webm', 'video/webm', 'mkv', 'video/x-matroska'],
    ['film.txt', 'text/plain', 'mp4', 'video/mp4'],
    ['sound.ogg', 'audio/ogg', 'ogg', 'audio/ogg'],
  ] as const)('the file %s declared as %j with %s bytes gets the type %s', async (name, type, kind, expectedType) => {
    const file = new File([Uint8Array.from(whole[kind])], name, { type, lastModified: 5 })
    const typed = withTrueType(file, await identifyFile(file))
    expect([typed.name, typed.type, typed.lastModified, typed.size]).toEqual([name, expectedType, 5, file.size])
  })

  it('the declared type of a file is used when its bytes are unknown', () => {
    const file = new File(['<svg/>'], 'a.svg', { type: 'IMAGE/svg+xml;charset=utf-8' })
    expect(trueType(file, undefined)).toBe('image/svg+xml')
  })

  it('a stored extension exists only for formats that a publication accepts', () => {
    const stored = Object.values(mediaFormats).flatMap(({ type }) => storedExtension(type) ?? [])
    expect(stored).toEqual(['jpg', 'webp', 'mp4', 'webm', 'ogv'])
    const item = { kind: 'video', place: 'hero', position: 0, alt: '', ...fakeImage(fakeFileName('0')) }
    for (const extension of stored) {
      const file = fakeFileName('0', extension)
      const items = [{ video: file }, { kind: 'image', files: [file] }].map((change) => ({ ...item, ...change }))
      expect(
        items.filter((one) => v.is(publicationItemSchema, one)),
        extension,
      ).toHaveLength(1)
    }
  })
})
