import path from 'node:path'
import sharp from 'sharp'

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
