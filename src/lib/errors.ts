import type { FunctionErrorCode } from '@contract/reply'

/**
 * `outdated`: replaced by a newer build; `blocked`: exists but didn't load; `under-way`: another request is in
 * progress; `refused`: the server says why.
 */
export type ErrorCode =
  | FunctionErrorCode
  | 'offline'
  | 'outdated'
  | 'blocked'
  | 'timed-out'
  | 'signed-out'
  | 'under-way'
  | 'restoring'
  | 'too-many-built-in'
  | 'banned'
  | 'last-admin'
  | 'email-exists'
  | 'setup-closed'
  | 'users-unchecked'
  | 'weak-password'
  | 'disk-full'
  | 'wrong-password'
  | 'password-needed'
  | 'wrong-code'
  | 'code-used'
  | 'code-needed'
  | 'link-ended'
  | 'refused'

type AppErrorOptions = ErrorOptions & Partial<Pick<AppError, 'detail' | 'reasons' | 'status'>>

/** Error of the site's own code. Screens choose their text by `code`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** The auth server's readable message. */
  readonly detail: string | undefined
  /** Why a password is too weak: `length`, `characters`, `pwned` (auth server), `common`, `context` (this site). */
  readonly reasons: readonly string[]
  /** HTTP status from the database or Storage; 0 without a response. */
  readonly status: number | undefined
  /** Label of the file whose upload failed. */
  file: string | undefined

  constructor(code: ErrorCode, { detail, reasons = [], status, ...options }: AppErrorOptions = {}) {
    super(code, options)
    this.code = code
    this.detail = detail
    this.reasons = reasons
    this.status = status
  }
}

export const isAppError = (error: unknown, ...codes: readonly ErrorCode[]): error is AppError =>
  error instanceof AppError && codes.includes(error.code)
