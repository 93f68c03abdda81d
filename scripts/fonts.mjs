// `npm run fonts`: cuts the display face down to one small variable file, and writes its name into src/styles/fonts.css.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { DISPLAY_WIDTH, displayFont } from './lettering.mjs'
import { root, save } from './project.mjs'

const folder = path.join(root, 'public/fonts')
const BUDGET = 30_000

const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

const font = await displayFont(`${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…™−ŒœŸ€`, {
  targetFormat: 'woff2',
  keepFeatures: ['kern', 'tnum', 'lnum', 'pnum', 'ccmp', 'locl', 'liga', 'rvrn'],
  variationAxes: { wght: { min: 500, max: 800 }, wdth: DISPLAY_WIDTH },
})
if (font.length > BUDGET) throw new Error(`The display font is ${font.length} bytes, over its budget of ${BUDGET}.`)

const file = `archivo-latin-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`
for (const name of readdirSync(folder)) rmSync(path.join(folder, name))
save(`public/fonts/${file}`, font)
const licence = createRequire(import.meta.url).resolve('@fontsource-variable/archivo/LICENSE')
save('public/fonts/OFL.txt', readFileSync(licence))
const css = readFileSync(path.join(root, 'src/styles/fonts.css'), 'utf8')
save('src/styles/fonts.css', css.replace(/\/fonts\/[^"]+/, `/fonts/${file}`))
console.log(`${file}: ${font.length} bytes`)
