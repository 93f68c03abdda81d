import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { site } from '../content/site.ts'
import { avifName, toMirrorPath } from '../domain/uploaded-image.ts'

const TIMEOUT_MS = 5_000
const AT_ONCE = 8
// The next effort takes 50 % longer and saves 4 %.
const AVIF = { quality: 50, effort: 1 }

const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/mirrored-media', import.meta.url))

const isWhole = (name: string, bytes: Buffer): boolean =>
  bytes.length > 0 && (name.endsWith('.avif') || createHash('sha256').update(bytes).digest('hex') === name.slice(0, 64))

const toAvif = async (picture: Buffer): Promise<Buffer> => {
  // Not installed by `npm start`. Bundling the configuration would warn of a literal name.
  const development = 'sharp'
  const { default: sharp }: typeof import('sharp') = await import(development)
  return sharp(picture).avif(AVIF).toBuffer()
}

const fetchBytes = async (url: string): Promise<Buffer> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  if (!response.headers.get('content-type')?.startsWith('image/')) throw new Error('it answered with no picture')
  return Buffer.from(await response.arrayBuffer())
}

/** Returns the `wanted` files, those in `first` also as AVIF. Warns about skipped files. */
export const mirrorMedia = async (
  storage: string,
  wanted: ReadonlySet<string>,
  first: ReadonlySet<string>,
  warn: (message: string) => void,
): Promise<Map<string, Buffer>> => {
  const copies = new Map<string, Buffer>()
  let isLive = true
  const obtain = async (name: string, otherwise: () => Promise<Buffer>): Promise<Buffer> => {
    const file = path.join(cacheFolder, name)
    const sources = [
      async () => (isLive ? fetchBytes(site.url + toMirrorPath(name)) : Buffer.alloc(0)),
      async () => readFileSync(file),
      otherwise,
    ]
    let failure: unknown
    for (const source of sources) {
      try {
        const bytes = await source()
        if (isWhole(name, bytes)) {
          mkdirSync(cacheFolder, { recursive: true })
          writeFileSync(`${file}.part`, bytes)
          renameSync(`${file}.part`, file)
          return bytes
        }
        failure = new Error('its bytes are not those of its name')
      } catch (cause) {
        // Otherwise every file would wait for an unreachable site.
        if (source === sources[0] && !String(cause).includes('it answered')) isLive = false
        failure = cause
      }
    }
    throw failure
  }
  const left = wanted.values()
  const copyAll = async () => {
    for (const name of left) {
      try {
        const picture = await obtain(name, () => fetchBytes(storage + name))
        // For more images, builds could only afford effort 0, which saves a tenth.
        const avif = first.has(name) ? await obtain(avifName(name), () => toAvif(picture)) : undefined
        copies.set(name, picture)
        if (avif) copies.set(avifName(name), avif)
      } catch (cause) {
        warn(`${name} is shown from Storage: ${cause instanceof Error ? cause.message : cause}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copyAll))
  return copies
}
