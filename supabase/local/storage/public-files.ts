import type { Query } from '../database/engine.ts'
import { DESCRIBED, type Described } from './adapter.ts'
import type { Files } from './files.ts'

/** Returns an error in hosted Storage's format. */
export const storageError = (status: number, error: string, message: string): Response =>
  Response.json(
    { statusCode: String(status), error, message },
    { status: 400, headers: { 'access-control-allow-origin': '*' } },
  )

const notFound = () => storageError(404, 'not_found', 'Object not found')

/** Returns a public file's info. Lite reads `public` as the bucket's name. */
export const createPublicInfo =
  (query: Query) =>
  async (bucket: string, name: string): Promise<Response> => {
    const [row] = await query<{ id: string | null }>(
      `select o.id, o.name, o.version, (o.metadata ->> 'size')::int as size, o.metadata ->> 'mimetype' as content_type,
         o.metadata ->> 'cacheControl' as cache_control, o.metadata ->> 'eTag' as etag, o.created_at
       from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2
       where b.id = $1 and b.public`,
      [bucket, name],
    )
    if (!row) return storageError(404, 'Bucket not found', 'Bucket not found')
    if (row.id === null) return notFound()
    return Response.json(row, { headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' } })
  }

const parseRange = (header: string | null, size: number) => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : null
}

/** Serves files with ranges, which Safari needs for video and Lite lacks. */
export const createPublicFiles =
  (files: Files, query: Query) =>
  async (request: Request, bucket: string, name: string): Promise<Response> => {
    const [row] = await query<Described>(
      `select ${DESCRIBED} from storage.objects o join storage.buckets b on b.id = o.bucket_id
       where b.id = $1 and b.public and o.name = $2`,
      [bucket, name],
    )
    const facts = row && (await files.facts(bucket, name))
    if (!facts) return notFound()

    const { size, eTag, lastModified } = facts
    const range = parseRange(request.headers.get('range'), size)
    const { start, end } = range ?? { start: 0, end: size - 1 }
    const headers = {
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cache-control': row.cacheControl,
      // Files share the site's origin, so none may run as a page.
      'content-security-policy': 'sandbox',
      'content-type': row.mimetype,
      etag: eTag,
      'last-modified': lastModified.toUTCString(),
      'x-robots-tag': row.xRobotsTag,
    }
    if (range === null)
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
    const body = request.method === 'HEAD' ? null : new Uint8Array(await files.read(bucket, name))
    return new Response(body?.subarray(start, end + 1) ?? null, {
      status: range ? 206 : 200,
      headers: {
        ...headers,
        'content-length': String(end - start + 1),
        ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
      },
    })
  }
