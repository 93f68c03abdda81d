import { AdminApiError, createUsers, parseFields, type Users } from './admin-users.ts'
import type { AuthLimits } from './auth-limits.ts'
import type { Engine } from './database/engine.ts'

const INVITE = /^\/auth\/v1\/invite\/?$/
const ROUTE = /^\/auth\/v1\/admin\/users(?:\/([^/]+))?\/?$/

const json = (body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response =>
  Response.json(body, {
    status: init.status ?? 200,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'link, x-total-count, x-sb-error-code, x-supabase-api-version',
      ...init.headers,
    },
  })

const pageNumber = (url: URL, name: string, fallback: number): number => {
  const value = url.searchParams.get(name)
  if (!value) return fallback
  if (/^\d{1,9}$/.test(value)) return Number(value) || fallback
  throw new AdminApiError('validation_failed', `Bad Pagination Parameters: ${name}`)
}

const list = async (users: Users, url: URL): Promise<Response> => {
  const page = pageNumber(url, 'page', 1)
  const perPage = pageNumber(url, 'per_page', 50)
  const { total, users: rows } = await users.list(page, perPage)
  const last = Math.max(1, Math.ceil(total / perPage))
  // `page` comes first: supabase-js reads the number that follows the first "page=".
  const link = (target: number, rel: string) => `</admin/users?page=${target}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return json(
    { users: rows, aud: 'authenticated' },
    { headers: { 'x-total-count': String(total), link: links.join(', ') } },
  )
}

type SendInvite = (email: string, token: string, redirectTo: string | null) => Promise<void>

type Mailing = { sendInvite: SendInvite; limits: AuthLimits }

const route = async (request: Request, users: Users, { sendInvite, limits }: Mailing): Promise<Response> => {
  const url = new URL(request.url)
  if (INVITE.test(url.pathname) && request.method === 'POST') {
    const redirectTo = url.searchParams.get('redirect_to')
    const fields = parseFields(await request.text())
    const send = (email: string, token: string) => {
      if (!limits.allowsMail()) throw new AdminApiError('over_email_send_rate_limit', 'email rate limit exceeded')
      return sendInvite(email, token, redirectTo)
    }
    return json(await users.invite(fields, send))
  }
  const match = ROUTE.exec(url.pathname)
  const id = match?.[1]
  const call = match ? `${request.method} ${id ? 'user' : 'users'}` : ''
  if (call === 'GET users') return list(users, url)
  if (call === 'POST users') return json(await users.create(parseFields(await request.text())))
  if (id && call === 'GET user') return json(await users.find(id))
  if (id && call === 'PUT user') return json(await users.update(id, parseFields(await request.text())))
  if (id && call === 'DELETE user') return json(await users.remove(id))
  throw new AdminApiError('not_found', '404 page not found')
}

const authorise = (request: Request, keys: { publishable: string; secret: string }): void => {
  const key = request.headers.get('apikey')
  const bearer = request.headers.get('authorization')?.replace(/^Bearer\s+/i, '')
  if (key !== keys.secret && key !== keys.publishable) throw new AdminApiError('no_authorization', 'Invalid API key')
  if (key === keys.secret && !bearer) return
  if (!bearer || bearer === key)
    throw new AdminApiError('no_authorization', 'This endpoint requires a valid Bearer token')
  throw new AdminApiError('not_admin', 'User not allowed')
}

// A rule of ours in a trigger. The auth server hides it behind a plain 500, so the callers ask again why.
const isRefusal = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && String(cause.code).startsWith('PT')

/** Whether a path belongs to the admin API. */
export const isAdminPath = (pathname: string): boolean =>
  pathname.startsWith('/auth/v1/admin/') || INVITE.test(pathname)

/** The auth server's `/auth/v1/admin/users` and `/auth/v1/invite`, which Lite lacks; for the secret key only. */
export const createAdminApi = (
  engine: Engine,
  options: Mailing & { keys: { publishable: string; secret: string }; minimumPasswordLength: number },
): ((request: Request) => Promise<Response>) => {
  const users = createUsers(engine, options.minimumPasswordLength)
  return async (request) => {
    try {
      authorise(request, options.keys)
      return await route(request, users, options)
    } catch (cause) {
      const known = cause instanceof AdminApiError
      if (!known && !isRefusal(cause)) console.error('[auth admin]', cause)
      const error = known
        ? cause
        : new AdminApiError('unexpected_failure', 'Unexpected failure, please check server logs for more information')
      const body = { code: error.code, message: error.message }
      const headers = { 'x-sb-error-code': error.code, 'x-supabase-api-version': '2024-01-01' }
      return json(body, { status: error.status, headers })
    }
  }
}
