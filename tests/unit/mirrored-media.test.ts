import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { site } from '@/content/site'
import { toMirrorPath } from '@/domain/uploaded-image'
import { mirrorMedia } from '../../src/prerender/mirrored-media'
import { drawPicture } from '../support/uploads'

const STORAGE = 'https://storage.example/'
const live = (name: string) => site.url + toMirrorPath(name)

let asked: string[] = []
const serve = (files: Record<string, Buffer> | Error) => {
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (files instanceof Error) throw files
    const file = files[url]
    if (!file) return new Response('', { status: 404 })
    const type = file.at(0) === 60 ? 'text/html' : 'image/webp'
    return new Response(new Uint8Array(file), { headers: { 'content-type': type } })
  })
}
const warnings: string[] = []
const copy = (name: string, first: string[] = []) =>
  mirrorMedia(STORAGE, new Set([name]), new Set(first), (message) => void warnings.push(message))
afterEach(() => {
  vi.unstubAllGlobals()
  warnings.length = 0
})

it('a photo and its AVIF are mirrored from the live site, then from the cache', async () => {
  const { name, bytes } = await drawPicture()
  const avif = name.replace('webp', 'avif')
  serve({ [live(name)]: bytes, [live(avif)]: Buffer.from('made before') })
  const copies = await copy(name, [name])
  expect([...copies]).toEqual([
    [name, bytes],
    [avif, Buffer.from('made before')],
  ])
  expect(asked).toEqual([live(name), live(avif)])
  serve({})
  expect(await copy(name, [name])).toEqual(copies)
  expect(asked).toEqual([live(name), live(avif)])
})

it('a photo missing from the live site comes from Storage with a new AVIF', async () => {
  const { name, bytes } = await drawPicture()
  serve({ [STORAGE + name]: bytes, [live(name.replace('webp', 'avif'))]: Buffer.from('<!doctype html>') })
  const copies = await copy(name, [name])
  expect(copies.get(name)).toEqual(bytes)
  expect((await sharp(copies.get(name.replace('webp', 'avif'))).metadata()).format).toBe('heif')
})

it('a photo that is missing or does not match its hash triggers a warning', async () => {
  const [{ name }, other] = await Promise.all([drawPicture(), drawPicture()])
  serve({ [live(name)]: other.bytes, [STORAGE + name]: other.bytes })
  expect(await copy(name)).toEqual(new Map())
  expect(asked).toEqual([live(name), STORAGE + name])
  serve({})
  expect(await copy(name)).toEqual(new Map())
  expect(warnings).toEqual([
    `${name} is shown from Storage: its bytes are not those of its name`,
    `${name} is shown from Storage: it answered 404`,
  ])
})

it('mirroring stops after the first batch of requests when the live site is down', async () => {
  serve(new TypeError('fetch failed'))
  const names = Array.from({ length: 20 }, (_, index) => `${String(index).padStart(64, '0')}.webp`)
  expect(await mirrorMedia(STORAGE, new Set(names), new Set(), () => {})).toEqual(new Map())
  expect(asked.filter((url) => url.startsWith(site.url))).toHaveLength(8)
})
