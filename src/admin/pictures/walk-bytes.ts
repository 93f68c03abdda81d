/** What a walk along a container finds. A file is whole if its end is there; bytes behind the end do no harm. */
export type Walk = { isWhole: boolean; isAnimated: boolean }

export const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Walks the segments of a JPEG to its end marker; a thumbnail in a segment has an end marker of its own. */
export const walkJpeg = (bytes: Uint8Array): Walk => {
  const cut = { isWhole: false, isAnimated: false }
  let hasScan = false
  let at = 2
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) return cut
    const marker = bytes[at + 1]
    if (marker === undefined) return cut
    if (marker === 0xd9 && hasScan) return { isWhole: true, isAnimated: false }
    const isFill = marker === 0xff
    // An escaped FF, a restart of the picture's data, or another start.
    const isBare = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)
    hasScan ||= marker === 0xda
    if (isFill) at += 1
    else if (isBare) at += 2
    else {
      const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
      if (length < 2 || at + 2 + length > bytes.length) return cut
      at += 2 + length
    }
  }
}

/** Walks the blocks of a GIF to its trailer. It is animated if it has a second picture. */
export const walkGif = (bytes: Uint8Array): Walk => {
  const colours = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  let frames = 0
  let at = 13 + colours(bytes[10])
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x3b) return { isWhole: frames > 0, isAnimated: frames > 1 }
    if (block === 0x2c) {
      frames += 1
      at += 11 + colours(bytes[at + 9])
    } else if (block === 0x21) at += 2
    else break
    // Sub-blocks, up to an empty one.
    for (;;) {
      const length = bytes[at]
      if (length === undefined) return { isWhole: false, isAnimated: frames > 1 }
      at += 1 + length
      if (length === 0) break
    }
  }
  return { isWhole: false, isAnimated: frames > 1 }
}
