import bcrypt from 'bcryptjs'
import type { TestBackend } from './backend.ts'

/** Backend to call, with its keys. */
export type Caller = Pick<TestBackend, 'url' | 'publishableKey' | 'secretKey'> & { fetch?: typeof fetch }

export type ApiAnswer = { status: number; body: unknown; headers: Headers }

/** Visitor, signed-in user or server. */
export type Identity = 'visitor' | 'service' | { token: string }

/** Calls the API. `path` starts with /rest, /auth or /functions. */
export async function callAs(
  backend: Caller,
  who: Identity,
  path: string,
  call: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<ApiAnswer> {
  const apikey = who === 'service' ? backend.secretKey : backend.publishableKey
  // A secret key isn't a bearer token.
  const bearer = typeof who === 'object' ? who.token : apikey
  const authorization = who === 'service' ? {} : { authorization: `Bearer ${bearer}` }
  const response = await (backend.fetch ?? fetch)(`${backend.url}${path}`, {
    method: call.method ?? 'GET',
    headers: { apikey, ...authorization, 'content-type': 'application/json', ...call.headers },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    redirect: 'manual',
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined, headers: response.headers }
}

export const rpc = (backend: Caller, who: Identity, name: string, body: object = {}): Promise<ApiAnswer> =>
  callAs(backend, who, `/rest/v1/rpc/${name}`, { method: 'POST', body })

/** Returns the sorted statuses of concurrent calls. */
export const sortStatuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

/** Confirmed user with a password. */
export type TestUser = { id: string; email: string; password: string }

type NewUser = { email: string; password: string; app_metadata?: object }

// bcrypt's default strength took a tenth of the tests' time.
const ROUNDS = 4

/** Creates a confirmed user. `app_metadata: { role: 'admin' }` makes an administrator. */
export async function createUser(backend: Caller, who: string | NewUser, app_metadata: object = {}): Promise<TestUser> {
  const user: NewUser =
    typeof who === 'string' ? { email: `${who}@example.com`, password: `${who}-password`, app_metadata } : who
  const { password, ...account } = user
  const body = { ...account, password_hash: await bcrypt.hash(password, ROUNDS), email_confirm: true }
  const answer = await callAs(backend, 'service', '/auth/v1/admin/users', { method: 'POST', body })
  if (answer.status !== 200) throw new Error(`Creating ${user.email} failed: ${JSON.stringify(answer.body)}`)
  return { id: (answer.body as { id: string }).id, email: user.email, password: user.password }
}

/** Returns the reset link in an email, or ''. */
export const emailedLink = (mail: { html?: string | undefined } | undefined): string =>
  (/href="([^"]+#token_hash=[^"]+)"/.exec(mail?.html ?? '')?.[1] ?? '').replaceAll('&amp;', '&')

/** Signs in and returns the identity for `callAs`. */
export async function signIn(backend: Caller, { email, password }: Omit<TestUser, 'id'>): Promise<{ token: string }> {
  const answer = await callAs(backend, 'visitor', '/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: { email, password },
  })
  const { access_token: token } = (answer.body ?? {}) as { access_token?: string }
  if (!token) throw new Error(`Signing in ${email} failed: ${JSON.stringify(answer.body)}`)
  return { token }
}

/** Creates a user and signs in. */
export async function createSignedInUser(
  backend: Caller,
  name: string,
  appMetadata: object = {},
): Promise<{ token: string } & TestUser> {
  const user = await createUser(backend, name, appMetadata)
  return { ...user, ...(await signIn(backend, user)) }
}
