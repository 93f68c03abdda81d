import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** A file as a host stores it: its bytes, and the Brotli ones where they are fewer. */
export type PublishedFile = { type: string; etag: string; plain: Buffer; brotli?: Buffer }

const compress = promisify(brotliCompress)

/** Prepares a file once, so that no answer ever waits for the compressor. */
export const toPublished = async (name: string, plain: Buffer): Promise<PublishedFile> => {
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream'
  const file = { type, etag: `"${createHash('sha256').update(plain).digest('hex').slice(0, 16)}"`, plain }
  if (!/text|json|xml|svg|x-icon/.test(type)) return file
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const brotli = await compress(plain, { params })
  return brotli.length < plain.length ? { ...file, brotli } : file
}

/** Every file of a folder by its URL path, such as `/projects/index.html`. */
export const readFolder = async (folder: string): Promise<Map<string, PublishedFile>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const published = files.map(async (file) => {
    const urlPath = `/${path.relative(folder, file).split(path.sep).join('/')}`
    return [urlPath, await toPublished(urlPath, await readFile(file))] as const
  })
  return new Map(await Promise.all(published))
}
