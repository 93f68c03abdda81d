import { FUNCTION_MESSAGES, type FunctionErrorCode, RESTORING_MESSAGE } from './contract/reply.ts'

/** Error codes that every function may throw. `auth-admin` translates them to the auth server's. */
export type PipelineErrorCode = FunctionErrorCode | 'restoring'

/** Refuses a request. `fields` are the invalid ones, `retryAfter` is in seconds. The function's `onError` makes the response. */
export class FunctionError extends Error {
  readonly code: PipelineErrorCode
  readonly fields: readonly string[]
  readonly retryAfter: number | undefined

  constructor(
    code: PipelineErrorCode,
    detail: { fields?: readonly string[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(code === 'restoring' ? RESTORING_MESSAGE : FUNCTION_MESSAGES[code], { cause: detail.cause })
    this.name = 'FunctionError'
    this.code = code
    this.fields = detail.fields ?? []
    this.retryAfter = detail.retryAfter
  }
}

/** Returns an error's message for the log, without the stack. */
export const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Returns an error for the log. Database errors lose their details, which may repeat what a person typed. */
export const loggable = (cause: unknown): unknown =>
  typeof cause === 'object' && cause !== null && 'code' in cause && 'details' in cause && 'message' in cause
    ? `${cause.code} ${cause.message}`
    : cause

/** Logs an event as one line of JSON. `details` hold ids, nothing that a person typed. The platform logs the IP address. */
export const logSecurity = (event: 'refused' | 'account', details: Record<string, string | undefined>): void =>
  console.info(JSON.stringify({ security: event, at: new Date().toISOString(), ...details }))
