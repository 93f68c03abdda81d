import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { type BackendParts, createBackend } from '../../supabase/local/backend.ts'
import { openPglite } from '../../supabase/local/database/engine.ts'
import { filesFolder } from '../../supabase/local/database/lock.ts'
import { prepareDataDir } from '../../supabase/local/database/template.ts'
import type { StoredMail } from '../../supabase/local/mailbox/store.ts'
import type { BackendOptions } from '../../supabase/local/options.ts'
import { createFunctionEnvironment } from '../../supabase/local/options.ts'
import { readProjectConfig } from '../../supabase/local/project-config.ts'
import { startEmbeddedServer } from '../../supabase/local/server.ts'
import { TEST_COMPANY } from './company.ts'
import { copyHostedDatabase } from './hosted-database.ts'
import { listen } from './listen.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

// supabase-js needs a WebSocket, which Node 20 lacks.
Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? class {} })

const KEYS = {
  publishable: 'sb_publishable_for_tests_only',
  secret: 'sb_secret_for_tests_only',
  jwtSecret: 'jwt-secret-for-tests-only-jwt-secret-for-tests-only',
}

export type TestMail = Pick<StoredMail, 'to' | 'replyTo' | 'subject' | 'text' | 'html'>

type SentMail = { to: string } & Partial<Pick<StoredMail, 'subject' | 'text' | 'html'>>

type Common = {
  url: string
  publishableKey: string
  secretKey: string
  sql: <Row>(text: string, parameters?: readonly unknown[]) => Promise<Row[]>
  stop: () => Promise<void>
}

/** Backend whose `fetch` and functions run in this process. */
export type TestBackend = Common & {
  fetch: typeof fetch
  /** Emails, newest first. */
  mails: (to?: string) => SentMail[]
}

/** Backend behind a port, with functions on Deno and emails over SMTP. */
export type TestServer = Common & {
  mails: (to?: string) => TestMail[]
  /** Port of the mail server. */
  mailPort: number
}

type Options = Partial<Omit<BackendOptions, 'root' | 'dataDir' | 'port'>>

// The hosted limit allows a file thirty sign-ins.
const optionsOf = (options: Options, port = 0, dataDir = ''): BackendOptions => ({
  ...{ root, dataDir, port, smtpPort: 0, seed: false, keys: KEYS, company: TEST_COMPANY, adminSetup: true },
  ...{ passwordChangeRequired: false, authLimits: false, recaptcha: { secret: '', verifyUrl: '' } },
  builds: { DEPLOY_HOOK_URL: '', BUILDS_PER_MONTH: '', BUILD_QUIET_MINUTES: '', BUILD_LOST_AFTER_MINUTES: '' },
  pagesOrigin: '',
  ...options,
})

const throwAwayFolder = () => path.join(tmpdir(), `groundworks-test-${process.pid}-${randomUUID()}`)

type Database = Pick<BackendParts, 'engine' | 'owner'> & { filesDir: string; discard: () => Promise<void> }

async function openDatabase(): Promise<Database> {
  const server = process.env.TEST_POSTGRES_URL
  const dataDir = throwAwayFolder()
  const filesDir = filesFolder(dataDir)
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (!server) {
    await prepareDataDir(root, dataDir)
    const engine = await openPglite(dataDir, { relaxed: true })
    return { engine, filesDir, discard: async () => removeFolder() }
  }
  const { discard, ...database } = await copyHostedDatabase(server)
  return { ...database, filesDir, discard: () => discard().then(removeFolder) }
}

const SITE_URL = 'http://localhost:3000'

/**
 * Starts a backend in this process: PGlite, or PostgreSQL 17 in the Vitest projects `database` and `postgres`. Paths
 * for `fetch` are relative to the site's URL.
 */
export async function createTestBackend({
  signUp,
  ...options
}: Options & { signUp?: boolean } = {}): Promise<TestBackend> {
  const outbox: SentMail[] = []
  const config = readProjectConfig(root)
  config.auth.enable_signup = signUp ?? config.auth.enable_signup
  // The hosted default confirms by email, but tests need the session immediately.
  config.auth.email.enable_confirmations = !signUp
  const { discard, ...database } = await openDatabase()
  const send = async (mail: SentMail) => void outbox.unshift(mail)
  const { seed, authLimits } = optionsOf(options)
  const parts = { ...database, root, config, keys: KEYS, seed, authLimits }
  const backend = await createBackend({ ...parts, origins: [SITE_URL], email: { send } })

  const handle: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, SITE_URL), init)
    const { origin, pathname } = new URL(request.url)
    if (origin !== SITE_URL) return fetch(request)
    const [, name] = /^\/(?:functions\/v1|api(?=\/submit-testimonial$))\/([^/]+)/.exec(pathname) ?? []
    const handler = `${root}/supabase/functions/${name}/handler.ts`
    if (!name || !existsSync(handler)) return backend.fetch(request, '127.0.0.1')
    const { createHandler } = await import(handler)
    request.headers.set('x-forwarded-for', '127.0.0.1')
    // The platform passes on the path from the function's name.
    const path = new URL(request.url.replace(pathname, pathname.slice(pathname.indexOf(`/${name}`))))
    return createHandler(services)(new Request(path, request))
  }
  const urls = { SUPABASE_URL: SITE_URL, SITE_URL: options.pagesOrigin || SITE_URL, SITE_ORIGINS: SITE_URL }
  const environment = { ...createFunctionEnvironment(optionsOf(options), 1), ...urls }
  const services = createServices(environment, { fetch: handle, sendMail: send })

  return {
    url: SITE_URL,
    publishableKey: KEYS.publishable,
    secretKey: KEYS.secret,
    fetch: handle,
    sql: backend.sql,
    mails: (to) => outbox.filter((mail) => !to || mail.to === to),
    async stop() {
      await backend.close()
      await discard()
    },
  }
}

/** Starts the embedded backend like the dev server. `smtpDown` stops its mail server. */
export async function startTestServer({
  smtpDown,
  port,
  ...options
}: Options & { smtpDown?: boolean; port?: number } = {}): Promise<TestServer> {
  const dataDir = throwAwayFolder()
  const http = createServer()
  // Avoids the race between a closing connection and its reuse.
  http.keepAliveTimeout = 600_000
  const url = await listen(http, port)
  const server = startEmbeddedServer(optionsOf(options, Number(new URL(url).port), dataDir), { relaxed: true })
  http.on('request', (req, res) => void server.handle(req, res))
  const backend = await server.ready
  const mailbox = await server.mailbox
  if (smtpDown) await mailbox.close()
  return {
    url,
    publishableKey: KEYS.publishable,
    secretKey: KEYS.secret,
    sql: backend.sql,
    mails: mailbox.list,
    mailPort: mailbox.port,
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await (smtpDown ? backend.close().then(server.abandon) : server.close())
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
