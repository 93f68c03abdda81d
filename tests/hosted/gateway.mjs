// @ts-check
import { createServer, request } from 'node:http'

// Paths of hosted Supabase, with the response headers that its services expose to other origins.
const EXPOSED = {
  '/auth/v1/': 'X-Total-Count, Link, X-Supabase-Api-Version',
  '/rest/v1/':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit',
  '/storage/v1/': '',
  '/functions/v1/': '',
}
const METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT'
// Link targets and services that work without a key.
const OPEN = /^\/auth\/v1\/(?:verify|callback|authorize|\.well-known\/)|^\/(?:storage|functions)\/v1\//

/** @typedef {import('node:http').IncomingMessage} Incoming @typedef {import('node:http').ServerResponse} Outgoing */

const refuse = (/** @type {Outgoing} */ res, /** @type {number} */ status, message = '', headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ message }))

/** Forwards a request. `headersOf` maps the service's response headers. */
const pass = (
  /** @type {Incoming} */ req,
  /** @type {Outgoing} */ res,
  /** @type {number} */ port,
  /** @type {(headers: import('node:http').IncomingHttpHeaders) => import('node:http').OutgoingHttpHeaders} */ headersOf,
) => {
  const { method, url: path, headers } = req
  const call = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, headersOf(answer.headers))
    answer.pipe(res)
  })
  call.once('error', () => (res.headersSent ? res.destroy() : refuse(res, 502, 'The service did not answer.')))
  res.once('close', () => call.destroy())
  req.pipe(call)
}

/**
 * Gives Vite's preview server the paths and CORS headers of a hosted project, which are stricter than the embedded
 * backend's. They follow the sources of Kong's plug-in and the functions. `backstage` serves the rest.
 * @param {number} backstage port @returns {import('vite').Plugin}
 */
export const hostedGateway = (backstage) => ({
  name: 'hosted-gateway',
  enforce: 'pre',
  configurePreviewServer(server) {
    server.middlewares.use((req, res, next) => {
      if (req.socket.localPort === backstage) return next()
      const url = req.url ?? ''
      const [prefix, exposed] = Object.entries(EXPOSED).find(([start]) => url.startsWith(start)) ?? []
      if (prefix === undefined) return refuse(res, 404, 'no Route matched with those values')
      if (prefix === '/functions/v1/') return pass(req, res, backstage, (headers) => headers)
      const { origin } = req.headers
      const anyOrigin = origin ? { 'access-control-allow-origin': '*' } : {}
      if (req.method === 'OPTIONS' && origin && req.headers['access-control-request-method']) {
        const asked = req.headers['access-control-request-headers']
        const allowed = {
          'access-control-allow-methods': METHODS,
          ...(asked && { 'access-control-allow-headers': asked }),
        }
        return res.writeHead(200, { ...anyOrigin, ...allowed }).end()
      }
      const key = req.headers.apikey ?? new URL(url, 'http://gateway').searchParams.get('apikey')
      if (!key && !OPEN.test(url)) return refuse(res, 401, 'No API key found in request', anyOrigin)
      pass(req, res, backstage, (headers) => ({
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-'))),
        ...anyOrigin,
        ...(origin && exposed && { 'access-control-expose-headers': exposed }),
      }))
    })
    const behind = createServer(server.middlewares).listen(backstage, '127.0.0.1')
    // A connection that has idled for seconds must not close just as it is reused.
    behind.keepAliveTimeout = 600_000
    server.httpServer.once('close', () => behind.close())
  },
})
