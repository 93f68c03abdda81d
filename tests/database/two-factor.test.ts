import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { callAs, createSignedInUser, signIn } from '../support/backend-users.ts'
import { addFactor, insert } from '../support/rows.ts'
import { startWithUsers } from '../support/test-users.ts'
import { decodeClaims } from '../support/tokens.ts'

const database = await startWithUsers()
const { admin, member, outsiders, unproven, rpc, sql } = database
const proved = await createSignedInUser(database, 'proved', { role: 'admin' })
const factor = await addFactor(database, proved.id)
await addFactor(database, admin.id, { status: 'unverified' })
afterAll(database.stop)

type Session = { token: string }

// As the auth server does after a correct code.
const setSession = (who: Session, change: string, parameters: unknown[] = []) =>
  sql(`update auth.sessions set ${change} where id = $1`, [decodeClaims(who.token).session_id, ...parameters])
const prove = (who: Session, factor: string | null, aal = 'aal2') =>
  setSession(who, 'factor_id = $2, aal = $3', [factor, aal])
const setUser = (id: string, change: string) => sql(`update auth.users set ${change} where id = $1`, [id])

const access = async (who: Session) => {
  const [{ body }, { body: isAdmin }] = [await rpc(who, 'admin_access'), await rpc(who, 'is_admin')]
  expect(isAdmin).toBe(body === 'granted')
  return body
}
const setRule = (who: Session, p_required = true) => rpc(who, 'require_two_factor', { p_required })

beforeEach(async () => {
  await sql('delete from private.second_factor_rule')
  await prove(proved, factor)
  await prove(unproven, null, 'aal1')
})

describe('a session', () => {
  test('admin_access tells administrators which step is missing, and other users nothing', async () => {
    expect(await access(admin)).toBe('granted')
    expect(await access(proved)).toBe('granted')
    expect(await access(unproven)).toBe('code')
    expect(await access(await signIn(database, proved))).toBe('code')
    await addFactor(database, member.id)
    expect(await access(member)).toBeNull()
    for (const change of [`banned_until = now() + interval '1 hour'`, 'deleted_at = now()']) {
      await setUser(proved.id, change)
      expect(await access(proved), change).toBeNull()
      await setUser(proved.id, 'banned_until = null, deleted_at = null')
    }
    await setSession(proved, `created_at = now() - interval '31 days'`)
    expect(await access(proved)).toBeNull()
    await setSession(proved, `created_at = now() - interval '29 days'`)
    expect(await access(proved)).toBe('granted')
    await setUser(proved.id, `raw_app_meta_data = raw_app_meta_data || '{"password_change_required": true}'`)
    expect(await access(proved)).toBe('password-change')
    await setUser(proved.id, `raw_app_meta_data = raw_app_meta_data - 'password_change_required'`)
  })

  test('a session needs a code from a verified authenticator app of the same user', async () => {
    const unverified = await addFactor(database, unproven.id, { status: 'unverified' })
    const byPhone = await addFactor(database, unproven.id, { factor_type: 'phone' })
    for (const other of [null, factor, unverified, byPhone, randomUUID()]) {
      await prove(unproven, other)
      expect(await access(unproven), `${other}`).toBe('code')
    }
    await prove(unproven, unproven.factor, 'aal1')
    expect(await access(unproven)).toBe('code')
    await prove(unproven, unproven.factor)
    expect(await access(unproven)).toBe('granted')
  })

  test('removing a session’s factor revokes its rights if another factor exists or is required', async () => {
    const keeper = await createSignedInUser(database, 'two-factors', { role: 'admin' })
    const [first, second] = [await addFactor(database, keeper.id), await addFactor(database, keeper.id)]
    await prove(keeper, first)
    const remove = (id: string) => sql('delete from auth.mfa_factors where id = $1', [id])
    await remove(first)
    expect(await access(keeper)).toBe('code')
    await remove(second)
    expect(await access(keeper)).toBe('granted')
    await setRule(proved)
    expect(await access(await signIn(database, keeper))).toBe('set-up')
  })

  test('the service role can end all sessions of one user, including the refresh token', async () => {
    const leaver = await createSignedInUser(database, 'leaver', { role: 'admin' })
    const ask = (grant: string, body: object) =>
      callAs(database, 'visitor', `/auth/v1/token?grant_type=${grant}`, { method: 'POST', body })
    const { body } = await ask('password', leaver)
    const { refresh_token } = body as { refresh_token: string }
    const end = (who: Session | 'visitor' | 'service') => rpc(who, 'end_sessions', { p_user: leaver.id })
    for (const who of ['visitor', ...outsiders, admin] as const)
      expect(await end(who)).toMatchObject({ body: { code: '42501' } })
    expect(await access(leaver)).toBe('granted')
    expect((await end('service')).status).toBe(204)
    expect(await access(leaver)).toBeNull()
    expect(await ask('refresh_token', { refresh_token })).toMatchObject({ status: 400 })
    expect(await access(admin)).toBe('granted')
  })
})

