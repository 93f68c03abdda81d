import type { Query } from '../database/engine.ts'
import { decodePath } from '../requests.ts'
import type { Files } from './files.ts'
import { createPublicFiles, createPublicInfo, storageError } from './public-files.ts'

/** Maximum file and form in bytes. Lite enforces bucket limits. */
export const UPLOAD_MAX = 51 * 1024 * 1024

export const isStorage = (href: string): boolean => decodePath(href).startsWith('/storage/v1/')

// API calls that look like a bucket.
const CALLS = 'authenticated|copy|info|list|move|public|sign|upload'
const UPLOAD = new RegExp(`^/storage/v1/object/(?:(?!(?:${CALLS})/)|upload/sign/)[^/]+/.`)
const PUBLIC = /^\/storage\/v1\/object\/(info\/)?public\/([^/]+)\/(.+)$/

export const isUpload = (method: string, href: string): boolean =>
  ['POST', 'PUT'].includes(method) && UPLOAD.test(decodePath(href))

// supabase-js sends a form, but Lite expects a file with its length.
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

// Hosted Storage also accepts rules with a value.
const ROBOTS_RULE = /^(all|noindex|nofollow|none|nosnippet|indexifembedded|notranslate|noimageindex)$/

/** Adds what Lite lacks: supabase-js forms, `x-robots-tag`, ranges and info of public files. */
export const createStorageGate = (files: Files, query: Query) => {
  const servePublic = createPublicFiles(files, query)
  const tellPublic = createPublicInfo(query)
  return async (request: Request, pass: (request: Request) => Promise<Response>): Promise<Response> => {
    const { method, url } = request
    const [, info, bucket, name] = (['GET', 'HEAD'].includes(method) && PUBLIC.exec(decodePath(url))) || []
    if (bucket && name) return info ? tellPublic(bucket, name) : servePublic(request, bucket, name)
    const passPrivate = async (call: Request) => {
      const response = await pass(call)
      // Lite only allows cross-origin headers of its own list.
      const wanted = call.headers.get('access-control-request-headers')
      if (wanted) response.headers.set('access-control-allow-headers', wanted)
      // It would override the server's `no-store`.
      response.headers.delete('cache-control')
      return response
    }
    if (!isUpload(method, url)) return passPrivate(request)
    const robots = request.headers.get('x-robots-tag')
    const wrong = robots?.split(/ *, */).find((rule) => !ROBOTS_RULE.test(rule))
    if (wrong !== undefined) {
      const reason = `Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "${wrong}"`
      return storageError(400, 'invalid_x_robots_tag', reason)
    }
    const upload = await plainUpload(request)
    if (!upload) return storageError(400, 'InvalidRequest', 'Missing file in multipart upload')
    const response = await passPrivate(upload)
    if (robots && response.ok) {
      const { Id } = await response.clone().json()
      const rule = `update storage.objects set metadata = metadata || jsonb_build_object('xRobotsTag', $2::text) where id = $1`
      await query(rule, [Id, robots])
    }
    return response
  }
}
