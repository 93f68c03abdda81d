import { ReadableStream } from 'node:stream/web'
import { DEFAULT_CACHE, DEFAULT_TYPE } from './adapter.ts'

/** More bytes than the bucket takes. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

// Read to its end in any case: a browser that is still sending sees a broken connection instead of the answer.
async function* atMost(body: AsyncIterable<Uint8Array> | null, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size <= limit) yield chunk
  }
  if (size > limit) throw new TooLarge()
}

type Upload = { body: AsyncIterable<Uint8Array>; mimetype: string; cacheControl: string }

// Lite reads a form by itself, and would find none.
const plainType = (type: string) => (type === '' || type.startsWith('multipart/') ? DEFAULT_TYPE : type)

// What a form takes around its file.
const FORM_OVERHEAD = 64 * 1024

// supabase-js sends a Blob as a form whose file has no name; Lite looks for one named "file".
const readForm = async (request: Request, type: string, limit: number): Promise<Upload | undefined> => {
  const body = ReadableStream.from(atMost(request.body, limit + FORM_OVERHEAD)) as BodyInit
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
    if (cause instanceof TooLarge) throw cause
  })
  const file = form && [...form.values()].find((value) => value instanceof File)
  if (!file) return undefined
  const seconds = String(form.get('cacheControl'))
  return {
    body: atMost(file.stream(), limit),
    mimetype: plainType(file.type),
    cacheControl: /^\d[\w=, -]*$/.test(seconds) ? `max-age=${seconds}` : DEFAULT_CACHE,
  }
}

/** What an upload says about its file, and the bytes; throws `TooLarge`. Undefined for a form without a file. */
export const readUpload = async (request: Request, limit: number): Promise<Upload | undefined> => {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return readForm(request, type, limit)
  const cacheControl = request.headers.get('cache-control') ?? DEFAULT_CACHE
  return { body: atMost(request.body, limit), mimetype: plainType(type), cacheControl }
}
