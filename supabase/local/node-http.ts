import type { IncomingMessage, ServerResponse } from 'node:http'

const BODY_MAX = 2 * 1024 * 1024

export const getRemoteAddress = (req: IncomingMessage): string => req.socket.remoteAddress ?? ''

export const sendError = (res: ServerResponse, status: number, message: string): void => {
  if (res.headersSent) return void res.end()
  res.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
  res.end(JSON.stringify({ message }))
}

/** Reads the whole body so that the browser gets a response. Returns undefined beyond `most` bytes. */
export const readBody = async (req: IncomingMessage, most = BODY_MAX): Promise<Buffer<ArrayBuffer> | undefined> => {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size <= most) chunks.push(chunk)
    else chunks = []
  }
  return size <= most ? Buffer.concat(chunks) : undefined
}

/** Reads the whole request, because a slow body must not hold the database's lock. */
export const toFetchRequest = async (req: IncomingMessage, most?: number): Promise<Request | undefined> => {
  const body = await readBody(req, most)
  if (!body) return undefined
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const method = req.method ?? 'GET'
  const url = new URL(req.url ?? '/', `http://${req.headers.host ?? 'localhost'}`)
  const sent = ['GET', 'HEAD'].includes(method) || body.byteLength === 0 ? null : body
  return new Request(url, { method, headers, body: sent, redirect: 'manual' })
}

export const sendFetchResponse = async (res: ServerResponse, response: Response): Promise<void> => {
  res.statusCode = response.status
  response.headers.forEach((value, name) => {
    res.setHeader(name, value)
  })
  res.end(Buffer.from(await response.arrayBuffer()))
}
