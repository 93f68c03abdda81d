import type { Query } from '../database/engine.ts'
import { decodedPath } from '../requests.ts'
import type { Files } from './files.ts'
import { createPublicFiles, createPublicInfo, storageError } from './public-files.ts'

/** More than the largest file and the form around it; Lite enforces the limits of buckets. */
export const UPLOAD_MAX = 51 * 1024 * 1024

export const isStorage = (href: string): boolean => decodedPath(href).startsWith('/storage/v1/')

// Calls of the API that look like a bucket.
const CALLS = 'authenticated|copy|info|list|move|public|sign|upload'
const UPLOAD = new RegExp(`^/storage/v1/object/(?:(?!(?:${CALLS})/)|upload/sign/)[^/]+/.`)
const PUBLIC = /^\/storage\/v1\/object\/(info\/)?public\/([^/]+)\/(.+)$/

export const isUpload = (method: string, href: string): boolean =>
  ['POST', 'PUT'].includes(method) && UPLOAD.test(decodedPath(href))

// Lite takes a file with its length, where supabase-js sends a form.
const plainUpload = async (request: Request): Promise<Request | undefined> => {
  const headers = new Headers(request.headers)
  let body = await request.arrayBuffer()
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('multipart/')) {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined)
    const file = [...(form?.values() ?? [])].find((value) => typeof value !== 'string')
    if (!file) return undefined
    headers.set('content-type', file.type || 'application/octet-stream')
    const seconds = String(form?.get('cacheControl') ?? '')
    headers.set('cache-control', /^\d[\w=, -]*$/.test(seconds) ? `max-age=${seconds}` : 'no-cache')
    body = await file.arrayBuffer()
  }
  headers.set('content-length', String(body.byteLength))
  return new Request(request.url, { method: request.method, headers, body })
}

/** What Lite's Storage API lacks: forms as supabase-js sends them, ranges of public files, and what it tells of these. */
export const createStorageGate = (files: Files, query: Query) => {
  const servePublic = createPublicFiles(files, query)
  const tellPublic = createPublicInfo(query)
  return async (request: Request, pass: (request: Request) => Promise<Response>): Promise<Response> => {
    const { method, url } = request
    const [, info, bucket, name] = (['GET', 'HEAD'].includes(method) && PUBLIC.exec(decodedPath(url))) || []
    if (bucket && name) return info ? tellPublic(bucket, name) : servePublic(request, bucket, name)
    const passPrivate = async (call: Request) => {
      const response = await pass(call)
      // It would override the server's `no-store`.
      response.headers.delete('cache-control')
      return response
    }
    if (!isUpload(method, url)) return passPrivate(request)
    const upload = await plainUpload(request)
    return upload ? passPrivate(upload) : storageError(400, 'InvalidRequest', 'Missing file in multipart upload')
  }
}
