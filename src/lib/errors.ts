import type { FunctionErrorCode } from '@contract/reply'

/** `outdated`: a newer version replaced the page's code; `under-way`: someone else is doing it; `refused`: the server says why. */
export type ErrorCode =
  | FunctionErrorCode
  | 'offline'
  | 'outdated'
  | 'timed-out'
  | 'signed-out'
  | 'under-way'
  | 'banned'
  | 'last-admin'
  | 'email-exists'
  | 'setup-closed'
  | 'users-unchecked'
  | 'weak-password'
  | 'disk-full'
  | 'wrong-password'
  | 'link-ended'
  | 'refused'

type AppErrorOptions = ErrorOptions & {
  detail?: string | undefined
  reasons?: readonly string[] | undefined
  status?: number | undefined
}

/** The one error the site's own code throws; screens choose the sentence by `code`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly detail: string | undefined
  /** Why a password is too weak, in the auth server's words: length, characters, pwned. */
  readonly reasons: readonly string[]
  /** The HTTP status of the response. */
  readonly status: number | undefined
  /** The file that was being uploaded, as its owner knows it. */
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
