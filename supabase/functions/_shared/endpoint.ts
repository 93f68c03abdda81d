import * as v from 'valibot'
import { isAdmin } from './caller.ts'
import { STOP_AT_FIRST } from './contract/text.ts'
import {
  CORS_HEADERS,
  type EndpointErrorCode,
  FunctionError,
  type Handler,
  loggable,
  logSecurity,
  readBody,
} from './http.ts'
import type { Services } from './services.ts'

const SUSPICIOUS: readonly EndpointErrorCode[] = [
  'unsupported-type',
  'too-large',
  'invalid',
  'rate-limited',
  'recaptcha-failed',
  'not-allowed',
]

const STATUS: Record<EndpointErrorCode, number> = {
  'method-not-allowed': 405,
  'unsupported-type': 415,
  'too-large': 413,
  invalid: 400,
  'rate-limited': 429,
  'recaptcha-failed': 400,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  restoring: 423,
  'delivery-failed': 502,
  unexpected: 500,
}

// SQLSTATE of the trigger refuse_during_restore.
const RESTORING = 'PT423'

const toFunctionError = (cause: unknown): FunctionError => {
  if (cause instanceof FunctionError) return cause
  const isRestoring = cause instanceof Object && 'code' in cause && cause.code === RESTORING
  return new FunctionError(isRestoring ? 'restoring' : 'unexpected')
}
// OPTIONS also for pages: Email Settings asks by it whether a function runs, which has no effect.
const METHODS = 'POST, OPTIONS'

const readJson = async (request: Request, maxBytes: number): Promise<unknown> => {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new FunctionError('unsupported-type')
  const text = await readBody(request, maxBytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new FunctionError('invalid')
  }
}

const parseBody = <Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, body, STOP_AT_FIRST)
  if (parsed.success) return parsed.output
  const keys = parsed.issues.map((issue) => issue.path?.[0]?.key)
  throw new FunctionError('invalid', { fields: [...new Set(keys.filter((key) => typeof key === 'string'))] })
}

const reply = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  Response.json(body, {
    status,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': METHODS,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })

/** Who may call: anybody, or whom the database takes for an administrator. */
export type Who = 'visitor' | 'administrator'

type Endpoint<Message> = {
  name: string
  flag: 'ok' | 'success'
  maxBytes: number
  services: Pick<Services, 'settings' | 'fetch'>
  /** By message, where an endpoint takes several. */
  who: Who | ((message: Message) => Who)
  /** Counts a call, one that is about to be refused, too; throws when there were too many. */
  count?: (message: Message, request: Request, isAllowed: boolean) => Promise<unknown>
  act: (message: Message, request: Request) => Promise<object>
}

/** A handler for POST requests with a JSON body. What `act` throws becomes a coded response; unexpected errors are only logged. */
export const jsonEndpoint = <Schema extends v.GenericSchema>(
  options: Endpoint<v.InferOutput<Schema>> & { schema: Schema },
): Handler => {
  const { name, flag, maxBytes, schema, services, who, count, act } = options
  const answer = async (request: Request): Promise<object> => {
    if (request.method !== 'POST') throw new FunctionError('method-not-allowed')
    const message = parseBody(schema, await readJson(request, maxBytes))
    const needed = typeof who === 'function' ? who(message) : who
    const isAllowed = needed === 'visitor' || (await isAdmin(request, services))
    await count?.(message, request, isAllowed)
    if (!isAllowed) throw new FunctionError('not-allowed')
    return act(message, request)
  }
  return async (request) => {
    try {
      if (request.method === 'OPTIONS') {
        return new Response(null, {
          status: 204,
          headers: { ...CORS_HEADERS, 'access-control-allow-methods': METHODS },
        })
      }
      return reply(200, { [flag]: true, ...(await answer(request)) })
    } catch (cause) {
      const error = toFunctionError(cause)
      if (error.code === 'unexpected') console.error(`[${name}]`, loggable(cause))
      if (SUSPICIOUS.includes(error.code)) logSecurity('refused', { function: name, code: error.code })
      const headers: Record<string, string> = {}
      if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter)
      if (error.code === 'method-not-allowed') headers.allow = METHODS
      const fields = error.fields.length > 0 ? { fields: error.fields } : {}
      return reply(
        STATUS[error.code],
        { [flag]: false, message: error.message, error: { code: error.code, ...fields } },
        headers,
      )
    }
  }
}
