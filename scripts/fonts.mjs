// @ts-check
// `npm run fonts`: cuts the display face down to one small variable file, and writes its name and metrics into src/styles/fonts.css.
import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { DISPLAY_WIDTH, displayFont, lettering } from './lettering.mjs'
import { root, save } from './project.mjs'

const folder = path.join(root, 'public/fonts')
const BUDGET = 30_000

const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

const font = await displayFont(`${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…™−ŒœŸ€`, {
  targetFormat: 'woff2',
  // tnum keeps depths, years and counts in columns; rvrn belongs to the variable outlines themselves.
  keepFeatures: ['kern', 'tnum', 'lnum', 'pnum', 'ccmp', 'locl', 'liga', 'rvrn'],
  variationAxes: { wght: { min: 500, max: 800 }, wdth: DISPLAY_WIDTH },
})
if (font.length > BUDGET) throw new Error(`The display font is ${font.length} bytes, over its budget of ${BUDGET}.`)

const file = `archivo-latin-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`
save(`public/fonts/${file}`, font)
copyFileSync(
  createRequire(import.meta.url).resolve('@fontsource-variable/archivo/LICENSE'),
  path.join(folder, 'OFL.txt'),
)
for (const other of readdirSync(folder)) if (other !== file && other !== 'OFL.txt') rmSync(path.join(folder, other))

// Advance widths of Arial Bold, Helvetica Bold and Liberation Sans Bold in thousandths of the em.
const ARIAL_BOLD =
  '278 Iijl,. 333ft- 389r 500z 556Jaceksvxy 611FLTZbdghnopqu 667EPSVXY 722ABCDHKNRU 778GOQw 833M 889m 944W'
const widths = new Map(
  [...ARIAL_BOLD.matchAll(/(\d{3})(\D+?)(?= \d|$)/g)].flatMap(([, width, letters = '']) =>
    [...letters].map((letter) => /** @type {const} */ ([letter, Number(width)])),
  ),
)
// Words of real headings: their letters, in their proportion, decide how wide a line of headings gets.
const SAMPLE =
  'Basements, underpinning and groundworks for London houses. Our Latest Projects. Why choose us. Get a free quote. ' +
  'Traditional underpinning in Clerkenwell. Services Provided. Project Overview. Digital Business Card. Testimonials.'
const fallback = [...SAMPLE].reduce((sum, letter) => sum + (widths.get(letter) ?? 600), 0) / 1000
const { advance, extents } = await lettering(700)
const sizeAdjust = advance(SAMPLE) / fallback

const facts = {
  'size-adjust': sizeAdjust,
  'ascent-override': extents.ascender / sizeAdjust,
  'descent-override': -extents.descender / sizeAdjust,
  'line-gap-override': extents.lineGap / sizeAdjust,
}
let css = readFileSync(path.join(root, 'src/styles/fonts.css'), 'utf8').replace(/\/fonts\/[^"]+/, `/fonts/${file}`)
for (const [name, share] of Object.entries(facts))
  css = css.replace(new RegExp(`${name}: [^;]+`), `${name}: ${Number((share * 100).toFixed(2))}%`)
save('src/styles/fonts.css', css)
console.log(`${file}: ${font.length} bytes`)
