import type { Query } from '../database/engine.ts'
import { DESCRIBED, type Described } from './adapter.ts'
import type { Files } from './files.ts'

type Refusal = 'Bucket not found' | 'Object not found'

const CODES: Record<Refusal, string> = { 'Bucket not found': 'Bucket not found', 'Object not found': 'not_found' }

const notFound = (message: Refusal): Response =>
  Response.json(
    { statusCode: '404', error: CODES[message], message },
    { status: 400, headers: { 'access-control-allow-origin': '*' } },
  )

type Range = { start: number; end: number }

/** The bytes a `Range` header asks for; undefined for all, null when there are none. Several ranges are answered with all. */
const rangeOf = (header: string | null, size: number): Range | null | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  return start <= end ? { start, end } : null
}

/**
 * Answers `GET` and `HEAD` of a file in a public bucket. Lite has this too, but without ranges, without which Safari plays no
 * video, and it writes to the database with each reading.
 */
export const createPublicFiles =
  (files: Files, query: Query) =>
  async (request: Request, bucket: string, name: string): Promise<Response> => {
    const [row] = await query<{ stored: boolean } & Described>(
      `select o.id is not null as stored, ${DESCRIBED}
       from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2
       where b.id = $1 and b.public`,
      [bucket, name],
    )
    if (!row) return notFound('Bucket not found')
    const facts = row.stored ? await files.facts(bucket, name) : undefined
    if (!facts) return notFound('Object not found')

    const { size, eTag } = facts
    const headers = {
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cache-control': row.cacheControl,
      // Here files share their origin with the site, so none may run as a page of it.
      'content-security-policy': 'sandbox',
      'content-type': row.mimetype,
      etag: eTag,
      'last-modified': facts.modified.toUTCString(),
    }
    if (request.headers.get('if-none-match')?.includes(eTag)) return new Response(null, { status: 304, headers })

    const ifRange = request.headers.get('if-range')
    const range = ifRange === null || ifRange === eTag ? rangeOf(request.headers.get('range'), size) : undefined
    if (range === null)
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
    const { start, end } = range ?? { start: 0, end: size - 1 }
    const body = request.method === 'HEAD' || size === 0 ? null : files.read(bucket, name, { start, end })
    return new Response(body, {
      status: range ? 206 : 200,
      headers: {
        ...headers,
        'content-length': String(end - start + 1),
        ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
      },
    })
  }
