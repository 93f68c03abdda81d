import * as v from 'valibot'
import { callerId, isAdmin } from '../_shared/caller.ts'
import { clientIp } from '../_shared/client-ip.ts'
import {
  AUTH_ADMIN_BODY_MAX,
  createUserSchema,
  DEFAULT_PASSWORD_MARK,
  INVITE_RATE,
  inviteSchema,
  PASSWORD_CHANGE_FLAG,
  PASSWORD_MIN,
  SETUP_RATE,
  updateUserSchema,
} from '../_shared/contract/auth-admin.ts'
import { STOP_AT_FIRST } from '../_shared/contract/text.ts'
import { FunctionError, type Handler, loggable, logSecurity, readBody, reason } from '../_shared/http.ts'
import { factorRemovedMail } from '../_shared/mails.ts'
import { counted, mailboxOf, type Services } from '../_shared/services.ts'
import { AuthAdminError, errorReply, preflight, reply } from './http.ts'
import { createUpstream } from './upstream.ts'

const ADMIN_ROLE = 'admin'
const USER_CALLS = ['GET users', 'POST users', 'GET user', 'PUT user', 'DELETE user', 'POST invite']
const CALLS = [...USER_CALLS, 'GET factors', 'DELETE factor']
const ID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const ROUTE = new RegExp(`/auth-admin(/invite|/admin/users(?:/(${ID})(?:/(factors)(/${ID})?)?)?)$`)

const userSchema = v.object({ id: v.pipe(v.string(), v.uuid()) })
const mailboxSchema = v.object({ email: v.string() })

const readFields = async <Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => {
  const text = await readBody(request, AUTH_ADMIN_BODY_MAX)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text, STOP_AT_FIRST)
  if (!parsed.success) throw new AuthAdminError('validation_failed')
  return parsed.output
}

const idOf = ({ body }: { body: unknown }): string => v.parse(userSchema, body).id

const roleOf = (metadata: { role?: string | null | undefined }) => (metadata.role === ADMIN_ROLE ? ADMIN_ROLE : null)

const refusal = ({ code, retryAfter }: FunctionError): Response => {
  if (code === 'rate-limited') return errorReply('over_request_rate_limit', { 'retry-after': String(retryAfter) })
  return errorReply(code === 'too-large' ? 'too_large' : 'validation_failed')
}

/**
 * The auth server's admin API for signed-in administrators: the browser calls it with the public key and the
 * administrator's token, and the secret key never leaves the server. Of a user, only the role can be changed; creating one
 * is the set-up of the first administrator alone.
 */
