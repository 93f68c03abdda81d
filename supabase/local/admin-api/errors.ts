const STATUS = {
  bad_json: 400,
  validation_failed: 400,
  no_authorization: 401,
  not_admin: 403,
  not_found: 404,
  user_not_found: 404,
  email_exists: 422,
  weak_password: 422,
  unexpected_failure: 500,
} as const

export type AdminApiCode = keyof typeof STATUS

/** A refusal as the auth server's admin API words it. */
export class AdminApiError extends Error {
  readonly code: AdminApiCode

  constructor(code: AdminApiCode, message: string) {
    super(message)
    this.name = 'AdminApiError'
    this.code = code
  }

  get status(): number {
    return STATUS[this.code]
  }
}
