// @ts-check
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { runnerImport } from 'vite'
import { isPresent, writeAtomically } from './files.mjs'
import { COLOURS } from './glyph.mjs'
import { lettering } from './lettering.mjs'
import { fingerprint } from './recipes.mjs'

const WIDTH = 1200
const HEIGHT = 630
const PANEL = 500
const MARGIN = 56
const BAND = 8

/** Part of the fingerprint: raise it when the drawing below changes. */
const LAYOUT = 1

/**
 * @typedef {{ slug: string, title: string, note: string, master: string }} Card
 * @typedef {{ slug: string, file: string, alt: string }} ShareImage
 */

/**
 * Pages whose share image is not drawn here use the cover.
 * @type {Card[]}
 */
const pageCards = [
  {
    slug: 'projects',
    title: 'Our Projects',
    note: 'From trial pit to completion',
    master: 'gallery/11-soil-strata-core.webp',
  },
  {
    slug: 'testimonials',
    title: 'Testimonials',
    note: 'What clients say',
    master: 'gallery/13-finished-lightwell.webp',
  },
]

/**
 * Draws one share image per project, named after its title, and one per page above; writes those that are missing.
 * @param {{ root: string, masters: string, outputs: string, pictures: import('./encode.mjs').Encoded[] }} where
 * @returns {Promise<{ images: ShareImage[], outputs: string[], written: number }>}
 */
export async function shareImages({ root, masters, outputs, pictures }) {
  const coverBytes = await readFile(join(masters, 'og/cover.jpg'))
  const captions = JSON.parse(await readFile(join(masters, 'captions.json'), 'utf8'))
  const cover = `og/cover-${fingerprint(coverBytes, LAYOUT)}.jpg`
  const images = [{ slug: 'cover', file: cover, alt: captions['og/cover.jpg'].alt }]
  let written = 0
  if (!(await isPresent(join(outputs, cover)))) {
    await writeAtomically(join(outputs, cover), coverBytes)
    written += 1
  }
  for (const card of [...pageCards, ...(await projectShareCards(root, pictures))]) {
    const master = await readFile(join(masters, card.master))
    const file = `og/${card.slug}-${fingerprint(master, { ...card, LAYOUT })}.jpg`
    images.push({ slug: card.slug, file, alt: captions[card.master].alt })
    if (await isPresent(join(outputs, file))) continue
    await writeAtomically(join(outputs, file), await draw(root, card, master))
    written += 1
  }
  return { images, outputs: images.map((image) => image.file), written }
}

/**
 * The words come from the site's own content, so that a shared link says what its page says.
 * @param {string} root
 * @param {import('./encode.mjs').Encoded[]} pictures
 * @returns {Promise<Card[]>}
 */
async function projectShareCards(root, pictures) {
  const { projectCards } = await siteModule(root, 'content/projects/cards.ts')
  return projectCards.map((/** @type {import('../../src/domain/project').ProjectCard} */ project) => {
    const completed = pictures.findLast((picture) => picture.collection === `projects/${project.id}`)
    if (!completed) throw new Error(`${project.id}: no pictures`)
    const note = `${project.location.replace(/ \(.*\)/, '')}, ${project.completionDate}`
    return { slug: project.id, title: project.title, note, master: completed.file }
  })
}

/** @param {string} root @param {string} path */
async function siteModule(root, path) {
  const source = join(root, 'src')
  const { module } = await runnerImport(join(source, path), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': source } },
  })
  return /** @type {any} */ (module)
}

