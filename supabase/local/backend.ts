import { App, type EmailDriver, setExperimental } from '@supabase/lite'
import { createAdminApi, isAdminApi } from './admin-api.ts'
import { createAuthGate } from './auth-gate.ts'
import { createAuthMails, htmlOnly } from './auth-mails.ts'
import { createMutex, type Engine, type Query } from './database/engine.ts'
import { HOSTED_DEFAULTS, migrate, seedOnce } from './database/prepare.ts'
import { type Caller, callerContext, respondLikePostgrest } from './lite-adapter.ts'
import type { ProjectConfig } from './project-config.ts'
import { authPath, getBearerToken, isMalformedToken, malformedToken } from './requests.ts'
import { createStorageAdapter } from './storage/adapter.ts'
import { openFiles } from './storage/files.ts'
import { createStorageGate, isStorage } from './storage/gate.ts'

export type BackendParts = {
  root: string
  engine: Engine
  filesDir: string
  config: ProjectConfig
  keys: { publishable: string; secret: string; jwtSecret: string }
  /** The site's URL comes first. */
  origins: readonly [string, ...string[]]
  email: EmailDriver
  /** Role for migrations and `sql` if a hosted project's roles exist. */
  owner?: Pick<Engine, 'query' | 'transaction'>
  /** Whether a new database gets sample data. `later` decides on the next start. */
  seed: boolean | 'later'
  authLimits: boolean
}

/** Migrates the database and starts its APIs. */
export const createBackend = async (parts: BackendParts) => {
  const { root, engine, owner = engine, config, keys, origins } = parts
  const { email, rate_limit, ...auth } = config.auth
  const { enabled, notification, require_current_password, ...emailSettings } = email
  const app = new App({
    connection: engine.connection,
    api: config.api,
    auth: {
      enabled: true,
      ...auth,
      email: { ...emailSettings, enable_signup: enabled },
      site_url: origins[0],
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishable,
      secret_key: keys.secret,
    },
    storage: { enabled: true, ...config.storage },
    studio: { enabled: false },
    // `admin` would let requests without a key act as service_role.
    options: { drivers: { email: htmlOnly(parts.email) }, server: { admin: false } },
  })
  const files = openFiles(parts.filesDir)
  app._storageAdapter = createStorageAdapter(files, engine.query)
  // Enabled after the first step of `init`, which warns about each enabled experiment.
  const initialised = app.init()
  setExperimental('storage', true)
  await initialised
  await app.ensureSystemSchema()
  if (!parts.owner) await engine.query(HOSTED_DEFAULTS)
  const applied = await migrate(owner, root)
  if (applied > 0) await engine.connection.clearSchemaCache()
  if (parts.seed !== 'later') await seedOnce(owner, root, parts.seed)
  // Otherwise the first request grants every role everything on every table.
  Reflect.set(engine.connection, 'rlsState', 'active')
  respondLikePostgrest(engine)

  const mails = createAuthMails(parts.email, origins[0], email)
  const admin = createAdminApi(engine, keys.secret, mails.invite)
  const mutex = createMutex()
  const serial: typeof mutex = engine.singleSession ? mutex : async (task) => task()

  const query: Query = (text, parameters) => serial(() => engine.query(text, parameters))
  const transaction: Engine['transaction'] = (act) => serial(() => engine.transaction(act))
  const { jwtSecret } = keys
  const signInLimit = parts.authLimits ? rate_limit.token_refresh : Number.POSITIVE_INFINITY
  const gate = createAuthGate(
    { query, transaction },
    { auth: config.auth, signInLimit, jwtSecret, notify: mails.notify },
  )
  const storage = createStorageGate(files, query)

  const fetch = async (request: Request, peer = ''): Promise<Response> => {
    const url = new URL(request.url)
    const bearer = getBearerToken(request)
    const key = request.headers.get('apikey') ?? url.searchParams.get('apikey')
    const anonymous = key !== keys.secret && (!bearer || bearer === key)
    const respond = (task: () => Promise<Response>, api: Caller['api']) =>
      serial(() => callerContext.run({ api, anonymous }, task))
    const pass = (passed: Request, api: Caller['api'] = 'rest') =>
      respond(async () => app.fetch(passed, { peerAddress: peer || null }), api)
    if (isAdminApi(request)) return respond(async () => admin.fetch(request), 'rest')
    // PostgreSQL can't store NUL.
    if (/%00/.test(request.url)) return Response.json({ message: 'invalid request' }, { status: 400 })
    const path = authPath(request.url)
    if (path !== undefined) return gate(request, path, peer, pass)
    if (isMalformedToken(bearer, key)) return malformedToken()
    // PostgREST responds to every preflight. Lite looks for a function without parameters.
    if (request.method === 'OPTIONS' && url.pathname.startsWith('/rest/'))
      return new Response(null, { headers: (await pass(request)).headers })
    return isStorage(request.url) ? storage(request, (passed) => pass(passed, 'storage')) : pass(request)
  }
  // The first REST call reads the whole schema.
  const warmUp = new Request(`${origins[0]}/rest/v1/rpc/approved_review_summary`, {
    headers: { apikey: keys.publishable },
  })
  await (await fetch(warmUp)).text()

  return {
    fetch,
    sql: <Row>(text: string, parameters?: readonly unknown[]) => serial(() => owner.query<Row>(text, parameters)),
    close: () => serial(() => engine.close()),
  }
}
export type Backend = Awaited<ReturnType<typeof createBackend>>
