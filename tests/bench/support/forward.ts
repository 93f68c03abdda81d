import { request as ask } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

// HTTP/2 knows neither: they speak of one connection, and there are two.
const CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'host', 'upgrade']

const passable = <Value>(headers: Record<string, Value>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !CONNECTION.includes(name)))

/** Lets the embedded backend answer a request; hosted, the browser would ask it directly. */
export const forward = (backend: string, request: Http2ServerRequest, response: Http2ServerResponse): void => {
  const { method, url } = request
  const passed = ask(new URL(url, backend), { method, headers: passable(request.headers) }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, passable(answer.headers))
    answer.pipe(response)
  })
  passed.once('error', () => response.writeHead(502).end())
  request.pipe(passed)
}
