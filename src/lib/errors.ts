import type { FunctionErrorCode } from '@contract/reply'

/** `outdated`: a newer build replaced the code; `blocked`: the code is there, but didn't arrive; `under-way`: by someone else; `refused`: the server says why. */
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

/** The error that the site's own code throws; screens choose a sentence by `code`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** The auth server's own message, for people. */
  readonly detail: string | undefined
  /** Why a password is too weak: `length`, `characters`, `pwned` (the auth server's words), `common`, `context` (ours). */
  readonly reasons: readonly string[]
  /** HTTP status, of the database and Storage alone; 0 for no response. */
  readonly status: number | undefined
  /** The label of the file at which an upload failed. */
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
