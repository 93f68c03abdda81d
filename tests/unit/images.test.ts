import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import digImages from '@/content/dig/images.json'
import heroImages from '@/content/hero/images.json'
import shareImages from '@/content/share/images.json'
import { type BundledImage, type Captioned, imageSrcSet, imageUrl } from '@/domain/image'
import { manifest } from '@/prerender/web-app'

const lists = import.meta.glob<readonly Captioned<BundledImage>[]>(
  ['../../src/content/{hero,gallery,dig}/images.json', '../../src/content/projects/*/images.json'],
  { eager: true, import: 'default' },
)
const images = Object.values(lists).flat()
const shareUrls = Object.values(shareImages).map(({ src }) => src)

const publicFile = (url: string) => fileURLToPath(new URL(`../../public${url}`, import.meta.url))
const bytes = (url: string) => statSync(publicFile(url)).size
const renditions = images.flatMap((image) => {
  const files = image.widths.map((width) => ({ image, width, format: 'avif', url: imageUrl(image, width, 'avif') }))
  const webp = [image.widths[image.widths.length >> 1], image.widths.at(-1)]
  return [...files, ...webp.map((width = 0) => ({ image, width, format: 'webp', url: imageUrl(image, width, 'webp') }))]
})

it('all bundled image files exist with their declared width, height and format', async () => {
  const wrong = await Promise.all(
    renditions.map(async ({ image, width, format, url }) => {
      const actual = await sharp(publicFile(url)).metadata()
      const height = Math.round((width * image.height) / image.width)
      const isFine = actual.width === width && Math.abs(actual.height - height) <= 1
      const isFormat = format === 'avif' ? actual.compression === 'av1' : actual.format === format
      return isFine && isFormat ? [] : [url]
    }),
  )
  expect(wrong.flat()).toEqual([])
  expect(images.filter(({ src }) => !renditions.some(({ url }) => url === src))).toEqual([])
})

it('public/pictures contains exactly the files that the site references', () => {
  const files = readdirSync(publicFile('/pictures'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes('.'))
    .map((file) => `/pictures/${file}`)
  expect(files.sort()).toEqual([...renditions.map(({ url }) => url), ...shareUrls].sort())
})

it('imageSrcSet lists every width of an image', () => {
  const image = { base: '/a-0badcafe', widths: [768, 1280] }
  expect(imageSrcSet(image)).toBe('/a-0badcafe-768.avif 768w, /a-0badcafe-1280.avif 1280w')
})

it('hero images stay within 20, 45 or 70 kB depending on width', () => {
  for (const image of heroImages)
    for (const [width, budget] of [[768, 20_000] as const, [1280, 45_000] as const, [1920, 70_000] as const])
      expect(bytes(imageUrl(image, width, 'avif')), `${image.base} ${width}`).toBeLessThanOrEqual(budget)
})

it('all dig images for a phone are at most 260 kB in total', () => {
  const phone = digImages.reduce((sum, image) => sum + bytes(imageUrl(image, 1280, 'avif')), 0)
  expect(phone).toBeLessThanOrEqual(260_000)
})

it.each([
  ...shareUrls.map((url) => [url, '1200x630 jpeg']),
  ...(manifest.icons ?? []).flatMap(({ src, sizes }) => (sizes === 'any' ? [] : [[src, `${sizes} png`]])),
  ['/icons/apple-touch-icon.png', '180x180 png'],
])('%s has the size and format %s and is below 150 kB', async (url = '', expected) => {
  const { width, height, format } = await sharp(publicFile(url)).metadata()
  expect(`${width}x${height} ${format}`).toBe(expected)
  expect(bytes(url)).toBeLessThan(150_000)
})
