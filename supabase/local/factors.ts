import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { UUID_PATTERN } from '../functions/_shared/contract/text.ts'
import type { AuthMails } from './auth-mails.ts'
import type { Engine, Query } from './database/engine.ts'
import { type AuthBody, authError, authPath, isTriggerError } from './requests.ts'

const CHALLENGE_SECONDS = 300

// Text, because the engines' drivers parse JSON differently.
const FACTORS = `select jsonb_strip_nulls(jsonb_build_object(
  'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status,
  'friendly_name', f.friendly_name, 'factor_type', f.factor_type
))::text as json from auth.mfa_factors f where f.user_id::text = $1 order by f.created_at`

const LEVEL = `select jsonb_build_object('aal', s.aal, 'amr', coalesce(jsonb_agg(jsonb_build_object(
  'method', c.authentication_method, 'timestamp', floor(extract(epoch from c.updated_at))
) order by c.updated_at desc) filter (where c.id is not null), '[]'))::text as json
from auth.sessions s left join auth.mfa_amr_claims c on c.session_id = s.id where s.id::text = $1 group by s.id`

const ADD_METHOD = `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
select $1::uuid, s.id, clock_timestamp(), clock_timestamp(), $3::text from auth.sessions s where s.id::text = $2
on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`

const REMOVE = `with lowered as (
  update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id
), removed as (delete from auth.mfa_factors where id = $1)
delete from auth.mfa_amr_claims c using lowered l where c.session_id = l.id and c.authentication_method = 'totp'`

const ADD = `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`

const CHALLENGE = `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
values ($1, $2, now(), $3::text::inet)`

const CHALLENGED = `select f.secret, c.verified_at is null and c.ip_address = $3::text::inet as usable,
  c.created_at <= now() - make_interval(secs => ${CHALLENGE_SECONDS}) as expired
from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id where c.id::text = $1 and f.id::text = $2`

const REFRESH_TOKEN =
  'select token from auth.refresh_tokens where session_id = $1 and not revoked order by created_at desc limit 1'

export type Factor = { id: string; status: 'unverified' | 'verified'; friendly_name: string }

/** Returns a user's factors, oldest first. */
export const listFactors = async (query: Query, user: string): Promise<Factor[]> =>
  (await query<{ json: string }>(FACTORS, [user])).map(({ json }) => JSON.parse(json))

/** Removes a factor and downgrades the sessions that it verified. */
export const removeFactor = (query: Query, id: string) => query(REMOVE, [id])

export const recordAuthMethod = (query: Query, session: string, method: 'password' | 'otp' | 'totp') =>
  query(ADD_METHOD, [randomUUID(), session, method])

/** Returns AAL and AMR for a session's tokens. */
export const getAssuranceLevel = async (query: Query, session: string) => {
  const [found] = await query<{ json: string }>(LEVEL, [session])
  return JSON.parse(found?.json ?? '{"amr":[]}') as { aal?: string; amr: { method: string }[] }
}

/** Whether a session lacks the code of its user's factor. */
export const needsMfaCode = async (query: Query, user: string, session: string): Promise<boolean> =>
  (await getAssuranceLevel(query, session)).aal !== 'aal2' &&
  (await listFactors(query, user)).some(({ status }) => status === 'verified')

const UUID = new RegExp(`^${UUID_PATTERN}$`)

type Caller = { id: string; email: string; session: string; ip: string }
type Challenged = { secret: string; usable: boolean; expired: boolean }
type Refresh = (refreshToken: string) => Promise<Response>
type Env = { Bindings: { caller: Caller; body: AuthBody; refresh: Refresh }; Variables: { factor: Factor } }
type Settings = { maxFactors: number; notify: AuthMails['notify'] }

