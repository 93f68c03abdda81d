import { authPath } from './auth-gate/path.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * While sign-up is off, a request for a one-time password never creates the account. Lite asks `enable_signup` on its
 * other ways to an account and forgets it on this one; told not to create, it refuses unknown addresses with
 * `otp_disabled`, as the auth server does.
 */
export async function withoutSignUp(request: Request): Promise<Request> {
  if (request.method !== 'POST' || authPath(request) !== 'otp') return request
  const text = await request.text()
  const body = parsed(text)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  // What is no object is passed on as it came: the refusal of it is Lite's.
  const passed = isObject ? JSON.stringify({ ...body, create_user: false }) : text
  return new Request(request.url, { method: 'POST', headers: request.headers, body: passed })
}
