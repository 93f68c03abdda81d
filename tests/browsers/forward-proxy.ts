import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listen } from '../support/listen'

/** Subset of Playwright's `Route`. */
type Route = {
  request: () => { method: () => string; url: () => string }
  continue: () => Promise<void>
  abort: () => Promise<void>
  fulfill: (answer: { status?: number; json?: unknown }) => Promise<void>
}

const forward = (incoming: IncomingMessage, answer: ServerResponse) =>
  new Promise<void>((resolve, reject) => {
    const { method, headers, url = '' } = incoming
    const outgoing = request(url, { method, headers, agent: false }, (response) => {
      response.once('end', resolve)
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(answer)
    })
    outgoing.once('error', reject)
    incoming.pipe(outgoing)
  })

/** Starts a proxy that delays, refuses and watches requests between a browser and the site. */
export const startProxy = async () => {
  let isOffline = false
  const watchers: ((url: string) => void)[] = []
  const rules: { pattern: RegExp; handler: (route: never) => unknown }[] = []

  const server = createServer(async (incoming, answer) => {
    const url = incoming.url ?? ''
    for (const watch of watchers) watch(url)
    const abort = async () => void incoming.socket.destroy()
    const fulfill: Route['fulfill'] = async ({ status = 200, json }) =>
      void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    const request = () => ({ method: () => incoming.method ?? 'GET', url: () => url })
    const route: Route = { request, continue: () => forward(incoming, answer), abort, fulfill }
    const rule = rules.find(({ pattern }) => pattern.test(url))
    try {
      await (isOffline ? abort() : rule ? rule.handler(route as never) : route.continue())
    } catch {
      await abort()
    }
  })
  // A connection that has idled must not close just as it is reused.
  server.keepAliveTimeout = 600_000
  return {
    url: await listen(server),
    /** Adds a handler for requests that match a pattern. The last one added wins. */
    route: (pattern: RegExp, handler: (route: never) => unknown) => void rules.unshift({ pattern, handler }),
    setOffline: (offline: boolean) => {
      isOffline = offline
    },
    onRequest: (watch: (url: string) => void) => watchers.push(watch),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