/** @param {string} root @param {Card} card @param {Buffer} master */
async function draw(root, card, master) {
  const { LOGO, LOGO_WORDS } = await siteModule(root, 'components/layout/logo-outlines.ts')
  const size = 50
  const heading = await lettering(700)
  const small = await lettering(600)
  const lines = balance(card.title, (text) => heading.advance(text) * size, PANEL - MARGIN - 28)
  const first = HEIGHT - 3 * BAND - 96 - (lines.length - 1) * size * 1.1
  const words = lines
    .map((line, index) => heading.path(line, size, MARGIN - 3, first + index * size * 1.1, -0.01))
    .join('')
  const bands = [COLOURS.made, COLOURS.gravel, COLOURS.clay]
    .map((colour, index) => `<path fill="${colour}" d="M0 ${HEIGHT - (3 - index) * BAND}h${WIDTH}v${BAND}H0z"/>`)
    .join('')
  const logo =
    `<g transform="translate(${MARGIN} 52) scale(1.9)"><path fill="${COLOURS.green}" d="${LOGO.ground}"/>` +
    `<path fill="${COLOURS.made}" d="${LOGO.made}"/><path fill="${COLOURS.gravel}" d="${LOGO.gravel}"/>` +
    `<path fill="${COLOURS.clay}" d="${LOGO.clay}"/>` +
    `<path fill="${COLOURS.ink}" transform="scale(${1 / LOGO_WORDS.grid})" d="${LOGO_WORDS.path}"/></g>`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<path fill="${COLOURS.paper}" d="M0 0h${PANEL}v${HEIGHT}H0z"/>${logo}<path fill="${COLOURS.ink}" d="${words}"/>` +
    `<path fill="#5d5b55" d="${small.path(card.note, 21, MARGIN - 1, HEIGHT - 3 * BAND - 50)}"/>${bands}</svg>`
  const picture = await sharp(master)
    .resize(WIDTH - PANEL, HEIGHT - 3 * BAND, { fit: 'cover' })
    .png()
    .toBuffer()
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: COLOURS.paper } })
    .composite([{ input: picture, left: PANEL, top: 0 }, { input: Buffer.from(svg) }])
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/**
 * @param {string} text
 * @param {(text: string) => number} measure
 * @param {number} limit
 */
function wrap(text, measure, limit) {
  /** @type {string[]} */
  const lines = []
  for (const word of text.split(' ')) {
    const joined = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && measure(joined) <= limit) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines
}

/**
 * Narrows the lines for as long as their number stays the same, so that no word is left alone on the last one.
 * @param {string} text
 * @param {(text: string) => number} measure
 * @param {number} limit
 */
function balance(text, measure, limit) {
  let lines = wrap(text, measure, limit)
  for (let narrower = limit - 4; narrower > 0; narrower -= 4) {
    const next = wrap(text, measure, narrower)
    if (next.length > lines.length || next.some((line) => measure(line) > narrower)) return lines
    lines = next
  }
  return lines
}

/**
 * The share images of the pages and those of the projects, apart: every page carries the former, only the projects' own
 * pages the latter, of which there may be many.
 * @param {ShareImage[]} images
 * @returns {Map<string, string>} file name -> source
 */
export function shareModules(images) {
  const pages = ['cover', ...pageCards.map(({ slug }) => slug)]
  const ofPages = images.filter(({ slug }) => pages.includes(slug))
  const ofProjects = images.filter(({ slug }) => !pages.includes(slug))
  return new Map([
    ['share-images.ts', shareModule('shareImages', 'page; pages that are not listed use the cover', ofPages)],
    ['project-share-images.ts', shareModule('projectShareImages', 'project id', ofProjects)],
  ])
}

/** @param {string} constant @param {string} by @param {ShareImage[]} images */
function shareModule(constant, by, images) {
  const entries = images.map(
    ({ slug, file, alt }) =>
      `  '${slug}': {\n    src: '/pictures/${file}',\n    alt: '${alt.replaceAll("'", "\\'")}',\n  },\n`,
  )
  return `// Generated by \`npm run images\`; change scripts/images/share.mjs, not this file.
import type { ShareImage } from '@/domain/picture'

/** Link preview pictures by ${by}. */
export const ${constant} = {\n${entries.join('').replace(/'([a-z]+)': \{/g, '$1: {')}} as const satisfies Record<string, ShareImage>\n`
}
