import { type ReadPiece, readLatin1 } from './read-pieces'

/** Bytes after the end of a file are ignored. */
export type Walk = { isWhole: boolean; isAnimated: boolean }

/** Walks a JPEG to its end marker. Embedded thumbnails also have one. */
export const walkJpeg = (bytes: Uint8Array): Walk => {
  const cut = { isWhole: false, isAnimated: false }
  let hasScan = false
  for (let at = bytes.indexOf(0xff, 2); at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1]
    if (marker === undefined) return cut
    if (marker === 0xd9 && hasScan) return { ...cut, isWhole: true }
    // Escaped image byte or restart marker.
    const isBare = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)
    if (marker === 0xff) at += 1
    else if (isBare) at += 2
    else {
      const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
      if (length < 2 || at + 2 + length > bytes.length) return cut
      hasScan ||= marker === 0xda
      at += 2 + length
    }
  }
  return cut
}

const coloursLength = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** Walks a GIF to its trailer. Two pictures make it animated. */
export const walkGif = (bytes: Uint8Array): Walk => {
  let pictures = 0
  let at = 13 + coloursLength(bytes[10])
  for (let block = bytes[at]; block === 0x2c || block === 0x21; block = bytes[at]) {
    if (block === 0x2c) pictures += 1
    at += block === 0x2c ? 11 + coloursLength(bytes[at + 9]) : 2
    // Sub-blocks end with an empty one.
    for (let length = bytes[at]; length; length = bytes[at]) at += 1 + length
    at += 1
  }
  return { isWhole: pictures > 0 && bytes[at] === 0x3b, isAnimated: pictures > 1 }
}

const MOST_STEPS = 200_000

/** Walks a PNG to `IEND`. Two frames announced before its data make it animated. */
export const walkPng = async (read: ReadPiece, size: number): Promise<Walk> => {
  let isAnimated = false
  let hasData = false
  for (let at = 8, step = 0; step < MOST_STEPS; step += 1) {
    const view = await read(at)
    const end = view.byteLength < 12 ? Number.POSITIVE_INFINITY : at + 12 + view.getUint32(0)
    if (end > size) return { isWhole: false, isAnimated }
    const type = readLatin1(view, 4, 4)
    if (type === 'IEND') return { isWhole: hasData, isAnimated }
    hasData ||= type === 'IDAT'
    isAnimated ||= type === 'acTL' && !hasData && view.getUint32(8) > 1
    at = end
  }
  return { isWhole: true, isAnimated }
}

/** Walks a WebP or other RIFF file to its stated length. Two frames make it animated. */
export const walkRiff = async (read: ReadPiece, size: number): Promise<Walk> => {
  const end = 8 + (await read(0)).getUint32(4, true)
  let frames = 0
  for (let at = 12, step = 0; at + 8 <= end && step < MOST_STEPS; step += 1) {
    const view = await read(at)
    const length = view.byteLength < 8 ? Number.POSITIVE_INFINITY : view.getUint32(4, true)
    if (at + 8 + length > size) return { isWhole: false, isAnimated: frames > 1 }
    if (readLatin1(view, 0, 4) === 'ANMF') frames += 1
    // Chunks of odd length are padded, except perhaps the last.
    at += 8 + length + (length % 2)
  }
  return { isWhole: true, isAnimated: frames > 1 }
}
