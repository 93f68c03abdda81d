import * as v from 'valibot'
import { claimsOf, isNoToken, isWalkable, malformedToken, unwalkable } from '../auth-requests.ts'
import type { Query } from '../database/engine.ts'
import { type Draft, type Files, NoRoom } from './files.ts'
import { CutOff } from './form.ts'
import { createPublicFiles } from './public-files.ts'
import { drain, readUpload, TooLarge } from './upload.ts'

const STORAGE = '/storage/v1/'

/** An answer in the words of the hosted Storage API, whose own status is within the body. */
const storageError = (status: number, error: string, message: string, httpStatus = 400): Response =>
  Response.json(
    { statusCode: String(status), error, message },
    { status: httpStatus, headers: { 'access-control-allow-origin': '*' } },
  )

// Lite's router decodes the path, so an encoded one must not pass unseen.
const pathOf = (href: string): string => {
  const { pathname } = new URL(href)
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

/** Whether a request is for the Storage API. */
export const isStorage = (href: string): boolean => pathOf(href).startsWith(STORAGE)

// Calls of the API that look like a bucket.
const CALLS = 'authenticated|copy|info|list|move|public|sign|upload'
const UPLOAD = new RegExp(`^/storage/v1/object/(?!(?:${CALLS})/)([^/]+)/(.+)$`)
const SIGNED_UPLOAD = /^\/storage\/v1\/object\/upload\/sign\/([^/]+)\/(.+)$/
const SIGNED_DOWNLOAD = /^\/storage\/v1\/object\/sign\/[^/]+\/.+$/
const PUBLIC = /^\/storage\/v1\/object\/public\/([^/]+)\/(.+)$/

/** The bucket and the name that a request's body is to be stored under; undefined for requests with another body. */
export const uploadTarget = (method: string, href: string): { bucket: string; name: string } | undefined => {
  const path = pathOf(href)
  const isUpload = method === 'POST' || method === 'PUT'
  const [, bucket, name] = (isUpload && UPLOAD.exec(path)) || (method === 'PUT' && SIGNED_UPLOAD.exec(path)) || []
  return bucket && name ? { bucket, name } : undefined
}

const LIST = /^\/storage\/v1\/object\/list\//

// As the hosted API checks them; Lite hands them to the database.
const listSchema = v.object({
  prefix: v.optional(v.string()),
  search: v.optional(v.string()),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  sortBy: v.optional(
    v.object({
      column: v.picklist(['name', 'created_at', 'updated_at', 'last_accessed_at']),
      order: v.optional(v.picklist(['asc', 'desc'])),
    }),
  ),
})

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// The characters the hosted API takes.
const NAME = /^[\w/!.*'() &$@=;:+,?-]{1,1024}$/

type Parts = {
  files: Files
  query: Query
  jwtSecret: string
  /** Bytes of the largest file. */
  sizeLimit: number
}

/** What Lite's Storage API lacks: uploads read as they arrive, limits of buckets, ranges, refusals where it fails. */
export const createStorageGate = ({ files, query, jwtSecret, sizeLimit }: Parts) => {
  const servePublic = createPublicFiles(files, query)

  const limitOf = async (bucket: string): Promise<number> => {
    const [row] = await query<{ most: string | null }>(
      'select file_size_limit::text as most from storage.buckets where id = $1',
      [bucket],
    )
    return Math.min(sizeLimit, Number(row?.most ?? sizeLimit))
  }

  const upload = async (
    request: Request,
    { bucket, name }: { bucket: string; name: string },
    pass: (request: Request, draft: Draft) => Promise<Response>,
  ): Promise<Response> => {
    if (!NAME.test(name)) return storageError(400, 'InvalidKey', 'Invalid key')
    const read = await readUpload(request, await limitOf(bucket))
    if (!read) return storageError(400, 'InvalidRequest', 'Missing file in multipart upload')
    const draft = await files.draft(read.bytes)
    const headers = new Headers(request.headers)
    headers.set('content-type', read.mimetype)
    headers.set('cache-control', read.cacheControl)
    headers.set('content-length', String(draft.size))
    const passed = new Request(request.url, { method: request.method, headers })
    return pass(passed, draft).finally(() => files.discard(draft))
  }

  const refuse = (cause: unknown): Response => {
    if (cause instanceof TooLarge)
      return storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
    if (cause instanceof CutOff) return storageError(400, 'InvalidRequest', 'Unexpected end of multipart data')
    if (!(cause instanceof NoRoom)) throw cause
    console.error(`[backend] A file could not be stored. ${cause.message}`)
    return storageError(507, 'InsufficientStorage', 'There is no room for this file at the moment.', 507)
  }

  /** Answers a call of the Storage API; `pass` hands it on to Lite, an upload with its draft. */
  return async (
    request: Request,
    bearer: string,
    pass: (request: Request, draft?: Draft) => Promise<Response>,
  ): Promise<Response> => {
    const { method, url } = request
    const { searchParams } = new URL(url)
    const path = pathOf(url)
    // PostgreSQL stores no NUL.
    if (path.includes('\0') || /%00/.test(url)) return storageError(400, 'InvalidKey', 'Invalid key')
    if (method === 'GET' || method === 'HEAD') {
      const [, bucket, name] = PUBLIC.exec(path) ?? []
      if (bucket && name) return servePublic(request, bucket, name)
    }
    const subject = claimsOf(bearer, jwtSecret)?.sub
    // The token of a signed link is signed like a session's, but its subject is a file.
    if (subject !== undefined && !v.is(v.pipe(v.string(), v.uuid()), subject)) return malformedToken()
    if (isNoToken(bearer, request.headers.get('apikey') ?? searchParams.get('apikey'))) return malformedToken()
    const token = searchParams.get('token')
    const isSigned = SIGNED_UPLOAD.test(path) || SIGNED_DOWNLOAD.test(path)
    if (isSigned && method !== 'POST' && token !== null && claimsOf(token, jwtSecret) === undefined)
      return storageError(400, 'InvalidJWT', 'signature verification failed')

    const target = uploadTarget(method, url)
    if (target) {
      const answer = await upload(request, target, pass).catch(refuse)
      await drain(request)
      return answer
    }
    const text = request.body ? await request.clone().text() : ''
    if (!isWalkable(text)) return unwalkable()
    const body = parse(text)
    // Lite fails on it with 500.
    if (body === undefined && request.headers.get('content-type')?.includes('json'))
      return storageError(400, 'InvalidRequest', 'Body is not valid JSON')
    if (LIST.test(path) && !v.is(listSchema, body ?? {}))
      return storageError(400, 'InvalidRequest', 'These options of a list are not known')
    const response = await pass(request)
    response.headers.delete('cache-control')
    return response
  }
}
