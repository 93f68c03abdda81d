import type { ReadableStream } from 'node:stream/web'
import { DEFAULT_CACHE, DEFAULT_TYPE } from './adapter.ts'
import { readForm } from './form.ts'

/** More bytes than the bucket takes. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

async function* atMost(body: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) throw new TooLarge()
    yield chunk
  }
}

// Left open when somebody stops reading it, for `drain`.
async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  const body = request.body as ReadableStream<Uint8Array> | null
  if (body) yield* body.values({ preventCancel: true })
}

/** Reads what is left of a body: a browser that is still sending sees a broken connection instead of the answer. */
export const drain = async (request: Request): Promise<void> => {
  try {
    for await (const _ of bodyOf(request));
  } catch {
    // Whoever sent it is gone.
  }
}

// Lite reads a form by itself, and would find none.
const plainType = (type: string) => (type === '' || type.startsWith('multipart/') ? DEFAULT_TYPE : type)

/** What an upload says about its file, and the bytes, which throw `TooLarge`. */
export type Upload = { bytes: AsyncIterable<Uint8Array>; mimetype: string; cacheControl: string }

/** Begins to read an upload; undefined for a form without a file. */
export const readUpload = async (request: Request, limit: number): Promise<Upload | undefined> => {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const cacheControl = request.headers.get('cache-control') ?? DEFAULT_CACHE
    return { bytes: atMost(bodyOf(request), limit), mimetype: plainType(type), cacheControl }
  }
  // supabase-js sends a Blob as a form whose file has no name; Lite looks for one named "file".
  const form = await readForm(bodyOf(request), type)
  if (!form) return undefined
  const seconds = form.fields.get('cacheControl') ?? ''
  return {
    bytes: atMost(form.bytes, limit),
    mimetype: plainType(form.type),
    cacheControl: /^\d[\w=, -]*$/.test(seconds) ? `max-age=${seconds}` : DEFAULT_CACHE,
  }
}
