import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { parseHeaders, parseRewrites, resolvePath } from '../../../src/prerender/hosting-rules.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { forward } from './forward.ts'
import { type PublishedFile, readFolder, toPublished } from './published.ts'

/** What a host says where `_headers` says nothing: ask each time, and be told that nothing has changed. */
const REVALIDATE = 'public, max-age=0, must-revalidate'
const BACKEND = /^\/(?:(?:rest|auth|functions)\/v1|api|__mail)(?:\/|\?|$)/

/** A static host, as the bench sees it. */
export type StaticHost = {
  url: string
  /** Publishes one more page at a URL of its own. */
  publish: (path: string, html: string) => Promise<void>
  close: () => void
}

/**
 * Serves a built site as a good static host does: HTTP/2 over TLS, Brotli at its best (made once, cached in memory),
 * `_headers` and `_redirects` obeyed, clean URLs, 304 for what has not changed and the 404 page with status 404.
 * What belongs to the backend is passed on to `backend`, when there is one.
 */
export const startStaticHost = async (dist: string, backend?: string): Promise<StaticHost> => {
  const files = await readFolder(dist)
  const text = (path: string) => files.get(path)?.plain.toString() ?? ''
  const headers = parseHeaders(text('/_headers'))
  const rewrites = parseRewrites(text('/_redirects'))

  const ours = new Set<string>()

  const answer = (request: Http2ServerRequest, response: Http2ServerResponse) => {
    if (backend && BACKEND.test(request.url)) return forward(backend, request, response)
    const [pathname = '/'] = request.url.split('?')
    const resolved = resolvePath(pathname, rewrites, (name) => files.has(name))
    if (resolved && 'redirect' in resolved) return response.writeHead(308, { location: resolved.redirect }).end()
    const found: PublishedFile | undefined = resolved && files.get(resolved.file)
    const file = found ?? files.get('/404.html')
    if (!file) return response.writeHead(404).end()

    response.setHeader('content-type', file.type)
    response.setHeader('cache-control', REVALIDATE)
    response.setHeader('etag', file.etag)
    if (file.brotli) response.setHeader('vary', 'Accept-Encoding')
    for (const rule of headers.filter(({ pattern }) => pattern.test(pathname)))
      for (const [name, value] of rule.headers) response.setHeader(name, value)

    // The policy names the styles of the site's pages alone, and the floor has others.
    if (ours.has(pathname)) response.removeHeader('content-security-policy')

    if (found && request.headers['if-none-match'] === file.etag) return response.writeHead(304).end()
    const coded = file.brotli && /\bbr\b/.test(String(request.headers['accept-encoding'])) ? file.brotli : undefined
    if (coded) response.setHeader('content-encoding', 'br')
    const bytes = coded ?? file.plain
    response.setHeader('content-length', bytes.length)
    response.writeHead(found ? 200 : 404)
    response.end(request.method === 'HEAD' ? '' : bytes)
  }

  const server = createSecureServer({ ...makeCertificate(), allowHTTP1: true }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    publish: async (path, html) => {
      ours.add(path)
      files.set(path, await toPublished('page.html', Buffer.from(html)))
    },
    close: () => server.close(),
  }
}
