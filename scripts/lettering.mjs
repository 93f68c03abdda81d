import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
// @ts-expect-error it brings no types
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** Width of the display face, in percent. Wider wouldn't fit phone headings. */
export const DISPLAY_WIDTH = 114

const archivo = readFileSync(require.resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'))

/** Returns the characters of an inclusive range of code points. */
export const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

export const cutFont = (/** @type {string} */ characters, /** @type {object} */ options) =>
  subsetFont(archivo, characters, options)

export const round = (/** @type {number} */ value) => Number(value.toFixed(2))

/** Measures text in em (`advance`) and outlines it (`path`). @param {number} weight */
export const lettering = async (weight, width = DISPLAY_WIDTH) => {
  const harfbuzz = createRequire(require.resolve('subset-font')).resolve('harfbuzzjs')
  const { Blob, Face, Font, Buffer, shape } = await import(pathToFileURL(harfbuzz).href)
  const variationAxes = { wght: weight, wdth: width }
  const latin = `${range(0x20, 0x17e)}–—‘’“”·`
  const face = new Face(new Blob(await cutFont(latin, { targetFormat: 'sfnt', variationAxes })), 0)
  const font = new Font(face)
  const em = face.upem
  /** @returns {{ codepoint: number, xOffset: number, xAdvance: number }[]} */
  const shapeText = (/** @type {string} */ text) => {
    const buffer = new Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    return buffer.getGlyphInfosAndPositions()
  }
  return {
    advance: (/** @type {string} */ text) => shapeText(text).reduce((sum, { xAdvance }) => sum + xAdvance, 0) / em,
    /** @type {(text: string, size: number, x: number, baseline: number, tracking?: number) => string} */
    path: (text, size, x, baseline, tracking = 0) => {
      const scale = size / em
      let penX = x
      let outline = ''
      for (const { codepoint, xOffset, xAdvance } of shapeText(text)) {
        const at = (/** @type {number} */ dx, /** @type {number} */ dy) =>
          `${round(penX + (xOffset + dx) * scale)} ${round(baseline - dy * scale)}`
        outline += String(font.glyphToPath(codepoint)).replace(/(-?[\d.]+)[ ,](-?[\d.]+)/g, (_, dx, dy) => at(+dx, +dy))
        penX += xAdvance * scale + tracking * size
      }
      return outline
    },
  }
}
