import { afterAll, expect, test } from 'vitest'
import { createTestBackend } from '../support/backend.ts'
import { callAs, createSignedInUser, createUser, emailedLink, rpc, signIn } from '../support/backend-users.ts'
import { decodeClaims } from '../support/tokens.ts'
import {
  allowNextCode,
  createChallenge,
  enrollFactor,
  generateCode,
  requestEnrollment,
  sendCode,
  type TestFactor,
  verifyFactor,
  withFactor,
} from '../support/two-factor.ts'

const backend = await createTestBackend()
afterAll(backend.stop)

type Session = { token: string }
const accessOf = async (who: Session) => (await rpc(backend, who, 'admin_access')).body
const remove = (who: Session, { id }: TestFactor) =>
  callAs(backend, who, `/auth/v1/factors/${id}`, { method: 'DELETE' })
const changeOwn = (who: Session, body: object) => callAs(backend, who, '/auth/v1/user', { method: 'PUT', body })
const subjects = (email: string) => backend.mails(email).map(({ subject }) => subject)
const refused = (status: number, error_code: string) => ({ status, body: { error_code } })

// With only the password.
const withoutCode = async (name: string) => {
  const user = await createSignedInUser(backend, name, { role: 'admin' })
  const { factor, token } = await withFactor(backend, user)
  await allowNextCode(backend, factor)
  return { ...user, factor, proved: { token }, late: await signIn(backend, user) }
}

