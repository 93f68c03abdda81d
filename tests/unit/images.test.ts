import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import gallery from '@/content/gallery/images.json'
import heroImages from '@/content/hero/images.json'
import { projectCards } from '@/content/projects'
import { latestProjects } from '@/content/projects/latest'
import shareImages from '@/content/share/images.json'
import { IMAGE_FORMATS, imageSrcSet, imageUrl, type SiteImage } from '@/domain/image'
import { manifest } from '@/prerender/web-app'

const fontStyles = readFileSync(new URL('../../src/styles/fonts.css', import.meta.url), 'utf8')
const displayFontUrl = /url\("([^"]+)"\)/.exec(fontStyles)?.[1] ?? ''

const collections = Object.entries(
  import.meta.glob<readonly SiteImage[]>(
    ['../../src/content/{hero,gallery}/images.json', '../../src/content/projects/*/images.json'],
    { eager: true, import: 'default' },
  ),
)
const images = collections.flatMap(([, list]) => list)

const projectCovers = Object.entries(
  import.meta.glob<{ first: SiteImage; last: SiteImage; share: string }>('../../src/content/projects/*/cover.json', {
    eager: true,
  }),
)
const shareUrls = [...Object.values(shareImages).map(({ src }) => src), ...projectCovers.map(([, { share }]) => share)]

const publicFile = (url: string) => fileURLToPath(new URL(`../../public${url}`, import.meta.url))
const bytes = (url: string) => statSync(publicFile(url)).size

describe('pictures', () => {
  it('come from one folder per collection, in the numbers the site promises', () => {
    const counts = Object.fromEntries(collections.map(([file, list]) => [file.split('/').at(-2), list.length]))
    expect(counts).toMatchObject({
      hero: 4,
      gallery: 13,
      'mayfair-basement': 18,
      'traditional-underpinning': 17,
      'hampstead-basement': 17,
      'farringdon-basement': 17,
      'feltham-basement': 7,
    })
  })

  it('exist in every declared width and format, at the declared size', async () => {
    const renditions = images.flatMap((image) =>
      image.widths.flatMap((width) => IMAGE_FORMATS.map((format) => ({ image, width, format }))),
    )
    const wrong = await Promise.all(
      renditions.map(async ({ image, width, format }) => {
        const url = imageUrl(image, width, format)
        const actual = await sharp(publicFile(url)).metadata()
        const height = Math.round((width * image.height) / image.width)
        const isFine = actual.width === width && Math.abs(actual.height - height) <= 1
        const isFormat = format === 'avif' ? actual.compression === 'av1' : actual.format === format
        return isFine && isFormat ? [] : [url]
      }),
    )
    expect(wrong.flat()).toEqual([])
  })

  it('are described in words, each in its own', () => {
    for (const image of images) {
      expect(image.alt.length, image.base).toBeGreaterThan(20)
      expect(image.description.length, image.base).toBeGreaterThan(20)
      expect(image.alt, image.base).not.toMatch(/^(image|photo|picture) of/i)
      expect(image.placeholder, image.base).toMatch(/^#[0-9a-f]{6}$/)
      expect(statSync(publicFile(image.src)).size, image.src).toBeGreaterThan(0)
    }
    expect(new Set(images.map((image) => image.alt)).size).toBe(images.length)
  })

  it('leave no file in public/pictures that nothing points at', async () => {
    const known = new Set([
      ...images.flatMap((image) =>
        image.widths.flatMap((width) => IMAGE_FORMATS.map((format) => imageUrl(image, width, format))),
      ),
      ...shareUrls,
    ])
    const entries = await readdir(publicFile('/pictures'), { recursive: true, withFileTypes: true })
    const root = publicFile('')
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
    expect(files.filter((file) => !known.has(file))).toEqual([])
    expect(files).toHaveLength(known.size)
  })

  it('are on the cards of projects as in their galleries: the first and the last', () => {
    for (const [file, { first, last }] of projectCovers) {
      const [, list] = collections.find(([other]) => other === file.replace('cover.json', 'images.json')) ?? []
      expect([first, last], file).toEqual([list?.[0], list?.at(-1)])
    }
  })

  it('name their renditions in srcset form', () => {
    const image = { base: '/pictures/hero/01-a-0badcafe', widths: [768, 1280] }
    expect(imageSrcSet(image, 'avif')).toBe(
      '/pictures/hero/01-a-0badcafe-768.avif 768w, /pictures/hero/01-a-0badcafe-1280.avif 1280w',
    )
  })
})

describe('what the first view costs', () => {
  it.each(heroImages)('keeps hero picture $id within its budget', (image) => {
    expect(image.widths).toEqual([768, 1280, 1920])
    expect(bytes(imageUrl(image, 768, 'avif'))).toBeLessThanOrEqual(20_000)
    expect(bytes(imageUrl(image, 1280, 'avif'))).toBeLessThanOrEqual(45_000)
    expect(bytes(imageUrl(image, 1920, 'avif'))).toBeLessThanOrEqual(70_000)
  })

  it('keeps the display font to one file of 30 kB that the style sheet loads, with its licence beside it', () => {
    expect(bytes(displayFontUrl)).toBeLessThanOrEqual(30_000)
    expect(readdirSync(publicFile('/fonts')).sort()).toEqual(['OFL.txt', displayFontUrl.replace('/fonts/', '')].sort())
  })

  it('stays light in lists: a card brings one image, the home page four', () => {
    expect(projectCards.every((card) => card.image.id === 1)).toBe(true)
    expect(latestProjects).toHaveLength(4)
    expect(gallery).toHaveLength(13)
  })
})

describe('share images', () => {
  it.each(shareUrls)('draws %s at the size link previews ask for', async (src) => {
    const { width, height, format } = await sharp(publicFile(src)).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
    expect(bytes(src)).toBeLessThan(150_000)
  })

  it('has one for every project, named after it', () => {
    expect(projectCovers.map(([file, { share }]) => share.includes(`/${file.split('/').at(-2)}-`))).toEqual(
      projectCards.map(() => true),
    )
  })
})

describe('icons', () => {
  it('are all there, at the size the manifest declares', async () => {
    for (const icon of (manifest.icons ?? []).filter(({ sizes }) => sizes !== 'any')) {
      const { width, height } = await sharp(publicFile(icon.src)).metadata()
      expect(`${width}x${height}`, icon.src).toBe(icon.sizes)
    }
    expect((await sharp(publicFile('/icons/apple-touch-icon.png')).metadata()).width).toBe(180)
    expect(bytes('/favicon.svg')).toBeLessThan(500)
    expect(bytes('/favicon.ico')).toBeGreaterThan(0)
  })
})
