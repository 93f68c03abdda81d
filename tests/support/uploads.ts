import { createHash, randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import sharp from 'sharp'
import { SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import type { TestBackend } from './backend.ts'

const root = path.resolve(import.meta.dirname, '../..')
const made = new Map<string, Promise<Buffer>>()

/** Returns a built-in picture (`base` without width and format) as the form uploads it. */
export const asUploaded = (base: string, width: number): Promise<Buffer> => {
  const key = `${base} ${width}`
  const draw = () =>
    sharp(path.join(root, `public${base}-1280.webp`))
      .resize(width)
      .webp()
      .toBuffer()
  const file = made.get(key) ?? draw()
  made.set(key, file)
  return file
}

const toHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Returns a file's name in the site's bucket. */
export const toFileName = (bytes: Uint8Array, type = 'image/webp') => `${toHash(bytes)}.${type.split('/').pop()}`

/** Draws a unique picture, with random bytes after its end. */
export const drawPicture = async (width = 4): Promise<{ bytes: Buffer<ArrayBuffer>; name: string }> => {
  const background = { r: 200, g: width % 256, b: 90 }
  const drawn = await sharp({ create: { width, height: (width * 3) / 4, channels: 3, background } })
    .webp()
    .toBuffer()
  const bytes = Buffer.concat([drawn, randomBytes(8)])
  return { bytes, name: toFileName(bytes) }
}

type Storage = Pick<TestBackend, 'url' | 'publishableKey'> & { fetch?: typeof fetch }

/** Uploads a file, unless it exists, and returns its name. */
export const uploadFile = async (
  backend: Storage,
  { token }: { token: string },
  body: Uint8Array<ArrayBuffer>,
  { type = 'image/webp', cacheControl = 'max-age=3600' } = {},
): Promise<string> => {
  const name = toFileName(body, type)
  const response = await (backend.fetch ?? fetch)(`${backend.url}/storage/v1/object/${SITE_MEDIA_BUCKET}/${name}`, {
    method: 'POST',
    headers: {
      ...{ apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      ...{ 'content-type': type, 'cache-control': cacheControl, 'x-robots-tag': 'all' },
    },
    body,
  })
  const said = (await response.json()) as { statusCode?: string }
  if (!response.ok && said.statusCode !== '409') throw new Error(`A file was not stored: ${JSON.stringify(said)}`)
  return name
}

/** Uploads a photo and returns the columns of an enquiry that claims it. */
export const uploadPhoto = async (backend: Storage, body: Uint8Array<ArrayBuffer>) => {
  const photo_set = randomUUID()
  const call = { method: 'POST', headers: { apikey: backend.publishableKey }, body }
  const response = await (backend.fetch ?? fetch)(`${backend.url}/functions/v1/enquiry-photo/${photo_set}`, call)
  if (!response.ok) throw new Error(`A photo was not stored: ${await response.text()}`)
  return { photo_set, photos: JSON.stringify([toHash(body)]) }
}
