import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mail } from '../../supabase/functions/_shared/mailer.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { createHandler as adminEmail } from '../../supabase/functions/admin-email/handler.ts'
import { createHandler as authAdmin } from '../../supabase/functions/auth-admin/handler.ts'
import { createHandler as moderateReviews } from '../../supabase/functions/moderate-reviews/handler.ts'
import { createHandler as publish } from '../../supabase/functions/publish/handler.ts'
import { createHandler as sendEmail } from '../../supabase/functions/send-email/handler.ts'
import { createHandler as submitTestimonial } from '../../supabase/functions/submit-testimonial/handler.ts'
import { type BackendParts, createBackend } from '../../supabase/local/backend.ts'
import { openPglite } from '../../supabase/local/database/engine.ts'
import { filesFolder } from '../../supabase/local/database/lock.ts'
import { prepareDataDir } from '../../supabase/local/database/template.ts'
import type { StoredMail } from '../../supabase/local/mailbox/store.ts'
import type { BackendOptions } from '../../supabase/local/options.ts'
import { functionEnvironment } from '../../supabase/local/options.ts'
import { readProjectConfig } from '../../supabase/local/project-config.ts'
import { startEmbeddedServer } from '../../supabase/local/server.ts'
import { TEST_COMPANY } from './company.ts'
import { copyHostedDatabase } from './hosted-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

// Node 20 has no WebSocket, without which supabase-js makes no client, although nothing here opens one. Deno has it.
Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? class {} })

const KEYS = {
  publishable: 'sb_publishable_for_tests_only',
  secret: 'sb_secret_for_tests_only',
  jwtSecret: 'jwt-secret-for-tests-only-jwt-secret-for-tests-only',
}

/** An e-mail that would have been sent. */
export type TestMail = Pick<StoredMail, 'to' | 'replyTo' | 'subject' | 'text' | 'html'>

type Common = {
  url: string
  publishableKey: string
  secretKey: string
  /** Runs SQL as the database's owner. */
  sql: <Row>(text: string, parameters?: readonly unknown[]) => Promise<Row[]>
  /** The e-mails so far, newest first; `to` narrows to one recipient. */
  mails: (to?: string) => TestMail[]
  stop: () => Promise<void>
}

/** A backend without a server: `fetch` answers in this process, functions included. */
export type TestBackend = Common & { fetch: typeof fetch }

/** A backend behind a real port, with its functions on Deno and its e-mails over SMTP. */
export type TestServer = Common & {
  /** Where its functions expect the mail server. */
  mailPort: number
}

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

const toTestMail = (mail: {
  to: string
  subject: string
  text?: string
  html?: string
  replyTo?: Mail['replyTo']
}): TestMail => ({
  to: [mail.to],
  replyTo: mail.replyTo ? `${mail.replyTo.name} <${mail.replyTo.address}>` : '',
  subject: mail.subject,
  text: mail.text ?? '',
  html: mail.html ?? '',
})

/**
 * Starts a backend in this process on a database of its own: PGlite, or PostgreSQL 17 in the Vitest
 * project `postgres`.
 * Hand `backend.fetch` to supabase-js (`global.fetch`) or put it in place of `fetch`; paths are relative to `siteUrl`.
 */
export async function createTestBackend(
  options: Pick<ServerOptions, 'seed' | 'adminSetup' | 'passwordChangeRequired' | 'deployHookUrl'> & {
    signUp?: boolean
    siteUrl?: string
  } = {},
): Promise<TestBackend> {
  const siteUrl = options.siteUrl ?? 'http://localhost:3000'
  const outbox: TestMail[] = []
  const config = readProjectConfig(root)
  config.auth.enable_signup = options.signUp ?? config.auth.enable_signup
  // Confirming by e-mail is the hosted default; tests that sign up want the session at once.
  config.auth.email.enable_confirmations = !options.signUp
  const { discard, ...database } = await openDatabase()
  const deliver = async (mail: Parameters<typeof toTestMail>[0]) => void outbox.unshift(toTestMail(mail))
  const backend = await createBackend({
    ...database,
    root,
    config,
    keys: KEYS,
    origins: [new URL(siteUrl).origin],
    email: { send: deliver },
    seed: options.seed ?? false,
    authLimits: false,
  })

  const environment = {
    ...functionEnvironment(serverOptions(options), 1),
    SUPABASE_URL: siteUrl,
    SITE_URL: siteUrl,
    SITE_ORIGINS: new URL(siteUrl).origin,
  }
  const handle: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, siteUrl), init)
    const { origin, pathname } = new URL(request.url)
    if (origin !== new URL(siteUrl).origin) return fetch(request)
    const name =
      pathname === '/api/submit-testimonial' ? 'submit-testimonial' : /^\/functions\/v1\/([^/]+)/.exec(pathname)?.[1]
    const handler = handlers.find(([known]) => known === name)?.[1]
    if (!handler) return backend.fetch(request, '127.0.0.1')
    request.headers.set('x-forwarded-for', '127.0.0.1')
    return handler(request)
  }
  const services = createServices(environment, { fetch: handle, sendMail: deliver })
  const handlers = [
    ['submit-testimonial', submitTestimonial(services)],
    ['send-email', sendEmail(services)],
    ['admin-email', adminEmail(services)],
    ['auth-admin', authAdmin(services)],
    ['moderate-reviews', moderateReviews(services)],
    ['publish', publish(services)],
  ] as const

  return {
    url: siteUrl,
    publishableKey: KEYS.publishable,
    secretKey: KEYS.secret,
    fetch: handle,
    sql: backend.sql,
    mails: (to) => outbox.filter((mail) => !to || mail.to.includes(to)),
    async stop() {
      await backend.close()
      await discard()
    },
  }
}

type ServerOptions = {
  seed?: boolean
  /** No mail server answers. */
  smtpDown?: boolean
  recaptcha?: BackendOptions['recaptcha']
  adminSetup?: boolean
  passwordChangeRequired?: boolean
  deployHookUrl?: string
  /** Limits sign-ins as the hosted server does; otherwise a file could sign in thirty times only. */
  authLimits?: boolean
}

const serverOptions = (options: ServerOptions, port = 0, dataDir = ''): BackendOptions => ({
  root,
  dataDir,
  port,
  smtpPort: 0,
  seed: options.seed ?? false,
  keys: KEYS,
  company: TEST_COMPANY,
  adminSetup: options.adminSetup ?? true,
  passwordChangeRequired: options.passwordChangeRequired ?? false,
  authLimits: options.authLimits ?? false,
  recaptcha: options.recaptcha ?? { secret: '' },
  deployHookUrl: options.deployHookUrl ?? '',
})

/** Starts the embedded backend behind a free port, exactly as the dev server does, on a database of its own. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = throwAwayFolder()
  const http = createServer()
  // A connection the server closes just as a client uses it again is a failure no test asked for.
  http.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const server = startEmbeddedServer(serverOptions(options, port, dataDir), { relaxed: true })
  http.on('request', (req, res) => void server.handle(req, res))
  const backend = await server.ready
  const mailbox = await server.mailbox
  if (options.smtpDown) await mailbox.close()
  return {
    url: `http://127.0.0.1:${port}`,
    publishableKey: KEYS.publishable,
    secretKey: KEYS.secret,
    sql: backend.sql,
    mails: mailbox.list,
    mailPort: mailbox.port,
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await (options.smtpDown ? backend.close().then(server.abandon) : server.close())
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
