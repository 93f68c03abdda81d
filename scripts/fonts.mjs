// `npm run fonts` subsets the typeface and writes the file names to src/styles/fonts.css.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cutFont, DISPLAY_WIDTH, range } from './lettering.mjs'
import { root, save } from './project.mjs'

const folder = path.join(root, 'public/fonts')
const BUDGET = 45_000

// Weights from 500 would make the wide file 7 kB larger. A single file would be as large as both.
const cuts = {
  'archivo-latin': { wght: { min: 400, max: 700 }, wdth: 100 },
  'archivo-wide-latin': { wght: { min: 600, max: 700 }, wdth: DISPLAY_WIDTH },
}

for (const name of readdirSync(folder)) rmSync(path.join(folder, name))
const licence = createRequire(import.meta.url).resolve('@fontsource-variable/archivo/LICENSE')
save('public/fonts/OFL.txt', readFileSync(licence))
let css = readFileSync(path.join(root, 'src/styles/fonts.css'), 'utf8')
let total = 0
for (const [name, variationAxes] of Object.entries(cuts)) {
  const font = await cutFont(`${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…™−ŒœŸ€`, {
    targetFormat: 'woff2',
    // tnum aligns figures in columns. Variable outlines need rvrn.
    keepFeatures: ['kern', 'tnum', 'ccmp', 'rvrn'],
    variationAxes,
  })
  const file = `${name}-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`
  save(`public/fonts/${file}`, font)
  css = css.replace(new RegExp(`/${name}-\\w+\\.woff2`), `/${file}`)
  total += font.length
  console.log(`${file}: ${font.length} bytes`)
}
if (total > BUDGET) throw new Error(`The fonts are ${total} bytes, over their budget of ${BUDGET}.`)
save('src/styles/fonts.css', css)
