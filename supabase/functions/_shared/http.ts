import { corsHeaders } from '@supabase/supabase-js/cors'
import { IDEMPOTENCY_HEADER } from './contract/enquiry.ts'
import { INVITATION_HEADER } from './contract/invitation.ts'
import { FUNCTION_MESSAGES, type FunctionErrorCode, RESTORING_MESSAGE } from './contract/reply.ts'

export type Handler = (request: Request) => Promise<Response>

/** One line for the log: what went wrong, without the stack. */
export const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** An error for the log; the database's without details, which may repeat what a person typed. */
export const loggable = (cause: unknown): unknown =>
  typeof cause === 'object' && cause !== null && 'code' in cause && 'details' in cause && 'message' in cause
    ? `${cause.code} ${cause.message}`
    : cause

/** Logs an event as one line of JSON: ids only, nothing that a person typed; the platform logs the IP address. */
export const logSecurity = (event: 'refused' | 'account', details: Record<string, string | undefined>): void =>
  console.info(JSON.stringify({ security: event, at: new Date().toISOString(), ...details }))

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

/** Error codes of every function except `auth-admin`. */
export type EndpointErrorCode = FunctionErrorCode | 'restoring'

/** Refuses a request: `fields` are those at fault, `retryAfter` is in seconds. The handler makes the response of it. */
export class FunctionError extends Error {
  readonly code: EndpointErrorCode
  readonly fields: readonly string[]
  readonly retryAfter: number | undefined

  constructor(
    code: EndpointErrorCode,
    detail: { fields?: readonly string[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(code === 'restoring' ? RESTORING_MESSAGE : FUNCTION_MESSAGES[code], { cause: detail.cause })
    this.name = 'FunctionError'
    this.code = code
    this.fields = detail.fields ?? []
    this.retryAfter = detail.retryAfter
  }
}

/** Reads a body as UTF-8. Throws `FunctionError`: `too-large` as soon as there are more than `maxBytes`, or `invalid`. */
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
