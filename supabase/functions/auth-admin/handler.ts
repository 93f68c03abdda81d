import type { Context } from 'hono'
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
import { UUID_PATTERN } from '../_shared/contract/text.ts'
import { FunctionError, loggable, logSecurity, reason } from '../_shared/errors.ts'
import { factorRemovedMail } from '../_shared/mails.ts'
import { createFunction, type Handler, json } from '../_shared/pipeline.ts'
import { type Services, toCanonicalMailbox, withRateLimits } from '../_shared/services.ts'
import { AuthAdminError, onError, respond } from './errors.ts'
import { createUpstream } from './upstream.ts'

const ADMIN_ROLE = 'admin'
const USERS = '/auth-admin/admin/users'
const USER = `${USERS}/:id{${UUID_PATTERN}}` as const
const FACTORS = `${USER}/factors` as const
const FACTOR = `${FACTORS}/:factor{${UUID_PATTERN}}` as const
type UserContext = Context<object, typeof USER>

const userSchema = v.object({ id: v.pipe(v.string(), v.uuid()) })
const mailboxSchema = v.object({ email: v.string() })

const getUserId = ({ body }: { body: unknown }): string => v.parse(userSchema, body).id

const getRole = (metadata: { role?: string | null | undefined }) => (metadata.role === ADMIN_ROLE ? ADMIN_ROLE : null)

const logResponse = <T extends { body: unknown }>(
  call: string,
  response: T,
  ids: Record<string, string | undefined> = {},
): T => {
  const made = v.safeParse(userSchema, response.body)
  logSecurity('account', { call, ...(made.success && { user: made.output.id }), ...ids })
  return response
}

const body = <Schema extends v.GenericSchema>(schema: Schema) => json(schema, { maxBytes: AUTH_ADMIN_BODY_MAX })

/**
 * Serves the auth server's admin API to administrators without exposing the secret key. Only users' roles can be
 * changed, and only the first administrator can be created.
 */
