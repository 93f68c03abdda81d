/** What can go wrong in the admin area. `signed-out`: no session, or one that ended; `not-allowed`: not an administrator. */
export type AdminErrorCode = 'offline' | 'signed-out' | 'not-allowed' | 'conflict' | 'not-found' | 'unexpected'

/** The one error admin operations throw; screens choose the sentence by `code`. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly code: AdminErrorCode

  constructor(code: AdminErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Whether an error is an `AdminError` of this code. */
export const isAdminError = (error: unknown, code: AdminErrorCode): boolean =>
  error instanceof AdminError && error.code === code

const POSTGREST_CODES: Record<string, AdminErrorCode> = {
  PGRST301: 'signed-out',
  PGRST303: 'signed-out',
  '42501': 'not-allowed',
  '23505': 'conflict',
  PT409: 'conflict',
  PGRST116: 'not-found',
}

/** Translates an answer of the database. `status` is 0 when none came. */
export const fromPostgrest = (error: { code: string }, status: number): AdminError => {
  if (status === 0) return new AdminError('offline', { cause: error })
  if (status === 401) return new AdminError('signed-out', { cause: error })
  return new AdminError(POSTGREST_CODES[error.code] ?? 'unexpected', { cause: error })
}
