import { createServer, type Server } from 'node:http'
import type { TestProject } from 'vitest/node'
import { site } from '../../src/content/site.ts'
import { startTestServer, type TestServer } from './backend.ts'
import { createUser } from './backend-users.ts'
import { TEST_COMPANY } from './company.ts'
import { listen } from './listen.ts'

/** Query of a server's rows and emails. */
export type BackstageCall = { server: 'site' | 'mailDown' | 'untouched' | 'copied' | 'rebuilds' } & (
  | { sql: string; parameters: readonly unknown[] }
  | { mailsTo: string }
  | { user: { email: string; password: string; app_metadata: object } }
  | { url: true }
)

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
    /** Second site, whose mail server doesn't respond. */
    mailDownUrl: string
    /** URL that drops every connection. */
    deadUrl: string
    backstageUrl: string
    publishableKey: string
  }
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve))

// Connects the workers to the servers' rows and emails.
const openBackstage = (serverOf: (name: BackstageCall['server']) => Promise<TestServer>) =>
  createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    try {
      const call: BackstageCall = JSON.parse(Buffer.concat(chunks).toString())
      const server = await serverOf(call.server)
      const answer = async () => {
        if ('url' in call) return server.url
        if ('user' in call) return createUser(server, call.user)
        return 'sql' in call ? server.sql(call.sql, call.parameters) : server.mails(call.mailsTo)
      }
      response.end(JSON.stringify(await answer()))
    } catch (cause) {
      response.writeHead(500).end(JSON.stringify(String(cause)))
    }
  })

/** Starts the backends once for all files. */
export default async function setup(project: TestProject) {
  // The functions must name the same company as the site.
  Object.assign(TEST_COMPANY, {
    name: site.name,
    email: site.email,
    phone: site.phone.display,
    mailFrom: site.mailFrom,
    admin: site.adminEmail,
  })
  const [siteServer, mailDown] = await Promise.all([startTestServer(), startTestServer({ smtpDown: true })])
  // The first administrator, published media, backups and rebuilds need their own servers, which start on demand.
  const others = new Map<string, Promise<TestServer>>()
  const backstage = openBackstage(async (name) => {
    if (name === 'site') return siteServer
    if (name === 'mailDown') return mailDown
    const other = others.get(name) ?? startTestServer()
    others.set(name, other)
    return other
  })
  // Another server could take a free port.
  const dead = createServer(({ socket }) => socket.destroy())
  // Vitest can't capture this process's log. Without `--silent`, it is shown.
  if (project.vitest.config.silent) Object.assign(console, { info: () => {}, error: () => {} })
  project.provide('siteUrl', siteServer.url)
  project.provide('mailDownUrl', mailDown.url)
  project.provide('deadUrl', await listen(dead))
  project.provide('backstageUrl', await listen(backstage))
  project.provide('publishableKey', siteServer.publishableKey)
  return async () => {
    const started = await Promise.all(others.values())
    await Promise.all([close(backstage), close(dead), ...[siteServer, mailDown, ...started].map(({ stop }) => stop())])
  }
}
