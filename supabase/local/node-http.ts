import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'

/** Largest body that database, auth API and functions take; nothing the site sends is near it. */
const BODY_MAX = 2 * 1024 * 1024

/** IP address of the client. */
export const peerOf = (req: IncomingMessage): string => req.socket.remoteAddress ?? ''

/** Answers with a short JSON error. */
export const sendError = (res: ServerResponse, status: number, message: string): void => {
  if (res.headersSent) return void res.end()
  res.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
  res.end(JSON.stringify({ message }))
}

// Fetch has no such requests.
const REFUSED_METHODS = ['CONNECT', 'TRACE', 'TRACK']

/** The status to refuse a request with that cannot be passed on; undefined for every other. */
export const refusalOf = ({ method = 'GET', url = '/', headers }: IncomingMessage): 400 | 405 | undefined => {
  if (REFUSED_METHODS.includes(method.toUpperCase())) return 405
  return URL.canParse(url, `http://${headers.host ?? 'localhost'}`) ? undefined : 400
}

const fetchRequest = (req: IncomingMessage, body: BodyInit | null): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const method = req.method ?? 'GET'
  const url = new URL(req.url ?? '/', `http://${req.headers.host ?? 'localhost'}`)
  const sent = ['GET', 'HEAD'].includes(method) ? null : body
  // The DOM's types do not know `duplex`, without which Node sends no stream.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body: sent, duplex: 'half', redirect: 'manual' }
  return new Request(url, init)
}

/** Reads the body of a request completely. Undefined when it is too long. */
export const readBody = async (req: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  // Destroying the request would take the answer with it.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > BODY_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a request completely: a slow body must not hold the database's lock. Undefined when it is too long. */
export const toFetchRequest = async (req: IncomingMessage): Promise<Request | undefined> => {
  const body = await readBody(req)
  return body && fetchRequest(req, body.byteLength > 0 ? body : null)
}

/** A request whose body is read while it arrives, for files. */
export const toUploadRequest = (req: IncomingMessage): Request =>
  fetchRequest(req, Readable.toWeb(req) as ReadableStream<Uint8Array>)

/** Sends a fetch response over a node connection. */
export const sendFetchResponse = async (res: ServerResponse, response: Response): Promise<void> => {
  res.statusCode = response.status
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') res.setHeader(name, value)
  })
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader('set-cookie', cookies)
  if (!response.body || !response.headers.has('content-length')) {
    return void res.end(Buffer.from(await response.arrayBuffer()))
  }
  await pipeline(Readable.fromWeb(response.body as NodeStream), res).catch((cause: unknown) => {
    // A visitor who leaves in the middle of a film is no fault.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw cause
  })
}
