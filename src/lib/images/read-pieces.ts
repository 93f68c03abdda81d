const PIECE = 65_536
// An Ogg page header has up to 282 bytes.
const LOOK = 512

/** Reads up to 512 bytes from a position. */
export type ReadPiece = (at: number) => Promise<DataView>

/** Reads pieces of 64 kB, to avoid loading a whole video. */
export const createPieceReader = (file: Blob): ReadPiece => {
  let start = 0
  let bytes = new Uint8Array()
  return async (at) => {
    if (at < start || Math.min(at + LOOK, file.size) > start + bytes.length) {
      bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer())
      start = at
    }
    const from = Math.min(at - start, bytes.length)
    return new DataView(bytes.buffer, from, Math.min(LOOK, bytes.length - from))
  }
}

export const readLatin1 = (view: DataView, at: number, length: number): string =>
  Array.from({ length: Math.max(0, Math.min(length, view.byteLength - at)) }, (_, index) =>
    String.fromCharCode(view.getUint8(at + index)),
  ).join('')