test('verifying a second factor upgrades this session, ends others and requires codes later', async () => {
  const admin = await createSignedInUser(backend, 'setting-up', { role: 'admin' })
  const other = await signIn(backend, admin)
  await enrollFactor(backend, admin, 'Given up')
  const { status, body } = await requestEnrollment(backend, admin)
  const { totp, ...described } = body as { id: string; totp: { secret: string } }
  expect({ status, described, totp }).toEqual({
    status: 200,
    described: { id: expect.any(String), type: 'totp', friendly_name: 'Phone' },
    totp: {
      qr_code: expect.stringMatching(/^<svg/),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Kettle%20Digs:setting-up%40example.com\?.*period=30/),
    },
  })
  const factor = { id: described.id, ...totp }
  for (const who of [admin, other, await signIn(backend, admin)]) expect(await accessOf(who)).toBe('granted')
  expect(subjects(admin.email)).toEqual([])

  const proved = await sendCode(backend, admin, factor)
  const shown = { id: factor.id, factor_type: 'totp', status: 'verified', friendly_name: 'Phone' }
  expect(proved).toMatchObject({ status: 200, body: { user: { id: admin.id, factors: [shown] } } })
  const { access_token: token, refresh_token } = proved.body as Record<'access_token' | 'refresh_token', string>
  const level = { aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password', timestamp: expect.any(Number) }] }
  expect(decodeClaims(token)).toMatchObject({ session_id: decodeClaims(admin.token).session_id, ...level })
  expect(await accessOf({ token })).toBe('granted')
  expect(await callAs(backend, { token }, '/auth/v1/user')).toMatchObject({ body: { factors: [shown] } })
  expect(subjects(admin.email)).toEqual(['An authenticator app has been added to your account'])

  const refreshed = await callAs(backend, 'visitor', '/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: { refresh_token },
  })
  const { access_token: next } = refreshed.body as { access_token: string }
  expect(decodeClaims(next)).toMatchObject(level)

  expect(await callAs(backend, other, '/auth/v1/user')).toMatchObject(refused(403, 'session_not_found'))
  const late = await signIn(backend, admin)
  expect(decodeClaims(late.token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect(await accessOf(late)).toBe('code')
})

test('only the current code for the right factor and challenge upgrades a session', async () => {
  const { proved, factor, ...user } = await withoutCode('guessed')
  const second = await withFactor(backend, proved, 'Tablet')
  await allowNextCode(backend, second.factor)
  const late = await signIn(backend, user)
  const stranger = await createSignedInUser(backend, 'stranger')
  const wrong = String((Number(generateCode(factor)) + 1) % 1e6).padStart(6, '0')
  const challenge = await createChallenge(backend, late, factor)

  const wrongCode = refused(422, 'mfa_verification_failed')
  const notTheirs = refused(422, 'mfa_factor_not_found')
  const used = refused(422, 'mfa_ip_address_mismatch')
  const send = (options: { code?: string; challenge?: string }) => sendCode(backend, late, factor, options)
  const inFullWidth = generateCode(factor).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  const old = generateCode(factor, Date.now() - 60_000)
  for (const code of [wrong, old, generateCode(second.factor), `${generateCode(factor)}0`, inFullWidth])
    expect(await send({ code, challenge }), code).toMatchObject(wrongCode)
  expect(await send({ code: '', challenge })).toMatchObject(refused(400, 'validation_failed'))
  expect(await send({ challenge: await createChallenge(backend, late, second.factor) })).toMatchObject(notTheirs)
  expect(await send({ challenge: 'none' })).toMatchObject(notTheirs)
  expect(await sendCode(backend, stranger, factor, { challenge })).toMatchObject(refused(404, 'mfa_factor_not_found'))
  expect(await sendCode(backend, { token: '' }, factor, { challenge })).toMatchObject({ status: 401 })
  const changed = async (column: string) => {
    const made = await createChallenge(backend, late, factor)
    await backend.sql(`update auth.mfa_challenges set ${column} where id = $1`, [made])
    return send({ challenge: made })
  }
  expect(await changed(`created_at = now() - interval '301 seconds'`)).toMatchObject(
    refused(422, 'mfa_challenge_expired'),
  )
  expect(await changed(`ip_address = '10.0.0.1'`)).toMatchObject(used)
  expect(await accessOf(late)).toBe('code')

  // The code opens no other session.
  expect(await sendCode(backend, proved, factor, { challenge })).toMatchObject({ status: 200 })
  const later = await signIn(backend, user)
  expect(await sendCode(backend, later, factor, { challenge })).toMatchObject(used)
  expect(await sendCode(backend, later, factor)).toMatchObject(refused(500, 'unexpected_failure'))
  expect((await rpc(backend, later, 'two_factor_wait', { p_factor: factor.id })).body).toBeGreaterThan(80)
  expect(await accessOf(later)).toBe('code')
  expect(await backend.sql(`select 1 from auth.sessions where user_id = $1 and aal = 'aal1'`, [user.id])).toHaveLength(
    1,
  )
})

test('adding a second authenticator app requires a code from the first and a different name', async () => {
  const { factor, ...user } = await withoutCode('two-phones')
  const late = { token: user.late.token }
  const insufficient = refused(403, 'insufficient_aal')
  expect(await requestEnrollment(backend, late, 'Tablet')).toMatchObject(insufficient)
  const proved = await verifyFactor(backend, late, factor)
  expect(await requestEnrollment(backend, proved)).toMatchObject(refused(422, 'mfa_factor_name_conflict'))
  const tablet = await enrollFactor(backend, proved, 'Tablet')
  expect(await requestEnrollment(backend, proved, 'Watch')).toMatchObject(refused(422, 'too_many_enrolled_mfa_factors'))
  const ask = (factor_type: string) =>
    callAs(backend, proved, '/auth/v1/factors', { method: 'POST', body: { factor_type, friendly_name: 'Watch' } })
  expect(await ask('phone')).toMatchObject(refused(400, 'validation_failed'))

  // A password alone only removes unverified factors.
  const byPassword = await signIn(backend, user)
  expect(await remove(byPassword, factor)).toMatchObject(refused(422, 'insufficient_aal'))
  expect(await remove(byPassword, tablet)).toMatchObject({ status: 200, body: { id: tablet.id } })
  expect(await accessOf(byPassword)).toBe('code')
})

test('a removed factor no longer verifies a session, and without factors the password suffices', async () => {
  const { factor, proved, ...user } = await withoutCode('losing')
  const tablet = await withFactor(backend, proved, 'Tablet')
  expect(await accessOf(tablet)).toBe('granted')
  expect(await remove(tablet, tablet.factor)).toMatchObject({ status: 200, body: { id: tablet.factor.id } })
  expect(decodeClaims(tablet.token)).toMatchObject({ aal: 'aal2' })
  expect(await accessOf(tablet)).toBe('code')

  const again = await verifyFactor(backend, tablet, factor)
  expect(await accessOf(again)).toBe('granted')
  await remove(again, factor)
  expect(await accessOf(again)).toBe('granted')
  const setUp = 'An authenticator app has been added to your account'
  const removed = 'An authenticator app has been removed from your account'
  expect(subjects(user.email)).toEqual([removed, removed, setUp, setUp])
  const left = `select s.aal, s.factor_id, c.authentication_method as method
    from auth.sessions s join auth.mfa_amr_claims c on c.session_id = s.id where s.user_id = $1`
  expect(await backend.sql(left, [user.id])).toEqual([{ aal: 'aal1', factor_id: null, method: 'password' }])
})

test('an account with 2FA needs a code to change its password or email address', async () => {
  const { late, factor, email, password: present } = await withoutCode('renewing')
  const password = 'a-password-of-my-own'
  const insufficient = refused(401, 'insufficient_aal')
  for (const change of [{ password, current_password: present }, { email: 'eve@example.com' }])
    expect(await changeOwn(late, change)).toMatchObject(insufficient)

  await callAs(backend, 'visitor', '/auth/v1/recover', { method: 'POST', body: { email } })
  const [, token_hash] = /#token_hash=(\w+)/.exec(emailedLink(backend.mails(email)[0])) ?? []
  const { body } = await callAs(backend, 'visitor', '/auth/v1/verify', {
    method: 'POST',
    body: { token_hash, type: 'recovery' },
  })
  const byLink = { token: (body as { access_token: string }).access_token }
  expect(decodeClaims(byLink.token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] })
  expect(await changeOwn(byLink, { password })).toMatchObject(insufficient)
  expect(await changeOwn(await verifyFactor(backend, byLink, factor), { password })).toMatchObject({ status: 200 })

  await allowNextCode(backend, factor)
  const proved = await verifyFactor(backend, await signIn(backend, { email, password }), factor)
  const next = { password: 'another-of-my-own' }
  expect(await changeOwn(proved, next)).toMatchObject(refused(400, 'current_password_required'))
  const wrong = { ...next, current_password: present }
  expect(await changeOwn(proved, wrong)).toMatchObject(refused(400, 'current_password_invalid'))
  expect(await changeOwn(proved, { ...next, current_password: password })).toMatchObject({ status: 200 })
  await signIn(backend, { email, ...next })
})