/** Creates the auth server's `/factors` (TOTP), which Lite lacks. */
export const createFactors = ({ query, transaction }: Pick<Engine, 'query' | 'transaction'>, settings: Settings) => {
  const enroll = async ({ id: user, email, session }: Caller, body: AuthBody) => {
    const { factor_type: type, friendly_name: name = '', issuer } = body
    if (type !== 'totp') return authError(400, 'validation_failed', 'factor_type needs to be totp')
    const factors = await listFactors(query, user)
    const taken = `A factor with the friendly name "${name}" for this user already exists`
    if (factors.some((factor) => factor.friendly_name === name))
      return authError(422, 'mfa_factor_name_conflict', taken)
    const full = 'Maximum number of verified factors reached, unenroll to continue'
    if (factors.length >= settings.maxFactors) return authError(422, 'too_many_enrolled_mfa_factors', full)
    if (await needsMfaCode(query, user, session))
      return authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    const id = randomUUID()
    const secret = new Secret({ size: 20 }).base32
    const uri = new TOTP({ secret, label: email, issuer: issuer ?? '' }).toString()
    await query(ADD, [id, user, name, secret])
    return Response.json({ id, type, friendly_name: name, totp: { qr_code: renderSVG(uri), secret, uri } })
  }

  const challenge = async (factor: string, ip: string) => {
    const id = randomUUID()
    await query(CHALLENGE, [id, factor, ip])
    return Response.json({ id, type: 'totp', expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS })
  }

  const verifyChallenge = (challenge: string, factor: string, { id: user, session }: Caller) =>
    transaction(async (run) => {
      await run('update auth.mfa_challenges set verified_at = clock_timestamp() where id = $1', [challenge])
      await run(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [factor])
      await run(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [session, factor])
      await recordAuthMethod(run, session, 'totp')
      const others = `user_id = $1 and id <> $2`
      await run(`delete from auth.sessions where ${others} and aal is distinct from 'aal2'`, [user, session])
      await run(`delete from auth.mfa_factors where ${others} and status = 'unverified'`, [user, factor])
    })

  const verify = async ({ id: factor, status }: Factor, caller: Caller, body: AuthBody, refresh: Refresh) => {
    const { code, challenge_id } = body
    if (!code) return authError(400, 'validation_failed', 'Code needs to be non-empty')
    const challenge = challenge_id ?? ''
    const [asked] = await query<Challenged>(CHALLENGED, [challenge.toLowerCase(), factor, caller.ip])
    if (!asked) return authError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
    if (!asked.usable) return authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
    if (asked.expired) return authError(422, 'mfa_challenge_expired', `MFA challenge ${challenge} has expired`)
    if (!/^\d{6}$/.test(code) || new TOTP({ secret: asked.secret }).validate({ token: code, window: 1 }) === null)
      return authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    await verifyChallenge(challenge, factor, caller)
    if (status === 'unverified') await settings.notify(caller.email, 'mfa_factor_enrolled')
    const [current] = await query<{ token: string }>(REFRESH_TOKEN, [caller.session])
    return refresh(current?.token ?? '')
  }

  const remove = async ({ id, status }: Factor, { id: user, email, session }: Caller) => {
    if (status === 'verified' && (await needsMfaCode(query, user, session)))
      return authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await removeFactor(query, id)
    await settings.notify(email, 'mfa_factor_unenrolled')
    return Response.json({ id })
  }

  const findFactor = createMiddleware<Env>(async (c, next) => {
    const id = c.req.param('id')?.toLowerCase() ?? ''
    if (!UUID.test(id)) return authError(404, 'validation_failed', 'factor_id must be an UUID')
    const factor = (await listFactors(query, c.env.caller.id)).find((one) => one.id === id)
    if (!factor) return authError(404, 'mfa_factor_not_found', 'Factor not found')
    c.set('factor', factor)
    return next()
  })
  const app = new Hono<Env>({ getPath: ({ url }) => `/${authPath(url) ?? ''}` })
  app.post('/factors', ({ env }) => enroll(env.caller, env.body))
  app.post('/factors/:id/challenge', findFactor, ({ var: { factor }, env }) => challenge(factor.id, env.caller.ip))
  app.post('/factors/:id/verify', findFactor, ({ var: { factor }, env }) =>
    verify(factor, env.caller, env.body, env.refresh),
  )
  app.delete('/factors/:id', findFactor, ({ var: { factor }, env }) => remove(factor, env.caller))
  app.onError((cause) => {
    if (!isTriggerError(cause)) console.error('[auth]', cause.message)
    return authError(500, 'unexpected_failure', 'Unexpected failure, please check server logs')
  })
  return app
}
