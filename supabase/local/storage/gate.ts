import { isNoToken, isWalkable, malformedToken, subjectOf, unwalkable } from '../auth-requests.ts'
import type { Query } from '../database/engine.ts'
import type { Draft, Files } from './files.ts'
import { createPublicFiles } from './public-files.ts'

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

type Upload = { body: AsyncIterable<Uint8Array>; mimetype: string; cacheControl: string }

const nothing: AsyncIterable<Uint8Array> = (async function* () {})()

// supabase-js sends a Blob as a form whose file has no name; Lite looks for one named "file".
const readUpload = async (request: Request): Promise<Upload | undefined> => {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const cacheControl = request.headers.get('cache-control') ?? 'no-cache'
    return { body: request.body ?? nothing, mimetype: type || 'application/octet-stream', cacheControl }
  }
  const form = await request.formData().catch(() => undefined)
  const file = form && [...form.values()].find((value) => value instanceof File)
  if (!form || !file) return undefined
  const seconds = form.get('cacheControl')
  return {
    body: file.stream(),
    mimetype: file.type || 'application/octet-stream',
    cacheControl: typeof seconds === 'string' && /^[\w=, -]+$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
  }
}

const isDiskFull = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'

type Parts = {
  files: Files
  query: Query
  jwtSecret: string
  /** Bytes of the largest file. */
  sizeLimit: number
}

/** What Lite's Storage API lacks: bodies that do not fit into memory twice, limits of buckets, ranges. */
export const createStorageGate = ({ files, query, jwtSecret, sizeLimit }: Parts) => {
  const servePublic = createPublicFiles(files, query)
  const tooLarge = () => storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')

  const limitOf = async (bucket: string): Promise<number> => {
    const [row] = await query<{ most: string | null }>(
      'select file_size_limit::text as most from storage.buckets where id = $1',
      [bucket],
    )
    return Math.min(sizeLimit, Number(row?.most ?? sizeLimit))
  }

  const upload = async (
    request: Request,
    target: { bucket: string },
    pass: (request: Request, draft: Draft) => Promise<Response>,
  ): Promise<Response> => {
    const limit = await limitOf(target.bucket)
    const read = await readUpload(request)
    if (!read) return storageError(400, 'InvalidRequest', 'Missing file in multipart upload')
    let draft: Draft | undefined
    try {
      draft = await files.draft(read.body, limit)
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause
      return storageError(507, 'Insufficient storage', 'The file cannot be stored: there is no room for it.', 507)
    }
    if (!draft) return tooLarge()
    const headers = new Headers(request.headers)
    headers.set('content-type', read.mimetype)
    headers.set('cache-control', read.cacheControl)
    headers.set('content-length', String(draft.size))
    const passed = new Request(request.url, { method: request.method, headers })
    const stored = draft
    return pass(passed, stored).finally(() => files.discard(stored))
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
    if (isNoToken(bearer, request.headers.get('apikey') ?? searchParams.get('apikey'))) return malformedToken()
    const token = searchParams.get('token')
    const isSigned = SIGNED_UPLOAD.test(path) || SIGNED_DOWNLOAD.test(path)
    if (isSigned && method !== 'POST' && token !== null && subjectOf(token, jwtSecret) === undefined)
      return storageError(400, 'InvalidJWT', 'signature verification failed')

    const target = uploadTarget(method, url)
    if (target) return upload(request, target, pass)
    const text = request.body ? await request.clone().text() : ''
    const response = isWalkable(text) ? await pass(request) : unwalkable()
    response.headers.delete('cache-control')
    return response
  }
}
