import { encode } from 'uqr'

/** A QR code as one path, in a square of `size` units with a quiet zone of two. */
export type QrCode = { size: number; path: string }

/** Draws a text as a QR code. At build time, because no browser has to learn how it is done. */
export const qrCode = (text: string): QrCode => {
  const { size, data } = encode(text, { border: 2, ecc: 'M' })
  const bars = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { size, path: bars.join('') }
}
