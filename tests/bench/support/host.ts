import { createSecureServer, type Http2ServerRequest } from 'node:http2'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { serve } from '../../../scripts/site.mjs'
import { makeCertificate } from '../../support/certificate.ts'
import { filesBelow } from '../../support/files-below.ts'
import { listen as listenHere } from '../../support/listen.ts'

type Answer = { status: number; headers: Record<string, string>; bytes: Buffer }

const BACKEND = /^\/(?:(?:rest|auth|storage|functions)\/v1|api|__mail)(?:\/|\?|$)/
// Hop-by-hop headers, and those of the body's old encoding.
const LEFT_OUT = ['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length', 'vary']
const compress = promisify(brotliCompress)

const pack = async ({ status, headers, bytes }: Answer): Promise<Answer> => {
  if (!/text|javascript|json|xml|x-icon/.test(headers['content-type'] ?? '')) return { status, headers, bytes }
  const coding = { 'content-encoding': 'br', vary: 'Accept-Encoding' }
  return { status, headers: { ...headers, ...coding }, bytes: await compress(bytes) }
}

const ask = async (url: string, { method = 'GET', headers = {}, body = Buffer.of() } = {}): Promise<Answer> => {
  const sent = body.length > 0 && { body: new Uint8Array(body) }
  const answer = await fetch(url, { method, headers, redirect: 'manual', ...sent })
  const kept = [...answer.headers].filter(([name]) => !LEFT_OUT.includes(name))
  return { status: answer.status, headers: Object.fromEntries(kept), bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Forwards a request. */
export const forward = async (url: string, request: Http2ServerRequest) => {
  const given = Object.entries(request.headers).filter(([name]) => !name.startsWith(':') && name !== 'connection')
  const headers = Object.fromEntries(given) as Record<string, string>
  return ask(url, { method: request.method, headers, body: await buffer(request) })
}

/** Serves HTTP/2 over TLS and returns the URL. Browsers must ignore certificate errors. */
export const listen = async (
  answerTo: (request: Http2ServerRequest) => Promise<Answer>,
  port = 0,
  certificate = makeCertificate(),
): Promise<string> => {
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, async (request, response) => {
    const { status, headers, bytes } = await answerTo(request)
    response.writeHead(status, headers)
    response.end(request.method === 'HEAD' ? '' : bytes)
  })
  const { port: taken } = new URL(await listenHere(server, port))
  return `https://localhost:${taken}`
}

/**
 * Serves a build like a good static host, with HTTP/2, Brotli, `_headers`, `_redirects` and an empty embedded backend.
 */
export const startHost = async (folder = 'dist', port = 0) => {
  const site = await serve(folder)
  const kept = new Map<string, Answer>()
  const keep = async (address: string) => {
    const answer = await pack(await ask(site + address, { headers: { accept: 'text/html' } }))
    kept.set(address, answer)
    return answer
  }
  // Compressed in advance, so that no response waits for it.
  for (const file of filesBelow(folder)) await keep(`/${path.relative(folder, file).replace(/(?:index)?\.html$/, '')}`)

  const answerTo = async (request: Http2ServerRequest) => {
    const { url } = request
    return BACKEND.test(url) ? forward(site + url, request) : (kept.get(url) ?? keep(url))
  }
  return {
    url: await listen(answerTo, port),
    /** Adds a page. */
    publish: async (address: string, html: string) => {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      kept.set(address, await pack({ status: 200, headers, bytes: Buffer.from(html) }))
    },
  }
}
