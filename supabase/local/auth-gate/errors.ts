const STATUS = {
  bad_json: 400,
  validation_failed: 400,
  invalid_credentials: 400,
  user_banned: 403,
  otp_disabled: 422,
  over_request_rate_limit: 429,
} as const

/** A refusal in the words of the auth server. */
export function authError(code: keyof typeof STATUS, message: string, headers: Record<string, string> = {}): Response {
  const status = STATUS[code]
  return Response.json(
    { code: status, error_code: code, msg: message },
    { status, headers: { 'x-sb-error-code': code, ...headers } },
  )
}
