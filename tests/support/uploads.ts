import { createHash } from 'node:crypto'
import path from 'node:path'
import sharp from 'sharp'
import { SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import type { TestBackend } from './backend.ts'

const root = path.resolve(import.meta.dirname, '../..')
const made = new Map<string, Promise<Buffer>>()

/** A built-in picture (`base` without width and format) as the owner's form would upload it: as WebP, in that width. */
export const asUploaded = (base: string, width: number): Promise<Buffer> => {
  const key = `${base} ${width}`
  const file =
    made.get(key) ??
    sharp(path.join(root, `public${base}-1280.webp`))
      .resize(width)
      .webp()
      .toBuffer()
  made.set(key, file)
  return file
}

type Storage = Pick<TestBackend, 'url' | 'publishableKey'> & { fetch?: typeof fetch }

/** Stores a WebP picture as the owner's form does, and returns its name. */
export const uploadFile = async (
  backend: Storage,
  { token }: { token: string },
  body: Uint8Array<ArrayBuffer>,
): Promise<string> => {
  const name = `${createHash('sha256').update(body).digest('hex')}.webp`
  const response = await (backend.fetch ?? fetch)(`${backend.url}/storage/v1/object/${SITE_MEDIA_BUCKET}/${name}`, {
    method: 'POST',
    headers: {
      ...{ apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      ...{ 'content-type': 'image/webp', 'cache-control': 'max-age=3600' },
    },
    body,
  })
  if (!response.ok) throw new Error(`A picture could not be stored: ${await response.text()}`)
  return name
}
