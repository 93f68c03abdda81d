// `npm run icons` draws the logo from the company name, and the icons from public/favicon.svg.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { optimize } from 'svgo'
import { lettering, round } from './lettering.mjs'
import { importSource, root, save } from './project.mjs'

const { site } = await importSource('src/content/site.ts')
const { ink } = (await importSource('tailwind.config.ts')).default.theme.extend.colors

const [WIDTH, LINE, GAP, CAP_HEIGHT, GRID] = [130, 3, 3.5, 0.686, 10]

// In whole tenths of a unit.
const compact = (/** @type {string} */ outline) => {
  const scaled = outline.replace(/-?[\d.]+/g, (number) => `${Number(number) * GRID}`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><path d="${scaled}"/></svg>`
  const { data } = optimize(svg, { floatPrecision: 0 })
  return data.replace(/.* d="|".*/g, '')
}

// Fits the word's ink, without side bearings, into the width from `x`. Capitals begin at `top`.
/** @param {string} word @param {{ weight: number, width: number, x: number, tracking?: number }} face @param {number} top */
const justify = async (word, { weight, width, x, tracking }, top) => {
  const face = await lettering(weight, width)
  const edges = [...face.path(word, 100, 0, 0, tracking).matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, at]) => Number(at))
  const left = Math.min(...edges)
  const size = (100 * (WIDTH - x)) / (Math.max(...edges) - left)
  const baseline = top + size * CAP_HEIGHT
  return { baseline, path: face.path(word, size, x - (left * size) / 100, baseline, tracking) }
}

const [first = '', ...others] = site.name.toUpperCase().split(' ')
const upper = await justify(first, { weight: 800, width: 125, x: 35 }, LINE + GAP)
const second = others.join(' ')
const lower = second
  ? await justify(second, { weight: 750, width: 112, x: 20, tracking: 0.008 }, upper.baseline + GAP)
  : { baseline: upper.baseline, path: '' }
const clay = lower.baseline + GAP
const band = (/** @type {number} */ width, /** @type {number} */ top, /** @type {number} */ bottom) =>
  `M0 ${round(top)}h${round(width)}v${round(bottom - top)}h${round(-width)}z`
const strata = {
  width: WIDTH,
  height: round(clay + LINE),
  ground: band(WIDTH, 0, LINE),
  made: band(30, LINE + GAP, upper.baseline),
  gravel: second && band(15, upper.baseline + GAP, lower.baseline),
  clay: band(WIDTH, clay, clay + LINE),
}
save('src/components/layout/logo.json', `${JSON.stringify(strata, null, 2)}\n`)
save(
  'src/components/layout/lettering.svg',
  `<svg xmlns="http://www.w3.org/2000/svg"><title>Name</title><path id="words" transform="scale(${1 / GRID})" d="${compact(upper.path + lower.path)}"/></svg>\n`,
)

const glyph = readFileSync(path.join(root, 'public/favicon.svg'), 'utf8')
const png = (/** @type {string} */ svg, /** @type {number} */ size) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 16 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()

const tile = (/** @type {number} */ share) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="${ink.DEFAULT}" d="M0 0h16v16H0z"/><g transform="translate(${8 - 8 * share} ${8 - 8.5 * share}) scale(${share})">${glyph.replace(/<\/?svg[^>]*>/g, '')}</g></svg>`

save('public/icons/apple-touch-icon.png', await png(tile(0.58), 180))
for (const size of [192, 512]) {
  save(`public/icons/icon-${size}.png`, await png(tile(0.62), size))
  // Masks may crop everything outside a centred 80 % circle.
  save(`public/icons/maskable-${size}.png`, await png(tile(0.48), size))
}

const images = await Promise.all([16, 32].map(async (size) => ({ size, data: await png(glyph, size) })))
const directory = Buffer.alloc(6 + 16 * images.length)
directory.set([0, 0, 1, 0, images.length])
let offset = directory.length
for (const [index, { size, data }] of images.entries()) {
  const entry = directory.subarray(6 + 16 * index)
  entry.set([size, size, 0, 0, 1, 0, 32])
  entry.writeUInt32LE(data.length, 8)
  entry.writeUInt32LE(offset, 12)
  offset += data.length
}
save('public/favicon.ico', Buffer.concat([directory, ...images.map(({ data }) => data)]))
