import { encode } from 'uqr'

export type QrPath = { size: number; path: string }

/** Returns a QR code as an SVG path, `size` units wide and high including the margin. */
export const qrCode = (text: string): QrPath => {
  const { size, data } = encode(text, { border: 2, ecc: 'M' })
  const bars = data.flatMap((row, y) => {
    const cells = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...cells.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
  })
  return { size, path: bars.join('') }
}