export const createHandler = ({ settings, database, fetch, limit, sendMail }: Services): Handler => {
  const upstream = createUpstream(settings, fetch)
  const adminExists = async () => (await database.rpc('admin_exists').throwOnError()).data
  // The restored accounts come from the same server, so the database can't tell them from accounts that a caller makes.
  const refuseDuringRestore = async () => {
    if ((await database.rpc('is_restoring').throwOnError()).data) throw new AuthAdminError('restoring')
  }
  const findUser = async (email: string) => (await database.rpc('find_user', { p_email: email }).throwOnError()).data[0]
  const isLastAdmin = async (id: string) => (await database.rpc('is_last_admin', { p_user: id }).throwOnError()).data

  // The auth server answers a change with what it wrote, before the triggers mirrored the role.
  const stored = (id: string) => upstream('GET', `/admin/users/${id}`)

  // The database refuses; asking it afterwards turns that into a reason.
  const keepingAnAdmin = <T>(id: string, act: () => Promise<T>): Promise<T> =>
    act().catch(async (cause: unknown) => {
      const refused = cause instanceof AuthAdminError && cause.code === 'unexpected_failure'
      throw refused && (await isLastAdmin(id)) ? new AuthAdminError('last_admin') : cause
    })

  const setRole = async (id: string, role: string | null) => {
    const change = () => upstream('PUT', `/admin/users/${id}`, { app_metadata: { role } })
    await (role ? change() : keepingAnAdmin(id, change))
    return stored(id)
  }

  const updateUser = async (request: Request, id: string) => {
    const { user_metadata } = await readFields(request, updateUserSchema)
    return setRole(id, roleOf(user_metadata))
  }

  const inviteUser = async (request: Request) => {
    const { email, data } = await readFields(request, inviteSchema)
    const role = roleOf(data)
    // Without this, the auth server would send the invitation again, and the role asked for would replace the one they have.
    const known = data.role === undefined ? undefined : await findUser(email)
    if (role && known?.invited_without_role) return setRole(known.id, role)
    if (known) throw new AuthAdminError('email_exists')
    const calls: Parameters<typeof counted>[1] = [
      ['auth-admin-invite', clientIp(request), INVITE_RATE.ip],
      ['auth-admin-invite-to', mailboxOf(email), INVITE_RATE.email],
    ]
    const invite = () => upstream('POST', '/invite', { email })
    // Without an answer, the auth server may have sent it.
    const isUnanswered = (cause: unknown) => !(cause instanceof AuthAdminError || cause instanceof FunctionError)
    const invited = await counted(limit, calls, invite, isUnanswered).catch((cause: unknown) => {
      const unsent = cause instanceof AuthAdminError && cause.code === 'unexpected_failure'
      throw unsent ? new AuthAdminError('invite_failed') : cause
    })
    return role ? setRole(idOf(invited), role) : stored(idOf(invited))
  }

  const listUsers = (request: Request) => {
    const asked = new URL(request.url).searchParams
    const page = new URLSearchParams()
    for (const name of ['page', 'per_page']) if (asked.get(name)) page.set(name, asked.get(name) ?? '')
    return upstream('GET', `/admin/users?${page}`)
  }

  const closed = async (email: string) => new AuthAdminError((await findUser(email)) ? 'email_exists' : 'setup_closed')

  // The password of this account is published: once there is an administrator, nobody makes it, administrators included.
  const setUp = async (request: Request, asked: 'by a stranger' | 'by an administrator') => {
    const { email, password, email_confirm } = await readFields(request, createUserSchema)
    const exists = await adminExists().catch((cause: unknown) => {
      console.error('[auth-admin] could not tell whether an administrator exists:', loggable(cause))
      throw new AuthAdminError('users_unchecked')
    })
    await limit('auth-admin-setup', clientIp(request), SETUP_RATE)
    await refuseDuringRestore()
    // A stranger gets the company's own account, which its mailbox recovers, or none, and learns of no other.
    if (asked === 'by a stranger' && email.toLowerCase() !== settings.adminSetup) throw new AuthAdminError('not_admin')
    if (password.length < PASSWORD_MIN) throw new AuthAdminError('weak_password')
    if (exists) throw await closed(email)
    const app_metadata = {
      role: ADMIN_ROLE,
      [DEFAULT_PASSWORD_MARK]: true,
      ...(settings.passwordChangeRequired && { [PASSWORD_CHANGE_FLAG]: true }),
    }
    const made = await upstream('POST', '/admin/users', { email, password, email_confirm, app_metadata }).catch(
      async (cause: unknown) => {
        const refused = cause instanceof AuthAdminError && ['unexpected_failure', 'email_exists'].includes(cause.code)
        throw refused && (await adminExists()) ? await closed(email) : cause
      },
    )
    return stored(idOf(made))
  }

  // The auth server leaves a session that waits for the code, and removing the factor would give it an administrator's rights.
  const removeFactor = async (path: string, id: string, by: string) => {
    // Of one's own the auth server asks for a code first.
    if (id.toLowerCase() === by) throw new AuthAdminError('validation_failed')
    const endSessions = () => database.rpc('end_sessions', { p_user: id }).throwOnError()
    // Once before, so that the factor stays where they cannot be ended.
    await endSessions()
    const removing = upstream('DELETE', path).then((removed) => logged('DELETE factor', removed, { by, user: id }))
    const tell = () =>
      stored(id)
        .then(({ body }) => sendMail(factorRemovedMail(v.parse(mailboxSchema, body).email, settings)))
        .catch((cause: unknown) => console.error(`[auth-admin] ${id} was not told of the removal:`, reason(cause)))
    // Told also where ending them fails now: a second try finds the factor gone.
    return removing.finally(endSessions).finally(() => removing.then(tell, () => {}))
  }

  const change = async (request: Request, call: string, path: string, id: string | undefined) => {
    if (call === 'POST users') return setUp(request, 'by an administrator')
    await refuseDuringRestore()
    if (!id) return inviteUser(request)
    return call === 'PUT user' ? updateUser(request, id) : keepingAnAdmin(id, () => upstream('DELETE', path))
  }

  const logged = <T extends { body: unknown }>(call: string, response: T, ids: Record<string, string> = {}): T => {
    const made = v.safeParse(userSchema, response.body)
    logSecurity('account', { call, ...(made.success && { user: made.output.id }), ...ids })
    return response
  }

  const route = async (request: Request) => {
    const [, path, id, factors, factor] = ROUTE.exec(new URL(request.url).pathname) ?? []
    const call = `${request.method} ${factor ? 'factor' : (factors ?? (id ? 'user' : path?.split('/').at(-1)))}`
    if (!path || !CALLS.includes(call)) throw new AuthAdminError('not_found')
    if (!(await isAdmin(request, { settings, fetch }))) {
      if (call === 'POST users' && settings.adminSetup) return logged('set-up', await setUp(request, 'by a stranger'))
      throw new AuthAdminError(request.headers.has('authorization') ? 'not_admin' : 'no_authorization')
    }
    if (call === 'GET users') return listUsers(request)
    if (id && request.method === 'GET') return upstream('GET', path)
    const by = callerId(request) ?? ''
    if (id && call === 'DELETE factor') return removeFactor(path, id, by)
    return logged(call, await change(request, call, path, id), { by, ...(id && { user: id }) })
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return preflight()
    try {
      const { body, headers } = await route(request)
      const paging: Record<string, string> = {}
      for (const name of ['link', 'x-total-count']) if (headers.get(name)) paging[name] = headers.get(name) ?? ''
      return reply(body, paging)
    } catch (cause) {
      if (cause instanceof AuthAdminError || cause instanceof FunctionError)
        logSecurity('refused', { function: 'auth-admin', code: cause.code, method: request.method })
      if (cause instanceof AuthAdminError) return errorReply(cause.code)
      if (cause instanceof FunctionError) return refusal(cause)
      console.error('[auth-admin]', loggable(cause))
      return errorReply('unexpected_failure')
    }
  }
}
