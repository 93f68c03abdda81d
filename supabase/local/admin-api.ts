import { randomBytes, randomUUID } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { Hono } from 'hono'
import * as v from 'valibot'
import { PASSWORD_MAX_BYTES } from '../functions/_shared/contract/auth-admin.ts'
import { UUID_PATTERN } from '../functions/_shared/contract/text.ts'
import type { Engine, Query } from './database/engine.ts'
import { listFactors, removeFactor } from './factors.ts'
import { getBearerToken, isTriggerError } from './requests.ts'

const STATUS = {
  validation_failed: 400,
  not_admin: 403,
  not_found: 404,
  user_not_found: 404,
  mfa_factor_not_found: 404,
  email_exists: 422,
  unexpected_failure: 500,
} as const

class AdminApiError extends Error {
  readonly code: keyof typeof STATUS

  constructor(code: keyof typeof STATUS, message: string) {
    super(message)
    this.code = code
  }
}

const metadata = v.optional(v.record(v.string(), v.unknown()), {})
const fieldsSchema = v.object({
  id: v.optional(v.pipe(v.string(), v.uuid())),
  email: v.optional(v.pipe(v.string(), v.maxLength(255), v.regex(/^[^\s@]+@[^\s@]+$/), v.toLowerCase())),
  password: v.optional(v.pipe(v.string(), v.maxBytes(PASSWORD_MAX_BYTES))),
  password_hash: v.optional(v.pipe(v.string(), v.regex(/^\$2[aby]\$\d\d\$.{53}$/))),
  email_confirm: v.optional(v.boolean(), false),
  app_metadata: metadata,
  user_metadata: metadata,
})
type UserFields = v.InferOutput<typeof fieldsSchema>

const readFields = async (request: Request): Promise<UserFields> => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), fieldsSchema), (await request.text()) || '{}')
  if (!parsed.success) throw new AdminApiError('validation_failed', 'Unable to validate the details of this user')
  return parsed.output
}

const requireEmail = ({ email }: UserFields): string => {
  if (email) return email
  throw new AdminApiError('validation_failed', 'Cannot create a user without an email')
}

// Text, because the engines' drivers parse JSON differently.
const USER_JSON = `jsonb_strip_nulls(jsonb_build_object(
  'id', u.id, 'aud', u.aud, 'role', u.role, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at,
  'invited_at', u.invited_at, 'last_sign_in_at', u.last_sign_in_at, 'banned_until', u.banned_until,
  'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
  'created_at', u.created_at, 'updated_at', u.updated_at
))::text as json`

const CREATE = `insert into auth.users (
  id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, is_sso_user, is_anonymous, created_at, updated_at
) values (
  $1, 'authenticated', 'authenticated', $2, $3, '{"provider": "email", "providers": ["email"]}',
  jsonb_strip_nulls($4::text::jsonb), false, false, now(), now()
)`

const CREATE_IDENTITY = `insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
values ($1, 'email', $2::text, $2::uuid, jsonb_build_object(
  'sub', $2::text, 'email', $3::text, 'email_verified', $4::boolean, 'phone_verified', false
), now(), now(), now())`

const SET_APP_METADATA = `update auth.users set
  raw_app_meta_data = jsonb_strip_nulls(coalesce(raw_app_meta_data, '{}') || $2::text::jsonb), updated_at = now()
where id = $1`

const CONFIRM = 'update auth.users set email_confirmed_at = now(), updated_at = now() where id = $1'

const INVITE = `update auth.users set
  invited_at = now(), confirmation_token = $2, confirmation_sent_at = now(), updated_at = now()
where id = $1`

type User = { id: string; user_metadata: Record<string, unknown> }
type SendInvite = (email: string, tokenHash: string) => Promise<void>

