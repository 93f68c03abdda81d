// `npm run images` creates public/pictures and the site's image lists from src/content/**/images.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { lettering } from './lettering.mjs'
import { importSource, root, save } from './project.mjs'

const content = path.join(root, 'src/content')
const outputs = path.join(root, 'public/pictures')

const PLATE = {
  effort: 4,
  renditions: [
    { width: 480, avif: 58, webp: 78 },
    { width: 720, avif: 57, webp: 77 },
    { width: 960, avif: 56, webp: 76 },
    { width: 1280, avif: 56, webp: 76 },
  ],
}
// Largest contentful paint: at most 40 kB at 1280 and 70 kB at 1920. Ten bits keep the background free of smudges.
const HERO = {
  effort: 5,
  bitdepth: /** @type {const} */ (10),
  renditions: [
    { width: 768, avif: 66, webp: 80 },
    { width: 1280, avif: 66, webp: 78 },
    { width: 1920, avif: 61, webp: 74 },
  ],
}

const fingerprint = (/** @type {Buffer} */ master, /** @type {string} */ drawing) =>
  createHash('sha256').update(master).update(drawing).digest('hex').slice(0, 8)
const read = (/** @type {string} */ file) => readFileSync(path.join(content, file))
const readJson = (/** @type {string} */ file) => JSON.parse(read(file).toString())
const saveJson = (/** @type {string} */ file, /** @type {unknown} */ data) => {
  const text = JSON.stringify(data, null, 2).replace(/\[[\s\d,]+\]/g, (list) => `[${list.match(/\d+/g)?.join(', ')}]`)
  save(`src/content/${file}`, `${text}\n`)
}

const wanted = new Set()
const publish = async (/** @type {string} */ file, /** @type {() => Buffer | Promise<Buffer>} */ make) => {
  const target = path.join(outputs, file)
  wanted.add(target)
  // A full disk leaves empty files.
  if (statSync(target, { throwIfNoEntry: false })?.size) return
  save(`public/pictures/${file}`, await make())
  console.log(file)
}

