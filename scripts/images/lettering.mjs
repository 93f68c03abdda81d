// @ts-check
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const source = require.resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2')

/** The width of the display face: wide enough for a drawn, industrial voice, narrow enough for phone headings. */
export const DISPLAY_WIDTH = 114

/**
 * @param {string} characters
 * @param {Parameters<typeof subsetFont>[2]} options
 */
export async function displayFont(characters, options) {
  return subsetFont(await readFile(source), characters, options)
}

// subset-font brings HarfBuzz along; reaching it through subset-font saves a second direct dependency.
const harfbuzz = pathToFileURL(createRequire(require.resolve('subset-font')).resolve('harfbuzzjs')).href
/** @type {Promise<any>} */
const engine = import(harfbuzz)

/**
 * @typedef {{
 *   advance: (text: string) => number,
 *   path: (text: string, size: number, x: number, baseline: number, tracking?: number) => string,
 *   extents: { ascender: number, descender: number, lineGap: number },
 * }} Lettering all measures in units of the em
 */

/**
 * Sets text in one instance of the display face and turns it into outlines, so that a logo or share image looks the
 * same wherever it is drawn.
 * @param {number} weight
 * @param {number} [width]
 * @returns {Promise<Lettering>}
 */
export async function lettering(weight, width = DISPLAY_WIDTH) {
  const { Blob, Face, Font, Buffer, shape } = await engine
  const latin = Array.from({ length: 0x17f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
  const instance = await displayFont(`${latin}–—‘’“”·`, {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight, wdth: width },
  })
  const face = new Face(new Blob(instance), 0)
  const font = new Font(face)
  const em = face.upem

  /** @param {string} text */
  const shaped = (text) => {
    const buffer = new Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    return buffer.getGlyphInfosAndPositions()
  }
  const { ascender, descender, lineGap } = font.hExtents()
  return {
    extents: { ascender: ascender / em, descender: descender / em, lineGap: lineGap / em },
    advance: (text) =>
      shaped(text).reduce((/** @type {number} */ sum, /** @type {any} */ glyph) => sum + glyph.xAdvance, 0) / em,
    path: (text, size, x, baseline, tracking = 0) => {
      const scale = size / em
      let pen = x
      let outline = ''
      for (const glyph of shaped(text)) {
        outline += place(font.glyphToPath(glyph.codepoint), scale, pen + glyph.xOffset * scale, baseline)
        pen += glyph.xAdvance * scale + tracking * size
      }
      return outline
    },
  }
}

/**
 * Moves an outline from the font's upright units into drawing units; coordinates come in pairs in every command.
 * @param {string} outline
 * @param {number} scale
 * @param {number} x
 * @param {number} y
 */
function place(outline, scale, x, y) {
  return outline.replace(
    /(-?[\d.]+)[ ,](-?[\d.]+)/g,
    (_, dx, dy) => `${round(x + dx * scale)} ${round(y - dy * scale)}`,
  )
}

/** @param {number} value */
function round(value) {
  return Number(value.toFixed(2))
}
