import { type ReadPiece, readLatin1 } from './read-pieces'

const MOST_STEPS = 200_000

/** Returns the top-level box types of an MP4, MOV, AVIF or HEIC file, or undefined if one is cut off. */
export const topBoxes = async (read: ReadPiece, size: number): Promise<ReadonlySet<string> | undefined> => {
  const types = new Set<string>()
  for (let at = 0, step = 0; at < size && step < MOST_STEPS; step += 1) {
    const view = await read(at)
    const type = readLatin1(view, 4, 4)
    // Other data after the last box.
    if (!/^[\w ]{4}$/.test(type)) break
    let length = view.getUint32(0)
    if (length === 0) length = size - at
    if (length === 1) length = view.byteLength < 16 ? Number.POSITIVE_INFINITY : Number(view.getBigUint64(8))
    if (length < 8) break
    if (at + length > size) return undefined
    types.add(type)
    at += length
  }
  return types
}

type Element = { id: number; start: number; length: number | 'unknown' }

// The leading zeros of the first byte give the length.
const readNumber = (view: DataView, at: number, longest: number, withMarker: boolean) => {
  const first = at < view.byteLength ? view.getUint8(at) : 0
  const bytes = Math.clz32(first) - 23
  if (bytes > longest || at + bytes > view.byteLength) return undefined
  let value = withMarker ? first : first & (0xff >> bytes)
  for (let index = 1; index < bytes; index += 1) value = value * 256 + view.getUint8(at + index)
  return { value, bytes }
}

const readElement = (view: DataView): Element | undefined => {
  const id = readNumber(view, 0, 4, true)
  const length = id && readNumber(view, id.bytes, 8, false)
  if (!length) return undefined
  const isUnknown = length.value === 2 ** (7 * length.bytes) - 1
  return { id: id.value, start: id.bytes + length.bytes, length: isUnknown ? 'unknown' : length.value }
}

export const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const BLOCKS = [0xa3, 0xa0]

/** Returns the doc type, for example 'webm', or undefined. */
export const matroskaType = async (read: ReadPiece): Promise<string | undefined> => {
  const header = readElement(await read(0))
  if (!header || header.length === 'unknown') return undefined
  const end = header.start + header.length
  for (let at = header.start, step = 0; at < end && step < 100; step += 1) {
    const view = await read(at)
    const element = readElement(view)
    if (!element || element.length === 'unknown') return undefined
    if (element.id === DOC_TYPE) return readLatin1(view, element.start, element.length)
    at += element.start + element.length
  }
  return undefined
}

/** Whether a Matroska or WebM file is complete. Recorders leave segment and cluster lengths unknown. */
export const isMatroskaWhole = async (read: ReadPiece, size: number): Promise<boolean> => {
  let hasPictures = false
  for (let at = 0, step = 0; at < size && step < MOST_STEPS; step += 1) {
    const view = await read(at)
    const element = readElement(view)
    // No element begins with a zero. A few bytes are a cut-off element.
    if (!element) return hasPictures && (view.getUint8(0) === 0 || view.byteLength > 12)
    const { id, start, length } = element
    hasPictures ||= BLOCKS.includes(id) || (id === CLUSTER && length !== 'unknown')
    if (length !== 'unknown') {
      if (at + start + length > size) return false
      if (id === SEGMENT) return true
      at += start + length
    } else if (id === SEGMENT || id === CLUSTER) at += start
    else break
  }
  return hasPictures
}

export const isOggWhole = async (read: ReadPiece, size: number): Promise<boolean> => {
  let at = 0
  for (let step = 0; at < size && step < MOST_STEPS; step += 1) {
    const view = await read(at)
    if (readLatin1(view, 0, 4) !== 'OggS') break
    const segments = view.byteLength < 27 ? 0 : view.getUint8(26)
    if (view.byteLength < 27 + segments) return false
    let length = 27 + segments
    for (let segment = 0; segment < segments; segment += 1) length += view.getUint8(27 + segment)
    if (at + length > size) return false
    at += length
  }
  return at > 0
}
