import { FUNCTION_MESSAGES, type FunctionErrorCode, RESTORING_MESSAGE } from './contract/reply.ts'

/** Error codes of every function. `auth-admin` translates them. */
export type PipelineErrorCode = FunctionErrorCode | 'restoring'

/** Error that `onError` turns into a response. `fields` are the invalid ones, `retryAfter` is in seconds. */
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

export const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Returns an error for the log, without details of database errors, which may contain input. */
export const loggable = (cause: unknown): unknown =>
  typeof cause === 'object' && cause !== null && 'code' in cause && 'details' in cause && 'message' in cause
    ? `${cause.code} ${cause.message}`
    : cause

/** Logs one line of JSON. `details` hold ids, no input. The platform logs the IP address. */
export const logSecurity = (event: 'refused' | 'account', details: Record<string, string | undefined>): void =>
  console.info(JSON.stringify({ security: event, at: new Date().toISOString(), ...details }))
