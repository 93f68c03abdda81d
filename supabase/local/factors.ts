import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { AuthMails } from './auth-mails.ts'
import type { Engine, Query } from './database/engine.ts'
import { type AuthBody, authError, isRefusal } from './requests.ts'

const CHALLENGE_SECONDS = 300

// As text, because the engines' drivers parse differently.
const FACTOR_JSON = `jsonb_strip_nulls(jsonb_build_object(
  'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status,
  'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'last_challenged_at', f.last_challenged_at
))`
const SESSION = `select coalesce(s.aal::text, 'aal1') as aal, (
  select coalesce(jsonb_agg(jsonb_build_object(
    'method', c.authentication_method, 'timestamp', floor(extract(epoch from c.updated_at))
  ) order by c.updated_at desc), '[]')::text from auth.mfa_amr_claims c where c.session_id = s.id
) as amr from auth.sessions s where s.id::text = $1`

const ADD_AMR = `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
select $1, s.id, clock_timestamp(), clock_timestamp(), $3 from auth.sessions s where s.id::text = $2
on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`

/** How a session was opened. */
export const addAmr = (run: Query, session: string, method: 'password' | 'otp' | 'totp') =>
  run(ADD_AMR, [randomUUID(), session, method])

/** A session's level and how it got there, as its tokens tell; undefined when it is over. */
export const findLevel = async (run: Query, session: string) => {
  const [found] = await run<{ aal: string; amr: string }>(SESSION, [session])
  return found && { aal: found.aal, amr: JSON.parse(found.amr) as { method: string; timestamp: number }[] }
}

/** What the API tells of a factor. */
export type Factor = { id: string; status: 'unverified' | 'verified'; friendly_name?: string }

/** A user's factors, the oldest first. */
export const listFactors = async (run: Query, user: string): Promise<Factor[]> => {
  const sql = `select ${FACTOR_JSON}::text as json from auth.mfa_factors f where f.user_id::text = $1 order by f.created_at`
  return (await run<{ json: string }>(sql, [user])).map(({ json }) => JSON.parse(json))
}

/** Removes a factor; the sessions that it proved are as those without. */
export const deleteFactor = async ({ transaction }: Pick<Engine, 'transaction'>, id: string) =>
  transaction(async (run) => {
    const proved = 'select s.id from auth.sessions s where s.factor_id = $1'
    await run(
      `delete from auth.mfa_amr_claims c where c.session_id in (${proved}) and c.authentication_method = 'totp'`,
      [id],
    )
    await run(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [id])
    await run('delete from auth.mfa_factors where id = $1', [id])
  })

type Caller = { id: string; email: string; session: string; ip: string }
type Settings = { maxFactors: number; siteUrl: string; mails: Pick<AuthMails, 'factorEnrolled' | 'factorUnenrolled'> }
type Refresh = (refreshToken: string) => Promise<Response>

const ROUTE = /^factors(?:\/([^/]+)(?:\/(challenge|verify))?)?$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a path of the auth API is one of second factors. */
export const isFactorsPath = (path: string): boolean => ROUTE.test(path)

/** Whether a path is one where codes could be guessed. */
export const takesCodes = (path: string): boolean => ROUTE.exec(path)?.[2] !== undefined

const noFactor = () => authError('mfa_factor_not_found', 'Factor not found', 404)
const unexpected = (cause: unknown) => {
  if (!isRefusal(cause)) console.error('[auth]', cause)
  return authError('unexpected_failure', 'Unexpected failure, please check server logs')
}
const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer })

