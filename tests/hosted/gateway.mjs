// @ts-check
import { createServer, request } from 'node:http'

// The paths that hosted Supabase knows, and which answers to pages of another origin its services let them read.
const EXPOSED = {
  '/auth/v1/': 'X-Total-Count, Link, X-Supabase-Api-Version',
  '/rest/v1/':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit',
  '/storage/v1/': '',
  '/functions/v1/': '',
}
const METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT'
// What links lead to, and what answers without a key.
const OPEN = /^\/auth\/v1\/(?:verify|callback|authorize|\.well-known\/)|^\/(?:storage|functions)\/v1\//

/** @typedef {import('node:http').IncomingMessage} Incoming @typedef {import('node:http').ServerResponse} Outgoing */

const refuse = (/** @type {Outgoing} */ res, /** @type {number} */ status, message = '', headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ message }))

/** Passes a request on; `headersOf` makes the headers that the browser gets of those that the service sent. */
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
 * Makes Vite's preview server what browsers see of a hosted project: its paths, and its answers to pages of another origin
 * in place of the embedded backend's, which are more generous. As the services' sources have them: Kong's plug-in with its
 * defaults before all of them, the functions' own answers behind it. Everything else, the mailbox included, is `backstage`.
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
    // A connection that has waited for seconds must not end just as it is used again.
    behind.keepAliveTimeout = 600_000
    server.httpServer.once('close', () => behind.close())
  },
})