test('only the service role can list and remove the factors of another user', async () => {
  const { id, email, factor, proved } = await withoutCode('lost-phone')
  const factors = `/auth/v1/admin/users/${id}/factors`
  const call = (who: Session | 'service', path: string, method: string) => callAs(backend, who, path, { method })
  for (const who of [proved, await createSignedInUser(backend, 'colleague', { role: 'admin' })]) {
    expect(await call(who, factors, 'GET')).toMatchObject({ status: 403, body: { code: 'not_admin' } })
    expect(await call(who, `${factors}/${factor.id}`, 'DELETE')).toMatchObject({ status: 403 })
  }
  const shown = { id: factor.id, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' }
  expect(await call('service', factors, 'GET')).toMatchObject({ status: 200, body: [shown] })
  const { id: other } = await createUser(backend, 'other')
  const unknown = { status: 404, body: { code: 'mfa_factor_not_found' } }
  expect(await call('service', `/auth/v1/admin/users/${other}/factors/${factor.id}`, 'DELETE')).toMatchObject(unknown)
  expect(await call('service', `${factors}/${factor.id}`, 'DELETE')).toMatchObject({ status: 200, body: shown })
  expect(await call('service', factors, 'GET')).toMatchObject({ status: 200, body: [] })
  expect(subjects(email)).toEqual(['An authenticator app has been added to your account'])
  expect(await backend.sql("select 1 from auth.sessions where user_id = $1 and aal <> 'aal1'", [id])).toEqual([])
})

/** Returns how many of twenty concurrent proofs succeed. */
const takenOfOneCode = async (name: string) => {
  const { factor, late, ...user } = await withoutCode(name)
  const code = generateCode(factor)
  const sessions = [late, ...(await Promise.all([1, 2, 3].map(() => signIn(backend, user))))]
  const proofs = Array.from({ length: 5 }, () => sessions).flat()
  const challenges = await Promise.all(proofs.map((who) => createChallenge(backend, who, factor)))
  const send = (who: Session, index: number) => sendCode(backend, who, factor, { code, challenge: challenges[index] })
  const answers = await Promise.all(proofs.map(send))
  const access = await Promise.all(sessions.map(accessOf))
  expect(access.filter((one) => one === 'granted')).toHaveLength(1)
  return answers.filter(({ status }) => status === 200).length
}

test('only one of 20 concurrent uses of a code is accepted', async () => {
  expect(await takenOfOneCode('at-once')).toBe(1)

  // The trigger belongs to the auth server, but its function doesn't.
  const unguarded = `language plpgsql as 'begin return new; end'`
  await backend.sql(`create or replace function private.reject_used_code() returns trigger ${unguarded}`)
  expect(await takenOfOneCode('unguarded')).toBeGreaterThan(1)
})
