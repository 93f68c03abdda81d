import type { FunctionErrorCode } from '@contract/reply'

/**
 * Everything that can go wrong, by name: the functions' codes, `offline` when no answer came at all, and `outdated` when
 * code of an open page is gone because a newer version of the site is live.
 */
export type ErrorCode = FunctionErrorCode | 'offline' | 'outdated'

/** How long a form waits for an answer, in ms: the functions give up on a database and a mail server sooner. */
export const SUBMIT_MS = 30_000

/** The one error the site's own code throws; screens choose the sentence by `code`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