/** The auth server's `/factors` for codes of an app (TOTP), which Lite lacks. */
export const createFactors = (
  database: Pick<Engine, 'query' | 'transaction'>,
  { maxFactors, siteUrl, mails }: Settings,
) => {
  const { query, transaction } = database

  const isAal2 = async (session: string) => (await findLevel(query, session))?.aal === 'aal2'

  const enrol = async (caller: Caller, body: AuthBody) => {
    const { factor_type: type, friendly_name: name = '', issuer } = body
    if (type === 'phone') return authError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
    if (type === 'webauthn') return authError('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
    if (type !== 'totp') return authError('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
    const factors = await listFactors(query, caller.id)
    if (factors.some(({ friendly_name = '' }) => friendly_name === name)) {
      const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`
      return authError('mfa_factor_name_conflict', message)
    }
    if (factors.length >= maxFactors)
      return authError(
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    if (factors.some(({ status }) => status === 'verified') && !(await isAal2(caller.session)))
      return authError('insufficient_aal', 'AAL2 required to enroll a new factor', 403)
    const id = randomUUID()
    const secret = new Secret({ size: 20 }).base32
    const uri = totpOf(secret, caller.email, issuer || new URL(siteUrl).host).toString()
    await query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`,
      [id, caller.id, name, secret],
    )
    return Response.json({ id, type, friendly_name: name, totp: { qr_code: renderSVG(uri), secret, uri } })
  }

  const challenge = async (factor: string, { ip }: Caller) => {
    const id = randomUUID()
    const [made] = await transaction(async (run) => {
      await run('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factor])
      return run<{ expires_at: string }>(
        `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), $3::text::inet)
         returning floor(extract(epoch from created_at))::text as expires_at`,
        [id, factor, ip],
      )
    })
    return Response.json({ id, type: 'totp', expires_at: Number(made?.expires_at) + CHALLENGE_SECONDS })
  }

  type Challenge = { secret: string; status: string; usable: boolean; expired: boolean }

  const prove = async (factor: string, caller: Caller, challengeId: string) =>
    transaction(async (run) => {
      await run('update auth.mfa_challenges set verified_at = clock_timestamp() where id = $1', [challengeId])
      await run(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [factor])
      await run(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [
        caller.session,
        factor,
      ])
      await addAmr(run, caller.session, 'totp')
      await run(`delete from auth.sessions where user_id = $1 and id <> $2 and aal is distinct from 'aal2'`, [
        caller.id,
        caller.session,
      ])
      await run(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [caller.id])
      const sql =
        'select token from auth.refresh_tokens where session_id = $1 and not revoked order by created_at desc limit 1'
      const [current] = await run<{ token: string }>(sql, [caller.session])
      if (!current) throw new Error('The session has no refresh token.')
      return current.token
    })

  const verify = async (factor: string, caller: Caller, body: AuthBody, refresh: Refresh) => {
    const { code, challenge_id = '' } = body
    if (!code) return authError('validation_failed', 'Code needs to be non-empty')
    const [found] = await query<Challenge>(
      `select f.secret, f.status::text as status, c.verified_at is null and c.ip_address = $3::text::inet as usable,
         c.created_at <= now() - make_interval(secs => ${CHALLENGE_SECONDS}) as expired
       from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id where c.id::text = $1 and f.id::text = $2`,
      [challenge_id?.toLowerCase(), factor, caller.ip],
    )
    if (!found) return authError('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
    if (!found.usable) return authError('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
    if (found.expired) {
      await query('delete from auth.mfa_challenges where id::text = $1', [challenge_id])
      const message = `MFA challenge ${challenge_id} has expired, verify against another challenge or create a new challenge.`
      return authError('mfa_challenge_expired', message)
    }
    if (totpOf(found.secret).validate({ token: code, window: 1 }) === null)
      return authError('mfa_verification_failed', 'Invalid TOTP code entered')
    const refreshToken = await prove(factor, caller, challenge_id ?? '')
    if (found.status !== 'verified') await mails.factorEnrolled(caller.email).catch(() => {})
    return refresh(refreshToken)
  }

  const unenrol = async ({ id, status }: Factor, caller: Caller) => {
    if (status === 'verified' && !(await isAal2(caller.session)))
      return authError('insufficient_aal', 'AAL2 required to unenroll verified factor')
    await deleteFactor(database, id)
    await mails.factorUnenrolled(caller.email).catch(() => {})
    return Response.json({ id })
  }

  /** Answers a call; undefined for a path or a method that is none of these. */
  return async (call: { method: string; path: string; body: AuthBody }, caller: Caller, refresh: Refresh) => {
    const [route, id, action = ''] = ROUTE.exec(call.path) ?? []
    if (!route) return undefined
    if (!id) return call.method === 'POST' ? enrol(caller, call.body) : undefined
    if (!UUID.test(id)) return authError('validation_failed', 'factor_id must be an UUID', 404)
    const factor = (await listFactors(query, caller.id)).find((one) => one.id === id.toLowerCase())
    if (!factor) return noFactor()
    const key = `${call.method} ${action}`
    if (key === 'POST challenge') return challenge(factor.id, caller)
    if (key === 'POST verify') return verify(factor.id, caller, call.body, refresh).catch(unexpected)
    return key === 'DELETE ' ? unenrol(factor, caller) : undefined
  }
}
