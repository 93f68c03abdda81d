import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a test decides about a request: the part of Playwright's `Route` that the tests use. */
export type ProxyRoute = {
  request: () => { url: () => string; method: () => string }
  continue: () => Promise<void>
  abort: () => Promise<void>
  /** Lets the server handle the request, and keeps its answer from the browser. */
  fetch: () => Promise<void>
}
type Decide = (route: ProxyRoute) => unknown

/** Between a browser and the site, so that tests can hold back, refuse and watch requests; returns what they do that with. */
export const startProxy = async () => {
  let decide: Decide | undefined
  let isOffline = false
  const watchers: ((url: string) => void)[] = []
  const statuses = new Map<string, number>()

  const forward = (incoming: IncomingMessage, answer?: ServerResponse) =>
    new Promise<void>((resolve, reject) => {
      const { method, headers, url = '' } = incoming
      const outgoing = request(url, { method, headers, agent: false }, (response) => {
        statuses.set(url, response.statusCode ?? 0)
        response.once('end', resolve)
        if (!answer) return response.resume()
        answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
        return response.pipe(answer)
      })
      outgoing.once('error', reject)
      incoming.pipe(outgoing)
    })

  const server = createServer(async (incoming, answer) => {
    const url = incoming.url ?? ''
    for (const watch of watchers) watch(url)
    const abort = async () => void incoming.socket.destroy()
    const route: ProxyRoute = {
      request: () => ({ url: () => url, method: () => incoming.method ?? '' }),
      continue: () => forward(incoming, answer),
      abort,
      fetch: () => forward(incoming),
    }
    try {
      await (isOffline ? abort() : decide ? decide(route) : route.continue())
    } catch {
      await abort()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Asks for every request from now on; nothing lets all pass. */
    decide: (next: Decide | undefined) => {
      decide = next
    },
    setOffline: (offline: boolean) => {
      isOffline = offline
    },
    onRequest: (watch: (url: string) => void) => watchers.push(watch),
    /** The status of the last answer to a URL. */
    statusOf: (url: string) => statuses.get(url),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
