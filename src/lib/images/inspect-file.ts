import { type FormatName, mediaFormats } from '@/domain/media-formats'
import { mediaType, uploadRules } from '@/domain/media-upload'
import { createPieceReader, type ReadPiece, readLatin1 } from './read-pieces'
import { type Walk, walkGif, walkJpeg, walkPng, walkRiff } from './walk-picture'
import { EBML, isMatroskaWhole, isOggWhole, matroskaType, topBoxes } from './walk-video'

/** Format, completeness and animation of a file, judged by its bytes. */
export type Inspection = Walk & { format: FormatName | undefined }

const HEIF = /^(?:hei[cmsx]|hev[cmsx]|mif\d|msf\d)$/
const SOUND = /^M4[ABP] $/
// Before 2001, MOV files had no `ftyp` box.
const MOV_BOX = /^(?:moov|mdat|wide|free|skip|pnot)$/

const readBrands = (view: DataView): string[] => {
  const end = Math.min(view.getUint32(0), view.byteLength)
  // Bytes 12 to 15 are a version.
  const places = [8, ...Array.from({ length: Math.max(0, (end - 16) >> 2) }, (_, index) => 16 + 4 * index)]
  return places.map((at) => readLatin1(view, at, 4))
}

const boxFormat = (view: DataView): FormatName | undefined => {
  const brands = readBrands(view)
  const [brand = ''] = brands
  if (brand === 'qt  ') return 'mov'
  if (brands.some((one) => /^avi[fs]$/.test(one))) return 'avif'
  if (brands.some((one) => HEIF.test(one))) return 'heic'
  if (SOUND.test(brand) || brand === 'crx ') return undefined
  return brands.every((one) => one.startsWith('3g')) ? '3gp' : 'mp4'
}

const identify = async (read: ReadPiece): Promise<FormatName | undefined> => {
  const view = await read(0)
  if (view.byteLength < 4) return undefined
  const text = readLatin1(view, 0, 12)
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  if (/^RIFF.{4}AVI /s.test(text)) return 'avi'
  if (text.startsWith('OggS')) return 'ogg'
  // Text may begin with these letters, but the header has 12 to 124 bytes.
  if (text.startsWith('BM') && view.byteLength > 18 && view.getUint32(14, true) < 125) return 'bmp'
  if (text.slice(4, 8) === 'ftyp') return boxFormat(view)
  if (MOV_BOX.test(text.slice(4, 8)) && view.getUint32(0) < 2 ** 30) return 'mov'
  if (view.getUint32(0) !== EBML) return undefined
  return (await matroskaType(read)) === 'webm' ? 'webm' : 'mkv'
}

// Packages like `file-type` and `image-size` only read the beginning of a file.
const walk = async (format: FormatName, file: Blob, read: ReadPiece): Promise<Walk> => {
  const video = (isWhole: boolean) => ({ isWhole, isAnimated: false })
  switch (format) {
    case 'jpeg':
      return walkJpeg(new Uint8Array(await file.arrayBuffer()))
    case 'gif':
      return walkGif(new Uint8Array(await file.arrayBuffer()))
    case 'png':
      return walkPng(read, file.size)
    case 'webp':
    case 'avi':
      return walkRiff(read, file.size)
    case 'bmp':
      return { isWhole: (await read(0)).getUint32(2, true) <= file.size, isAnimated: false }
    case 'webm':
    case 'mkv':
      return video(await isMatroskaWhole(read, file.size))
    case 'ogg':
      return video(await isOggWhole(read, file.size))
    case 'avif':
    case 'heic': {
      const boxes = await topBoxes(read, file.size)
      const [brand = '', ...others] = readBrands(await read(0))
      return {
        isWhole: boxes?.has('mini') === true || (boxes?.has('meta') === true && boxes.has('mdat')),
        isAnimated: /^(?:msf1|hev[cmsx])$/.test(brand) || [brand, ...others].includes('avis'),
      }
    }
    default: {
      const boxes = await topBoxes(read, file.size)
      return video(boxes?.has('moov') === true && boxes.has('mdat'))
    }
  }
}

/** Identifies a format by the first bytes, or returns undefined. */
export const identifyFile = (file: Blob): Promise<FormatName | undefined> =>
  identify(createPieceReader(file)).catch(() => undefined)

/** Inspects a file's bytes. Unknown, unreadable and oversized files count as whole. */
export const inspectFile = async (file: Blob): Promise<Inspection> => {
  const format = await identifyFile(file)
  const unknown = { format, isWhole: true, isAnimated: false }
  if (!format || file.size > uploadRules.video.maxBytes) return unknown
  return { format, ...(await walk(format, file, createPieceReader(file)).catch(() => unknown)) }
}

/** Returns the format's media type. Audio and unknown formats keep the file's own. */
export const trueType = (file: Blob, format: FormatName | undefined): string => {
  const type = mediaType(file)
  return format && !/^audio\/|^application\/ogg$/.test(type) ? mediaFormats[format].type : type
}

export const withTrueType = (file: File, format: FormatName | undefined): File => {
  const { name, lastModified } = file
  const type = trueType(file, format)
  return type === mediaType(file) ? file : new File([file], name, { type, lastModified })
}
