import { randomBytes, randomUUID } from 'node:crypto'
import bcrypt from 'bcryptjs'
import * as v from 'valibot'
import type { Engine, Query } from './database/engine.ts'
import { secondsOf } from './project-config.ts'

const STATUS = {
  bad_json: 400,
  validation_failed: 400,
  no_authorization: 401,
  not_admin: 403,
  not_found: 404,
  user_not_found: 404,
  email_exists: 422,
  weak_password: 422,
  over_email_send_rate_limit: 429,
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

const metadata = v.record(v.string(), v.unknown())

const fieldsSchema = v.object({
  email: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  email_confirm: v.optional(v.boolean(), false),
  ban_duration: v.optional(v.string(), ''),
  app_metadata: v.optional(metadata, {}),
  user_metadata: v.optional(metadata, {}),
  data: v.optional(v.nullable(metadata), {}),
})
export type UserFields = v.InferOutput<typeof fieldsSchema>
const NO_FIELDS = v.parse(fieldsSchema, {})

/** Parses the body of a call; unknown fields are ignored, as the auth server does. */
export const parseFields = (text: string): UserFields => {
  let body: unknown
  try {
    body = text ? JSON.parse(text) : {}
  } catch {
    throw new AdminApiError('bad_json', 'Could not parse request body as JSON')
  }
  const parsed = v.safeParse(fieldsSchema, body)
  if (parsed.success) return parsed.output
  throw new AdminApiError('validation_failed', `Invalid ${String(parsed.issues[0].path?.[0]?.key ?? 'body')}`)
}

/** The e-mail address as it is stored. */
export const normaliseEmail = (email: string): string => {
  if (email.length > 255) throw new AdminApiError('validation_failed', 'An email address is too long')
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email.toLowerCase()
  throw new AdminApiError('validation_failed', 'Unable to validate email address: invalid format')
}

/** The hash Lite's own sign-in compares with. */
export const hashPassword = async (password: string): Promise<string> => {
  if (Buffer.byteLength(password) <= 72) return bcrypt.hash(password, 10)
  throw new AdminApiError('validation_failed', 'Password cannot be longer than 72 characters')
}

/** When a ban ends; null removes it. */
export const banEnd = (duration: string): string | null => {
  if (duration === 'none') return null
  const seconds = secondsOf(duration)
  if (seconds === undefined) throw new AdminApiError('validation_failed', 'invalid format for ban duration')
  return new Date(Date.now() + seconds * 1_000).toISOString()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

// Built by the database as text, so that both engines' drivers hand over the same thing.
const USER_JSON = `json_strip_nulls(json_build_object(
  'id', u.id, 'aud', u.aud, 'role', u.role, 'email', coalesce(u.email, ''), 'phone', '',
  'email_confirmed_at', u.email_confirmed_at, 'confirmed_at', u.email_confirmed_at,
  'invited_at', u.invited_at, 'confirmation_sent_at', u.confirmation_sent_at, 'recovery_sent_at', u.recovery_sent_at, 'last_sign_in_at', u.last_sign_in_at,
  'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
  'identities', (
    select coalesce(json_agg(json_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
      'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at, 'updated_at', i.updated_at
    )), '[]') from auth.identities i where i.user_id = u.id
  ),
  'created_at', u.created_at, 'updated_at', u.updated_at, 'banned_until', u.banned_until, 'is_anonymous', u.is_anonymous
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
  raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || $2::text::jsonb), updated_at = now()
where id = $1`

const CONFIRM = 'update auth.users set email_confirmed_at = now(), updated_at = now() where id = $1'

const BAN = 'update auth.users set banned_until = $2::timestamptz, updated_at = now() where id = $1'

const INVITE = `update auth.users set
  invited_at = now(), confirmation_token = $2, confirmation_sent_at = now(), updated_at = now()
where id = $1`

const UPDATE = `update auth.users set
  email = coalesce($2, email),
  encrypted_password = coalesce($3, encrypted_password),
  email_confirmed_at = case when $4::boolean then now() else email_confirmed_at end,
  raw_app_meta_data = jsonb_strip_nulls(coalesce(raw_app_meta_data, '{}') || $5::text::jsonb),
  raw_user_meta_data = jsonb_strip_nulls(coalesce(raw_user_meta_data, '{}') || $6::text::jsonb),
  banned_until = case when $7::boolean then $8::timestamptz else banned_until end,
  updated_at = now()
where id = $1`

const taken = () => new AdminApiError('email_exists', 'A user with this email address has already been registered')

/** Users as the auth server's admin API stores them, over the same tables as Lite's own auth API. */
export const createUsers = ({ query, transaction }: Engine, minimumPasswordLength: number) => {
  const find = async (id: string): Promise<unknown> => {
    if (!UUID.test(id)) throw new AdminApiError('validation_failed', 'user_id must be an UUID')
    const [user] = await query<{ json: string }>(`select ${USER_JSON} from auth.users u where u.id = $1`, [id])
    if (!user) throw new AdminApiError('user_not_found', 'User not found')
    return JSON.parse(user.json)
  }

  const refuseTaken = async (email: string, except: string | null) => {
    const sql = 'select 1 from auth.users where email = $1 and id is distinct from $2::uuid'
    if ((await query(sql, [email, except])).length > 0) throw taken()
  }

  // Lite's tokens have no foreign key to users, so they would outlive them.
  const endSessions = async (run: Query, id: string) => {
    await run('delete from auth.refresh_tokens where user_id::text = $1::text', [id])
    await run('delete from auth.sessions where user_id = $1::uuid', [id])
  }

  const insert = async (run: Query, fields: UserFields, email: string) => {
    const id = randomUUID()
    const password = await hashPassword(fields.password || randomBytes(36).toString('base64url'))
    const { app_metadata, user_metadata, email_confirm } = fields
    const ban = fields.ban_duration ? banEnd(fields.ban_duration) : null
    await run(CREATE, [id, email, password, JSON.stringify(user_metadata)])
    await run(CREATE_IDENTITY, [randomUUID(), id, email, email_confirm])
    // Statement by statement, as the auth server does it: the triggers of the migrations meet a user without a role first.
    await run(SET_APP_METADATA, [id, JSON.stringify(app_metadata)])
    if (email_confirm) await run(CONFIRM, [id])
    if (ban) await run(BAN, [id, ban])
    return id
  }

  return {
    find,

    /** One page of users, newest first, and how many there are. */
    async list(page: number, perPage: number) {
      const [count] = await query<{ total: string }>(
        `select count(*)::text as total from auth.users where aud = 'authenticated'`,
      )
      const rows = await query<{ json: string }>(
        `select ${USER_JSON} from auth.users u where u.aud = 'authenticated' order by u.created_at desc, u.id limit $1 offset $2`,
        [perPage, (page - 1) * perPage],
      )
      return { total: Number(count?.total ?? 0), users: rows.map((row): unknown => JSON.parse(row.json)) }
    },

    /** Creates a user and their e-mail identity. */
    async create(fields: UserFields) {
      if (!fields.email)
        throw new AdminApiError('validation_failed', 'Cannot create a user without either an email or phone')
      const email = normaliseEmail(fields.email)
      await refuseTaken(email, null)
      return find(await transaction((run) => insert(run, fields, email)))
    },

    /** Invites somebody new, or somebody who has not come yet once more; nothing is stored unless `send` sends the token. */
    async invite(fields: UserFields, send: (email: string, token: string) => Promise<void>) {
      const email = normaliseEmail(fields.email)
      const token = randomBytes(28).toString('hex')
      const id = await transaction(async (run) => {
        const sql = 'select id, email_confirmed_at is not null as confirmed from auth.users where email = $1'
        const [known] = await run<{ id: string; confirmed: boolean }>(sql, [email])
        if (known?.confirmed) throw taken()
        const invited = known?.id ?? (await insert(run, { ...NO_FIELDS, user_metadata: fields.data ?? {} }, email))
        await run(INVITE, [invited, token])
        await send(email, token)
        return invited
      })
      return find(id)
    },

    /** Changes what is given; metadata is merged and null deletes a key. */
    async update(id: string, fields: UserFields) {
      await find(id)
      const email = fields.email ? normaliseEmail(fields.email) : null
      if (email) await refuseTaken(email, id)
      if (fields.password && fields.password.length < minimumPasswordLength) {
        throw new AdminApiError('weak_password', `Password should be at least ${minimumPasswordLength} characters.`)
      }
      const password = fields.password ? await hashPassword(fields.password) : null
      const ban = fields.ban_duration ? banEnd(fields.ban_duration) : null
      const metadata = [JSON.stringify(fields.app_metadata), JSON.stringify(fields.user_metadata)]
      await transaction(async (run) => {
        await run(UPDATE, [id, email, password, fields.email_confirm, ...metadata, fields.ban_duration !== '', ban])
        if (email) {
          const sql = `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now() where user_id = $1 and provider = 'email'`
          await run(sql, [id, email])
        }
        if (password) await endSessions(run, id)
      })
      return find(id)
    },

    /** Deletes a user with everything that would let them in. */
    async remove(id: string) {
      await find(id)
      await transaction(async (run) => {
        await endSessions(run, id)
        await run('delete from auth.users where id = $1', [id])
      })
      return {}
    },
  }
}
export type Users = ReturnType<typeof createUsers>
