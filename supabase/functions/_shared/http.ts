import { corsHeaders } from '@supabase/supabase-js/cors'
import * as v from 'valibot'
import { IDEMPOTENCY_HEADER } from './contract/enquiry.ts'
import { INVITATION_HEADER } from './contract/invitation.ts'
import { FUNCTION_MESSAGES, type FunctionErrorCode } from './contract/reply.ts'
import { logSecurity } from './security-log.ts'

export type Handler = (request: Request) => Promise<Response>

const SUSPICIOUS: readonly FunctionErrorCode[] = [
  'unsupported-type',
  'too-large',
  'invalid',
  'rate-limited',
  'recaptcha-failed',
  'not-allowed',
]

const STATUS: Record<FunctionErrorCode, number> = {
  'method-not-allowed': 405,
  'unsupported-type': 415,
  'too-large': 413,
  invalid: 400,
  'rate-limited': 429,
  'recaptcha-failed': 400,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'delivery-failed': 502,
  unexpected: 500,
}

/** One line for the log: what went wrong, without the stack. */
export const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** An error for the log; the database's without details, which may repeat what a person typed. */
export const loggable = (cause: unknown): unknown =>
  typeof cause === 'object' && cause !== null && 'code' in cause && 'details' in cause && 'message' in cause
    ? `${cause.code} ${cause.message}`
    : cause

export const CORS_HEADERS = {
  'access-control-allow-headers': [
    corsHeaders['Access-Control-Allow-Headers'],
    'x-supabase-api-version',
    IDEMPOTENCY_HEADER,
    INVITATION_HEADER,
  ].join(', '),
  'access-control-max-age': '86400',
}

/** Lets only pages of these origins call a function: others could make their visitors send the company's emails. */
export const forOrigins =
  (origins: readonly string[], handler: Handler): Handler =>
  async (request) => {
    const response = await handler(request)
    const origin = request.headers.get('origin')
    response.headers.append('vary', 'origin')
    if (origin && origins.includes(origin)) response.headers.set('access-control-allow-origin', origin)
    return response
  }

export class FunctionError extends Error {
  readonly code: FunctionErrorCode
  readonly fields: readonly string[]
  readonly retryAfter: number | undefined

  constructor(code: FunctionErrorCode, detail: { fields?: readonly string[]; retryAfter?: number } = {}) {
    super(FUNCTION_MESSAGES[code])
    this.name = 'FunctionError'
    this.code = code
    this.fields = detail.fields ?? []
    this.retryAfter = detail.retryAfter
  }
}

/** Reads a body of at most `maxBytes`; refuses it as soon as it is longer. */
export const readBody = async (request: Request, maxBytes: number): Promise<string> => {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new FunctionError('too-large')
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new FunctionError('too-large')
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(chunks).arrayBuffer())
  } catch {
    throw new FunctionError('invalid')
  }
}

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
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  const keys = parsed.issues.map((issue) => issue.path?.[0]?.key)
  throw new FunctionError('invalid', { fields: [...new Set(keys.filter((key) => typeof key === 'string'))] })
}

const reply = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  Response.json(body, {
    status,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': 'POST',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })

/** A handler for POST requests with a JSON body. What `act` throws becomes a coded response; unexpected errors are only logged. */
export const jsonEndpoint = <Schema extends v.GenericSchema>(options: {
  name: string
  flag: 'ok' | 'success'
  maxBytes: number
  schema: Schema
  act: (message: v.InferOutput<Schema>, request: Request) => Promise<object>
}): Handler => {
  const { name, flag, maxBytes, schema, act } = options
  return async (request) => {
    try {
      if (request.method === 'OPTIONS') {
        return new Response(null, { status: 204, headers: { ...CORS_HEADERS, 'access-control-allow-methods': 'POST' } })
      }
      if (request.method !== 'POST') throw new FunctionError('method-not-allowed')
      const message = parseBody(schema, await readJson(request, maxBytes))
      return reply(200, { [flag]: true, ...(await act(message, request)) })
    } catch (cause) {
      if (!(cause instanceof FunctionError)) console.error(`[${name}]`, loggable(cause))
      const error = cause instanceof FunctionError ? cause : new FunctionError('unexpected')
      if (SUSPICIOUS.includes(error.code)) logSecurity('refused', { function: name, code: error.code })
      const headers: Record<string, string> = {}
      if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter)
      if (error.code === 'method-not-allowed') headers.allow = 'POST, OPTIONS'
      const fields = error.fields.length > 0 ? { fields: error.fields } : {}
      return reply(
        STATUS[error.code],
        { [flag]: false, message: error.message, error: { code: error.code, ...fields } },
        headers,
      )
    }
  }
}