const createUsers = ({ query, transaction }: Engine, sendInvite: SendInvite) => {
  const find = async (id: string): Promise<User> => {
    const [user] = await query<{ json: string }>(`select ${USER_JSON} from auth.users u where u.id = $1`, [id])
    if (!user) throw new AdminApiError('user_not_found', 'User not found')
    return JSON.parse(user.json)
  }

  // The auth server responds without the triggers' result.
  const withOldMetadata = async (id: string, user_metadata: User['user_metadata']) => ({
    ...(await find(id)),
    user_metadata,
  })

  const findByEmail = async (run: Query, email: string) => {
    const sql = 'select id, email_confirmed_at is not null as confirmed from auth.users where email = $1'
    return (await run<{ id: string; confirmed: boolean }>(sql, [email]))[0]
  }

  const createTakenError = () =>
    new AdminApiError('email_exists', 'A user with this email address has already been registered')

  const insert = async (run: Query, email: string, fields: UserFields) => {
    const { id = randomUUID() } = fields
    const hashPassword = () => bcrypt.hash(fields.password || randomBytes(36).toString('base64url'), 10)
    await run(CREATE, [id, email, fields.password_hash ?? (await hashPassword()), JSON.stringify(fields.user_metadata)])
    await run(CREATE_IDENTITY, [randomUUID(), id, email, fields.email_confirm])
    // Separate, so that triggers first see a user without a role.
    await run(SET_APP_METADATA, [id, JSON.stringify(fields.app_metadata)])
    if (fields.email_confirm) await run(CONFIRM, [id])
    return id
  }

  return {
    find,

    async list(page: number, perPage: number) {
      const [count] = await query<{ total: string }>('select count(*)::text as total from auth.users')
      const rows = await query<{ json: string }>(
        `select ${USER_JSON} from auth.users u order by u.created_at desc, u.id limit $1 offset $2`,
        [perPage, (page - 1) * perPage],
      )
      return { total: Number(count?.total ?? 0), users: rows.map((row): unknown => JSON.parse(row.json)) }
    },

    async create(fields: UserFields) {
      const email = requireEmail(fields)
      if (await findByEmail(query, email)) throw createTakenError()
      return withOldMetadata(await transaction((run) => insert(run, email, fields)), fields.user_metadata)
    },

    /** Invites an unconfirmed user. Stores nothing unless the email is sent. */
    async invite(fields: UserFields) {
      const email = requireEmail(fields)
      const tokenHash = randomBytes(28).toString('hex')
      const id = await transaction(async (run) => {
        const known = await findByEmail(run, email)
        if (known?.confirmed) throw createTakenError()
        const invited = known?.id ?? (await insert(run, email, fields))
        await run(INVITE, [invited, tokenHash])
        await sendInvite(email, tokenHash)
        return invited
      })
      return find(id)
    },

    async update(id: string, { app_metadata }: UserFields) {
      const { user_metadata } = await find(id)
      await query(SET_APP_METADATA, [id, JSON.stringify(app_metadata)])
      return withOldMetadata(id, user_metadata)
    },

    async listFactors(id: string) {
      await find(id)
      return listFactors(query, id)
    },

    async removeFactor(id: string, factorId: string) {
      const factor = (await listFactors(query, id)).find((one) => one.id === factorId)
      if (!factor) throw new AdminApiError('mfa_factor_not_found', 'Factor not found')
      await removeFactor(query, factor.id)
      return factor
    },

    /** Deletes a user and their sessions, to which Lite has no foreign key. */
    async remove(id: string) {
      await find(id)
      await transaction(async (run) => {
        await run('delete from auth.refresh_tokens where user_id::text = $1::text', [id])
        await run('delete from auth.sessions where user_id = $1::uuid', [id])
        await run('delete from auth.users where id = $1', [id])
      })
      return {}
    },
  }
}

const INVITE_PATH = '/auth/v1/invite'
const USERS = '/auth/v1/admin/users'
const USER = `${USERS}/:id{${UUID_PATTERN}}` as const
const FACTORS = `${USER}/factors` as const

const getPath = ({ url }: Request): string => new URL(url).pathname.toLowerCase().replace(/\/$/, '')

export const isAdminApi = (request: Request): boolean =>
  getPath(request).startsWith('/auth/v1/admin/') || getPath(request) === INVITE_PATH

/** Creates the auth server's admin API, which Lite lacks. */
export const createAdminApi = (engine: Engine, secretKey: string, sendInvite: SendInvite) => {
  const users = createUsers(engine, sendInvite)
  const app = new Hono({ getPath })
  app.use(async (c, next) => {
    c.header('access-control-allow-origin', '*')
    if (c.req.header('apikey') !== secretKey || getBearerToken(c.req.raw) !== '')
      throw new AdminApiError('not_admin', 'User not allowed')
    await next()
  })
  app.get(USERS, async (c) => {
    const perPage = Number(c.req.query('per_page')) || 50
    const { total, users: found } = await users.list(Number(c.req.query('page')) || 1, perPage)
    // supabase-js only reads the total if there is a link.
    const link = `</admin/users?page=${Math.max(1, Math.ceil(total / perPage))}>; rel="last"`
    return c.json({ users: found, aud: 'authenticated' } as object, 200, { 'x-total-count': String(total), link })
  })
  app.post(USERS, async (c) => c.json(await users.create(await readFields(c.req.raw))))
  app.get(USER, async (c) => c.json(await users.find(c.req.param('id'))))
  app.put(USER, async (c) => c.json(await users.update(c.req.param('id'), await readFields(c.req.raw))))
  app.delete(USER, async (c) => c.json(await users.remove(c.req.param('id'))))
  app.get(FACTORS, async (c) => c.json(await users.listFactors(c.req.param('id'))))
  app.delete(`${FACTORS}/:factor{${UUID_PATTERN}}`, async (c) =>
    c.json(await users.removeFactor(c.req.param('id'), c.req.param('factor'))),
  )
  app.post(INVITE_PATH, async (c) => c.json(await users.invite(await readFields(c.req.raw))))
  app.all('*', () => {
    throw new AdminApiError('not_found', '404 page not found')
  })
  app.onError((cause, c) => {
    const known = cause instanceof AdminApiError
    if (!known && !isTriggerError(cause)) console.error('[auth admin]', cause)
    const { code, message } = known ? cause : new AdminApiError('unexpected_failure', 'Unexpected failure')
    return c.json({ code, message }, STATUS[code], { 'x-sb-error-code': code })
  })
  return app
}
