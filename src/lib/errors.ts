import { FUNCTION_ERROR_CODES, type FunctionErrorCode } from '@contract/reply'

/** Everything that can go wrong, by name: the functions' codes, and `offline` when no answer came at all. */
export type ErrorCode = FunctionErrorCode | 'offline'

/** The one error the site's own code throws; screens choose the sentence by `code`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Returns the code carried by a function's answer, or `unexpected`. */
export const toErrorCode = (value: unknown): ErrorCode =>
  FUNCTION_ERROR_CODES.find((code) => code === value) ?? 'unexpected'
