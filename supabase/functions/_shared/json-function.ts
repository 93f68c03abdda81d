import type { Context } from 'hono'
import type * as v from 'valibot'
import { FunctionError, loggable, logSecurity, type PipelineErrorCode } from './errors.ts'
import { createFunction, type Handler, json, type Route } from './pipeline.ts'
import type { Services } from './services.ts'

const STATUS = {
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
  'storage-full': 507,
  'delivery-failed': 502,
  unexpected: 500,
} as const satisfies Record<PipelineErrorCode, number>

const SUSPICIOUS: readonly PipelineErrorCode[] = [
  'unsupported-type',
  'too-large',
  'invalid',
  'rate-limited',
  'recaptcha-failed',
  'not-allowed',
  'storage-full',
]

// Email Settings sends OPTIONS to check that a function runs.
const METHODS = ['POST', 'OPTIONS']

const SQLSTATES: Readonly<Record<string, PipelineErrorCode>> = {
  PT409: 'conflict',
  PT423: 'restoring',
  PT507: 'storage-full',
}

const toFunctionError = (cause: Error): FunctionError => {
  if (cause instanceof FunctionError) return cause
  return new FunctionError(('code' in cause && SQLSTATES[String(cause.code)]) || 'unexpected')
}

/** Returns a handler that turns errors of function `name` into coded responses. */
export const errorResponder =
  (name: string, flag: 'ok' | 'success', methods: readonly string[]) =>
  (cause: Error, c: Context): Response => {
    const { code, fields, message, retryAfter } = toFunctionError(cause)
    if (code === 'unexpected') console.error(`[${name}]`, loggable(cause))
    if (SUSPICIOUS.includes(code)) logSecurity('refused', { function: name, code })
    if (retryAfter !== undefined) c.header('retry-after', String(retryAfter))
    if (code === 'method-not-allowed') c.header('allow', methods.join(', '))
    const error = { code, ...(fields.length > 0 && { fields }) }
    return c.json({ [flag]: false, message, error }, STATUS[code])
  }

type Options<Message> = {
  name: string
  flag: 'ok' | 'success'
  schema: v.GenericSchema<unknown, Message>
  maxBytes: number
  services: Pick<Services, 'settings' | 'fetch'>
} & Omit<Route<Message, object, '*'>, 'body'>

/** Creates a function for POST requests with JSON. */
export const jsonFunction = <Message>(options: Options<Message>): Handler => {
  const { name, flag, schema, maxBytes, services, who, ...route } = options
  const onError = errorResponder(name, flag, METHODS)
  const respond = (c: Context, result: object) => c.json({ [flag]: true, ...result })
  const { on, fetch } = createFunction({ services, methods: METHODS, respond, onError })
  // Also checks a fixed role only after parsing, so that every caller gets the same response to a wrong body.
  const getRole = (message: Message) => (typeof who === 'function' ? who(message) : who)
  on('POST', '*', { ...route, who: getRole, body: json(schema, { maxBytes, type: 'application/json' }) })
  return fetch
}