export const createHandler = (services: Services): Handler => {
  const { settings, database, limit, sendMail } = services
  const upstream = createUpstream(settings, services.fetch)
  const adminExists = async () => (await database.rpc('admin_exists').throwOnError()).data
  // Restored accounts come from the same server, so the database can't tell them from a caller's.
  const refuseDuringRestore = async () => {
    if ((await database.rpc('is_restoring').throwOnError()).data) throw new AuthAdminError('restoring')
  }
  const findUser = async (email: string) => (await database.rpc('find_user', { p_email: email }).throwOnError()).data[0]
  const isLastAdmin = async (id: string) => (await database.rpc('is_last_admin', { p_user: id }).throwOnError()).data

  // The auth server responds before triggers mirror the role.
  const fetchUser = (id: string) => upstream('GET', `/admin/users/${id}`)

  // The database rejects the change without a reason, so look it up.
  const explainLastAdmin = <T>(id: string, act: () => Promise<T>): Promise<T> =>
    act().catch(async (cause: unknown) => {
      const refused = cause instanceof AuthAdminError && cause.code === 'unexpected_failure'
      throw refused && (await isLastAdmin(id)) ? new AuthAdminError('last_admin') : cause
    })

  const setRole = async (id: string, role: string | null) => {
    const change = () => upstream('PUT', `/admin/users/${id}`, { app_metadata: { role } })
    await (role ? change() : explainLastAdmin(id, change))
    return fetchUser(id)
  }

  const updateUser = ({ req }: UserContext, { user_metadata }: v.InferOutput<typeof updateUserSchema>) =>
    setRole(req.param('id'), getRole(user_metadata))

  const deleteUser = ({ req }: UserContext) =>
    explainLastAdmin(req.param('id'), () => upstream('DELETE', `/admin/users/${req.param('id')}`))

  const inviteUser = async ({ req }: Context, { email, data }: v.InferOutput<typeof inviteSchema>) => {
    const role = getRole(data)
    // Otherwise the auth server would resend the invitation, and `role` would replace theirs.
    const known = data.role === undefined ? undefined : await findUser(email)
    if (role && known?.invited_without_role) return setRole(known.id, role)
    if (known) throw new AuthAdminError('email_exists')
    const calls: Parameters<typeof withRateLimits>[1] = [
      ['auth-admin-invite', clientIp(req.raw), INVITE_RATE.ip],
      ['auth-admin-invite-to', toCanonicalMailbox(email), INVITE_RATE.email],
    ]
    const invite = () => upstream('POST', '/invite', { email })
    // Without a response, the auth server may have sent it.
    const isUnanswered = (cause: unknown) => !(cause instanceof AuthAdminError || cause instanceof FunctionError)
    const invited = await withRateLimits(limit, calls, invite, isUnanswered).catch((cause: unknown) => {
      const unsent = cause instanceof AuthAdminError && cause.code === 'unexpected_failure'
      throw unsent ? new AuthAdminError('invite_failed') : cause
    })
    return role ? setRole(getUserId(invited), role) : fetchUser(getUserId(invited))
  }

  const createClosedError = async (email: string) =>
    new AuthAdminError((await findUser(email)) ? 'email_exists' : 'setup_closed')

  // This password is published, so not even administrators can create the account once there is one.
  const setUp = async (request: Request, fields: v.InferOutput<typeof createUserSchema>, byAdmin: boolean) => {
    const { email, password, email_confirm } = fields
    const exists = await adminExists().catch((cause: unknown) => {
      console.error("[auth-admin] couldn't check whether an administrator exists:", loggable(cause))
      throw new AuthAdminError('users_unchecked')
    })
    await limit('auth-admin-setup', clientIp(request), SETUP_RATE)
    await refuseDuringRestore()
    // Visitors can only create the company's account, which its mailbox recovers, and can't probe others.
    if (!byAdmin && email.toLowerCase() !== settings.adminSetup) throw new AuthAdminError('not_admin')
    if (password.length < PASSWORD_MIN) throw new AuthAdminError('weak_password')
    if (exists) throw await createClosedError(email)
    const app_metadata = {
      role: ADMIN_ROLE,
      [DEFAULT_PASSWORD_MARK]: true,
      ...(settings.passwordChangeRequired && { [PASSWORD_CHANGE_FLAG]: true }),
    }
    const made = await upstream('POST', '/admin/users', { email, password, email_confirm, app_metadata }).catch(
      async (cause: unknown) => {
        const refused = cause instanceof AuthAdminError && ['unexpected_failure', 'email_exists'].includes(cause.code)
        throw refused && (await adminExists()) ? await createClosedError(email) : cause
      },
    )
    return fetchUser(getUserId(made))
  }

  // Without the factor, sessions that wait for its code would get an administrator's rights.
  const removeFactor = async ({ req }: Context<object, typeof FACTOR>) => {
    const id = req.param('id').toLowerCase()
    const by = callerId(req.raw)
    // The auth server requires a code before it removes one's own factor.
    if (id === by) throw new AuthAdminError('validation_failed')
    const endSessions = () => database.rpc('end_sessions', { p_user: id }).throwOnError()
    // If sessions can't be ended, keep the factor.
    await endSessions()
    const path = `/admin/users/${id}/factors/${req.param('factor')}`
    const removing = upstream('DELETE', path).then((removed) => logResponse('DELETE factor', removed, { by, user: id }))
    const notifyUser = () =>
      fetchUser(id)
        .then(({ body }) => sendMail(factorRemovedMail(v.parse(mailboxSchema, body).email, settings)))
        .catch((cause: unknown) => console.error(`[auth-admin] couldn't notify ${id} of the removal:`, reason(cause)))
    // Notify even if ending sessions fails now, because a retry won't find the factor.
    return removing.finally(endSessions).finally(() => removing.then(notifyUser, () => {}))
  }

  const change =
    <Body>(call: string, act: (c: UserContext, body: Body) => ReturnType<typeof upstream>) =>
    async (c: Context, body: Body) => {
      await refuseDuringRestore()
      const user = c.req.param('id')?.toLowerCase()
      return logResponse(call, await act(c, body), { by: callerId(c.req.raw), ...(user && { user }) })
    }

  const who = 'administrator'
  const { on, fetch } = createFunction({
    services,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposeHeaders: ['link', 'x-total-count', 'x-sb-error-code', 'x-supabase-api-version'],
    respond,
    onError,
  })
  on('GET', USERS, {
    who,
    act: ({ req }) => {
      const paging = new URLSearchParams({ page: req.query('page') ?? '', per_page: req.query('per_page') ?? '' })
      return upstream('GET', `/admin/users?${paging}`)
    },
  })
  on('POST', USERS, {
    who: settings.adminSetup ? 'visitor' : who,
    body: body(createUserSchema),
    act: async (c, fields) => {
      const byAdmin = await isAdmin(c.req.raw, services)
      const made = await setUp(c.req.raw, fields, byAdmin)
      return byAdmin ? logResponse('POST users', made, { by: callerId(c.req.raw) }) : logResponse('set-up', made)
    },
  })
  on('GET', USER, { who, act: ({ req }) => fetchUser(req.param('id')) })
  on('PUT', USER, { who, body: body(updateUserSchema), act: change('PUT user', updateUser) })
  on('DELETE', USER, { who, act: change('DELETE user', deleteUser) })
  on('GET', FACTORS, { who, act: ({ req }) => upstream('GET', `/admin/users/${req.param('id')}/factors`) })
  on('DELETE', FACTOR, { who, act: removeFactor })
  on('POST', '/auth-admin/invite', { who, body: body(inviteSchema), act: change('POST invite', inviteUser) })
  return fetch
}
