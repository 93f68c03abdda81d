import { corsHeaders } from '@supabase/supabase-js/cors'
import { type Context, Hono, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { isAdmin } from './caller.ts'
import { ENQUIRY_PHOTOS_HEADER, IDEMPOTENCY_HEADER } from './contract/enquiry.ts'
import { INVITATION_HEADER } from './contract/invitation.ts'
import { STOP_AT_FIRST } from './contract/text.ts'
import { FunctionError, type PipelineErrorCode } from './errors.ts'
import { createServices, type Services } from './services.ts'

export type Handler = (request: Request) => Promise<Response>

/** Role that a caller needs, decided by the database. */
export type Who = 'visitor' | 'administrator'

/** Accepted content type (any by default), size and parser, which throws `FunctionError`. */
type Body<Content> = { type?: string; maxBytes: number; parse: (bytes: ArrayBuffer) => Content }

export type Route<Content, Result, Path extends string> = {
  /** A role that depends on the body is checked after counting, a fixed one before reading. */
  who: Who | ((body: Content) => Who)
  body?: Body<Content>
  /** Also counts calls that a `who` that depends on the body rejects. Throws `rate-limited`. */
  count?: (c: Context, body: Content, isAllowed: boolean) => Promise<unknown>
  act: (c: Context<object, Path>, body: Content) => Promise<Result>
}

type Options<Result> = {
  services: Pick<Services, 'settings' | 'fetch'>
  methods: string[]
  exposeHeaders?: string[]
  respond: (c: Context, result: Result) => Response
  /** Also handles unknown routes. */
  onError: (error: Error, c: Context) => Response
}

const ALLOWED_HEADERS = [
  corsHeaders['Access-Control-Allow-Headers'],
  'x-supabase-api-version',
  IDEMPOTENCY_HEADER,
  INVITATION_HEADER,
  ENQUIRY_PHOTOS_HEADER,
].filter((header) => header !== undefined)

// Hono's validator would read other content types as `{}` and respond to invalid JSON itself.
const parseJson = (bytes: ArrayBuffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new FunctionError('invalid')
  }
}

/** Returns a body that matches `schema`. Its parser throws `invalid` with the wrong fields. */
export const json = <Schema extends v.GenericSchema>(
  schema: Schema,
  limits: { maxBytes: number; type?: string },
): Body<v.InferOutput<Schema>> => ({
  ...limits,
  parse: (bytes) => {
    const parsed = v.safeParse(schema, parseJson(bytes), STOP_AT_FIRST)
    if (parsed.success) return parsed.output
    const keys = parsed.issues.map((issue) => issue.path?.[0]?.key)
    throw new FunctionError('invalid', { fields: [...new Set(keys.filter((key) => typeof key === 'string'))] })
  },
})

const refuse = (code: PipelineErrorCode): never => {
  throw new FunctionError(code)
}

const requireType = (type: string) => async (c: Context, next: Next) => {
  if (c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() !== type) refuse('unsupported-type')
  await next()
}

/** Creates an edge function. Each route checks type, size, content, rate limit and role before it acts. */
export const createFunction = <Result>({
  services,
  methods,
  exposeHeaders = [],
  respond,
  onError,
}: Options<Result>) => {
  const allows = async (c: Context, who: Who) => who === 'visitor' || (await isAdmin(c.req.raw, services))
  // Other origins could make their visitors send the company's emails.
  const origin = [...services.settings.siteOrigins]
  const app = new Hono()
  app.use((c, next) => {
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    return next()
  })
  app.use(cors({ origin, allowMethods: methods, allowHeaders: ALLOWED_HEADERS, exposeHeaders, maxAge: 86_400 }))
  // postgrest-js returns plain objects, but Hono only passes instances of Error to `onError`.
  app.use((_, next) =>
    next().catch((cause: unknown) => {
      throw cause instanceof Error ? cause : Object.assign(new Error(), cause)
    }),
  )
  app.onError(onError)
  app.notFound((c) => onError(new FunctionError('method-not-allowed'), c))

  const on = <Content, Path extends string>(method: string, path: Path, route: Route<Content, Result, Path>) => {
    const { who, body, count, act } = route
    if (who === 'administrator')
      app.on(method, path, async (c, next) => ((await allows(c, who)) ? next() : refuse('not-allowed')))
    if (body?.type) app.on(method, path, requireType(body.type))
    if (body) app.on(method, path, bodyLimit({ maxSize: body.maxBytes, onError: () => refuse('too-large') }))
    app.on(method, path, async (c) => {
      const bytes = body && (await c.req.arrayBuffer())
      // `bodyLimit` trusts the `content-length` header.
      if (bytes && bytes.byteLength > body.maxBytes) refuse('too-large')
      const content = (bytes && body.parse(bytes)) as Content
      const isAllowed = typeof who !== 'function' || (await allows(c, who(content)))
      await count?.(c, content, isAllowed)
      return isAllowed ? respond(c, await act(c, content)) : refuse('not-allowed')
    })
  }
  return { on, fetch: async (request: Request): Promise<Response> => app.fetch(request) }
}

export const serve = (createHandler: (services: Services) => Handler): void => {
  Deno.serve(createHandler(createServices(Deno.env.toObject())))
}
