import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

const EMAIL = 'guessed@example.com'
let backend: TestBackend
let admin: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  backend = await createTestBackend()
  admin = await signedIn(backend, 'inviting', { role: 'admin' })
})
afterAll(() => backend.stop())

const post = (who: Identity, path: string, body: object, headers = {}) =>
  callAs(backend, who, path, { method: 'POST', body, headers })
const mail = (who: Identity, body: object) => post(who, '/functions/v1/admin-email', body)

test('no guess finds an invitation: near misses, hashes, wildcards and SQL', async () => {
  await mail(admin, { kind: 'invite', name: 'Ann', email: EMAIL })
  const token = /#invitation=([\w-]{43})\b/.exec(backend.mails(EMAIL)[0]?.text ?? '')?.[1] ?? ''
  const stateOf = async (guess: unknown) =>
    (await post('visitor', '/rest/v1/rpc/review_invitation', { p_token: guess })).body
  expect(await stateOf(token)).toMatchObject({ state: 'open', email: EMAIL })

  const hash = createHash('sha256').update(token).digest('hex')
  const guesses = [
    token.slice(1),
    token.slice(0, -1),
    token.toLowerCase(),
    [...token].reverse().join(''),
    hash,
    '%',
    '',
  ]
  const random = Array.from({ length: 20 }, () => randomBytes(32).toString('base64url'))
  for (const guess of [...guesses, `${token} `, '_'.repeat(43), `' or '1'='1`, null, ...random])
    expect(await stateOf(guess), `${guess}`).toEqual({ state: 'unknown' })
  for (const guess of guesses) {
    const testimonial = { name: 'Eve', location: 'E1', text: `Guess ${guess}`, email: 'eve@example.com' }
    await post('visitor', '/api/submit-testimonial', testimonial, { 'review-invitation': guess })
  }
  expect(await backend.sql('select distinct verified from reviews')).toEqual([{ verified: false }])
})

test('nobody but an administrator has invitations sent, and nobody makes a review verified or thanked', async () => {
  const [invitation] = await backend.sql<{ id: string }>(`select id from review_invitations where email = '${EMAIL}'`)
  const member = await signedIn(backend, 'uninvited')
  const former = await signedIn(backend, 'former-inviter', { role: 'admin' })
  const demotion = { method: 'PUT', body: { app_metadata: { role: null } } }
  await callAs(backend, 'service', `/auth/v1/admin/users/${former.id}`, demotion)
  const sent = backend.mails().length
  for (const who of ['visitor', member, former, { token: `${admin.token}x` }] as const) {
    expect(await mail(who, { kind: 'invite', name: 'Eve', email: 'eve@example.com' })).toMatchObject({ status: 403 })
    expect(await mail(who, { kind: 'resend-invitation', id: invitation?.id })).toMatchObject({ status: 403 })
  }
  expect(backend.mails()).toHaveLength(sent)

  const own = { verified: true, thanked_at: '2026-01-01', review_id: crypto.randomUUID() }
  const testimonial = { name: 'Eve', location: 'E1', text: 'Mine', email: 'eve@example.com', ...own }
  expect(await post('visitor', '/functions/v1/submit-testimonial', testimonial)).toMatchObject({ status: 200 })
  for (const body of [{ verified: true }, { thanked_at: 'now' }])
    expect(await callAs(backend, admin, '/rest/v1/reviews?id=not.is.null', { method: 'PATCH', body })).toMatchObject({
      status: 403,
    })
  const stored = await backend.sql(`select verified, thanked_at from reviews where text = 'Mine'`)
  expect(stored).toEqual([{ verified: false, thanked_at: null }])
})