const edgeColour = async (/** @type {Buffer} */ master) => {
  const pixels = await sharp(master).autoOrient().resize(16, 16, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const edge = Array.from({ length: 256 }, (_, at) => at).filter((at) => (at % 16) % 15 === 0 || (at >> 4) % 15 === 0)
  const mean = (/** @type {number} */ channel) =>
    Math.round(edge.reduce((sum, at) => sum + (pixels[3 * at + channel] ?? 0), 0) / edge.length)
  return `#${[0, 1, 2].map((channel) => mean(channel).toString(16).padStart(2, '0')).join('')}`
}

const collect = async (/** @type {string} */ collection) => {
  const recipe = collection === 'hero' ? HERO : PLATE
  const { effort, renditions, ...depth } = recipe
  const widths = renditions.map(({ width }) => width)
  const captions = readJson(`${collection}/images/captions.json`)
  const files = readdirSync(path.join(content, collection, 'images'))
    .filter((file) => file !== 'captions.json')
    .sort()
  const names = files.map((file) => path.parse(file).name)
  for (const name of new Set([...names, ...Object.keys(captions)])) {
    const isComplete = names.includes(name) && captions[name]?.alt && captions[name].description
    if (!isComplete || !/^\d\d-[a-z0-9-]+$/.test(name))
      throw new Error(
        `${collection}/images/${name}: expected a file like 01-trial-pit.webp, with an alt and a description`,
      )
  }
  /** @type {import('../src/domain/image').Captioned<import('../src/domain/image').BundledImage>[]} */
  const images = []
  for (const file of files) {
    const master = read(`${collection}/images/${file}`)
    const { name } = path.parse(file)
    // The hash keeps unchanged images cached.
    const id = `${collection}/${name}-${fingerprint(master, JSON.stringify(recipe))}`
    const base = `/pictures/${id}`
    const { width, height } = (await sharp(master).metadata()).autoOrient
    const needed = Math.max(...widths)
    if (width < needed) throw new Error(`${collection}/images/${file}: ${width} px wide, must be at least ${needed}`)
    const placeholder = await edgeColour(master)
    const src = `${base}-${widths[widths.length >> 1]}.webp`
    images.push({ id: images.length + 1, base, src, widths, width, height, placeholder, ...captions[name] })
    for (const { width, avif, webp } of renditions) {
      const resized = sharp(master).autoOrient().resize(width)
      const asAvif = resized.clone().avif({ ...depth, quality: avif, effort, chromaSubsampling: '4:4:4' })
      const asWebp = resized.clone().webp({ quality: webp, effort: 5, smartSubsample: true })
      await publish(`${id}-${width}.avif`, () => asAvif.toBuffer())
      // For browsers without AVIF, and the largest as the link target of a photo.
      if (src.endsWith(`-${width}.webp`) || width === needed)
        await publish(`${id}-${width}.webp`, () => asWebp.toBuffer())
    }
  }
  saveJson(`${collection}/images.json`, images)
  return { images, names, last: `${collection}/images/${files.at(-1)}` }
}

const [WIDTH, HEIGHT, PANEL, MARGIN, BAND, SIZE] = [1200, 630, 500, 56, 8, 50]
const { colors } = (await importSource('tailwind.config.ts')).default.theme.extend
const strata = readJson('../components/layout/logo.json')
const words = String(read('../components/layout/lettering.svg')).replace(/<\/?svg[^>]*>/g, '')
const [heading, small] = await Promise.all([lettering(700), lettering(600)])

const wrap = (/** @type {string} */ title, /** @type {number} */ limit) => {
  /** @type {string[]} */
  const lines = []
  for (const word of title.split(' ')) {
    const joined = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && heading.advance(joined) * SIZE <= limit) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines
}

const balance = (/** @type {string} */ title) => {
  let lines = wrap(title, PANEL - MARGIN - 28)
  for (let limit = PANEL - MARGIN - 28; limit > 0 && wrap(title, limit).length === lines.length; limit -= 4)
    lines = wrap(title, limit)
  return lines
}

const drawShare = async (/** @type {string} */ slug, /** @type {string} */ master, title = '', note = '') => {
  const image = read(master)
  const path = (/** @type {string} */ fill, /** @type {string} */ d) => `<path fill="${fill}" d="${d}"/>`
  const lines = balance(title)
  const first = HEIGHT - 3 * BAND - 96 - (lines.length - 1) * SIZE * 1.1
  const logo = [
    path(colors.green.DEFAULT, strata.ground),
    ...['made', 'gravel', 'clay'].map((name) => path(colors[name], strata[name])),
    `<g fill="${colors.ink.DEFAULT}">${words}</g>`,
  ]
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    path(colors.paper.DEFAULT, `M0 0h${PANEL}v${HEIGHT}H0z`),
    `<g transform="translate(${MARGIN} 52) scale(1.9)">${logo.join('')}</g>`,
    ...lines.map((line, at) =>
      path(colors.ink.DEFAULT, heading.path(line, SIZE, MARGIN - 3, first + at * SIZE * 1.1, -0.01)),
    ),
    path(colors.concrete[600], small.path(note, 21, MARGIN - 1, HEIGHT - 3 * BAND - 50)),
    ...['made', 'gravel', 'clay'].map((name, at) =>
      path(colors[name], `M0 ${HEIGHT - (3 - at) * BAND}h${WIDTH}v${BAND}H0z`),
    ),
    '</svg>',
  ].join('')
  const file = `og/${slug}-${fingerprint(image, title && svg)}.jpg`
  await publish(file, async () => {
    if (!title) return image
    const resized = await sharp(image)
      .resize(WIDTH - PANEL, HEIGHT - 3 * BAND, { fit: 'cover' })
      .png()
      .toBuffer()
    return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: colors.paper.DEFAULT } })
      .composite([{ input: resized, left: PANEL, top: 0 }, { input: Buffer.from(svg) }])
      .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
  })
  return `/pictures/${file}`
}

os.setPriority(10)
sharp.concurrency(1)
for (const collection of ['hero', 'gallery', 'dig']) await collect(collection)
/** @type {Record<string, { src: string, alt: string }>} */
const shares = {}
for (const id of readdirSync(path.join(content, 'projects')).filter((name) => !name.includes('.'))) {
  const { title, location, completionDate, after } = readJson(`projects/${id}/card.json`)
  const { images, names, last } = await collect(`projects/${id}`)
  if (after && !names.includes(after)) throw new Error(`projects/${id}/card.json: no image is named ${after}`)
  shares[id] = {
    src: await drawShare(id, last, title, `${location.replace(/ \(.*\)/, '')}, ${completionDate}`),
    alt: images.at(-1)?.alt ?? '',
  }
  // Two files, because no page needs both. Cards have no room for captions.
  const [first, built, end] = [images[0], images[names.indexOf(after)], images.at(-1)].map(
    (image) => image && { ...image, id: undefined, description: undefined },
  )
  saveJson(`projects/${id}/cover.json`, { first, after: built ?? null })
  saveJson(`projects/${id}/last.json`, end)
}
for (const [slug, { master, alt, title, note }] of Object.entries(readJson('share/pages.json'))) {
  const { dir, name } = path.parse(master)
  shares[slug] = {
    src: await drawShare(slug, master, title, note),
    alt: alt ?? readJson(`${dir}/captions.json`)[name].alt,
  }
}
saveJson('share/images.json', shares)
for (const entry of readdirSync(outputs, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name)
  if (entry.isFile() && !wanted.has(file)) rmSync(file)
}
console.log(`${wanted.size} files`)