describe('the two-factor requirement', () => {
  const since = async (who: Session = proved) => (await rpc(who, 'two_factor_required_since')).body

  test('only administrators with a second factor can change the two-factor requirement', async () => {
    expect(await since()).toBeNull()
    const { status, body: moment } = await setRule(proved)
    expect({ status, moment }).toEqual({ status: 200, moment: expect.any(String) })
    expect((await setRule(proved)).body).toBe(moment)
    expect(await since(admin)).toBe(moment)
    for (const p_required of [true, false]) {
      for (const who of outsiders)
        expect(await setRule(who, p_required)).toMatchObject({ status: 403, body: { message: 'not_admin' } })
      const missing = { status: 409, body: { code: 'PT409', message: 'no_second_factor' } }
      expect(await setRule(admin, p_required)).toMatchObject(missing)
    }
    for (const who of outsiders)
      expect(await rpc(who, 'two_factor_required_since')).toMatchObject({ status: 403, body: { code: '42501' } })
    expect(await since()).toBe(moment)
    expect(await setRule(proved, false)).toMatchObject({ status: 200, body: null })
    expect(await since()).toBeNull()
  })

  test('the two-factor requirement gives earlier sessions a day and limits later ones to set-up', async () => {
    await setSession(admin, `created_at = now() - interval '2 days'`)
    await setRule(proved)
    const later = await signIn(database, admin)
    expect([await access(admin), await access(later)]).toEqual(['granted', 'set-up'])
    const wait = (hours: number) =>
      sql(`update private.second_factor_rule set since = since - make_interval(hours => $1)`, [hours])
    await wait(23)
    expect([await access(admin), await access(later)]).toEqual(['granted', 'set-up'])
    await wait(1)
    expect([await access(admin), await access(later)]).toEqual(['set-up', 'set-up'])
    // The rule was set while the clock was a day ahead.
    await wait(-48)
    expect([await access(admin), await access(later)]).toEqual(['set-up', 'set-up'])
    expect([await access(proved), await access(unproven)]).toEqual(['granted', 'code'])
    await setRule(proved, false)
    expect([await access(admin), await access(later)]).toEqual(['granted', 'granted'])
  })
})

describe('a two-factor code', () => {
  const challenge = (of: string, secondsAgo?: number) =>
    insert(database, 'auth.mfa_challenges', {
      ...{ id: randomUUID(), factor_id: of, created_at: new Date(), ip_address: '127.0.0.1' },
      ...(secondsAgo && { verified_at: new Date(Date.now() - secondsAgo * 1_000) }),
    })
  // The pause before the commit makes concurrent proofs overlap.
  const use = (id: string) =>
    sql('update auth.mfa_challenges set verified_at = now() where id = $1 returning pg_sleep(0.2)::text', [id])
  /** Returns the reason of each failure, or null. */
  const proveAtOnce = async (...factors: string[]) => {
    const challenges = await Promise.all(factors.map((of) => challenge(of)))
    const answers = await Promise.allSettled(challenges.map(use))
    return answers.map((answer) => (answer.status === 'rejected' ? answer.reason.message : null)).sort()
  }
  const wait = async (of: string, who: Session = proved) => (await rpc(who, 'two_factor_wait', { p_factor: of })).body

  beforeEach(() => sql('delete from auth.mfa_challenges'))

  test('concurrent uses of a code open one session without blocking another factor', async () => {
    expect(await proveAtOnce(factor, factor, factor, factor)).toEqual(['code_used', 'code_used', 'code_used', null])
    expect(await sql('select from auth.mfa_challenges where verified_at is not null')).toHaveLength(1)
    expect(await proveAtOnce(factor, unproven.factor)).toEqual(['code_used', null])
    await sql('delete from auth.mfa_challenges')
    expect(await proveAtOnce(factor, unproven.factor)).toEqual([null, null])
  })

  test('a factor accepts another code after 90 seconds, and only its owner sees the wait', async () => {
    expect(await wait(factor)).toBe(0)
    await challenge(factor, 85)
    expect(await proveAtOnce(factor)).toEqual(['code_used'])
    expect([3, 4, 5]).toContain(await wait(factor))
    expect(await wait(unproven.factor)).toBeNull()
    expect(await wait(factor, unproven)).toBeNull()
    await sql('delete from auth.mfa_challenges')
    await challenge(factor, 91)
    expect(await wait(factor)).toBe(0)
    expect(await proveAtOnce(factor)).toEqual([null])
    expect([89, 90]).toContain(await wait(factor))
  })

  test('a code is accepted even if an earlier one is dated in the future', async () => {
    await challenge(factor, -20 * 3_600)
    expect(await wait(factor)).toBe(0)
    expect(await proveAtOnce(factor)).toEqual([null])
  })
})
