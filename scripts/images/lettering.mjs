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
 * Sets a word so that its ink, not its side bearings, fills a width exactly: stacked lines then share their edges.
 * @param {Lettering} face
 * @param {string} word
 * @param {{ x: number, width: number, tracking?: number }} box
 */
export function justify(face, word, { x, width, tracking = 0 }) {
  const trial = 100
  const [left, right] = inkEdges(face.path(word, trial, 0, 0, tracking))
  const size = (trial * width) / (right - left)
  return {
    size,
    /** @param {number} baseline */
    at: (baseline) => face.path(word, size, x - (left * size) / trial, baseline, tracking),
  }
}

/** @param {string} outline */
function inkEdges(outline) {
  const xs = Array.from(outline.matchAll(/(-?[\d.]+) -?[\d.]+/g), ([, x]) => Number(x))
  return /** @type {const} */ ([Math.min(...xs), Math.max(...xs)])
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

/**
 * Rewrites an outline as whole relative steps on a grid, about a third of the size. Rounding the points rather than
 * the steps keeps the error of one point from reaching the next.
 * @param {string} outline
 * @param {number} grid steps per drawing unit
 */
export function compact(outline, grid) {
  let [x, y] = [0, 0]
  let [startX, startY] = [0, 0]
  let result = ''
  let last = ''
  // A letter that follows itself is left out.
  /** @param {string} letter @param {number[]} numbers */
  const add = (letter, numbers) => {
    for (const [index, value] of numbers.entries()) {
      const lead = index === 0 && letter !== last ? letter : ' '
      result += lead === ' ' && value < 0 ? value : lead + value
    }
    last = letter
  }
  for (const [, command = '', list = ''] of outline.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    if (command === 'Z') {
      result += 'z'
      last = 'z'
      ;[x, y] = [startX, startY]
      continue
    }
    const points = Array.from(list.matchAll(/-?[\d.]+/g), ([number]) => Math.round(Number(number) * grid))
    const steps = points.map((value, index) => value - (index % 2 === 0 ? x : y))
    const [dx = 0, dy = 0] = steps.slice(-2)
    if (command === 'L' && dy === 0) add('h', [dx])
    else if (command === 'L' && dx === 0) add('v', [dy])
    else add(command.toLowerCase(), steps)
    ;[x, y] = [x + dx, y + dy]
    if (command === 'M') [startX, startY] = [x, y]
  }
  return result
}
