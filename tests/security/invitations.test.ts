import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson } from '../support/backend-http.ts'
import { callAs, signedIn } from '../support/backend-users.ts'
import { PAYLOADS } from './injection-payloads.ts'

const attempt = countAttempts('review invitations')
let server: TestServer
let admin: string
let host = 0

beforeAll(async () => {
  server = await startTestServer()
  admin = (await signedIn(server, 'inviting', { role: 'admin' })).token
})
afterAll(() => server.stop())

const call = (path: string, body: object, token = '', headers: Record<string, string> = {}) =>
  postJson(`${server.url}${path}`, body, {
    // Every attempt from an IP address of its own: the limits are another test's.
    from: `127.5.${Math.floor(++host / 250)}.${(host % 250) + 1}`,
    headers: { apikey: server.publishableKey, ...(token && { authorization: `Bearer ${token}` }), ...headers },
  })
const MAIL = '/functions/v1/admin-email'
const invite = async (email: string, change: object = {}) => {
  await server.sql(`delete from private.rate_limit_hits where bucket like 'review-invitation%'`)
  const answer = await call(MAIL, { kind: 'invite', name: 'Ann', email, ...change }, admin)
  return { answer, token: /#invitation=([\w-]+)/.exec(server.mails(email)[0]?.text ?? '')?.[1] ?? '' }
}

test('no guess finds an invitation: near misses, hashes, wildcards and SQL', async () => {
  const email = 'guessed@example.com'
  const { token } = await invite(email)
  expect(token).toMatch(/^[\w-]{43}$/)
  const guesses: unknown[] = [
    token.slice(1),
    token.slice(0, -1),
    `${token} `,
    token.toLowerCase(),
    token.split('').reverse().join(''),
    createHash('sha256').update(token).digest('hex'),
    `%`,
    '_'.repeat(43),
    null,
    true,
    [token],
    { token },
    ...PAYLOADS,
    ...Array.from({ length: 50 }, () => randomBytes(32).toString('base64url')),
  ]
  for (const guess of guesses) {
    const { text } = await call('/rest/v1/rpc/review_invitation', { p_token: guess })
    attempt(`${JSON.stringify(guess)} opens an invitation`, text.includes('open') || text.includes(email))
    const testimonial = { name: 'Eve', location: 'E1', text: `Guess ${host}`, email: 'eve@example.com' }
    // Node sends no header with other characters.
    const header = encodeURI(String(guess).toWellFormed())
    if (host % 10 === 0) await call('/api/submit-testimonial', testimonial, '', { 'review-invitation': header })
  }
  attempt('a guess made a verified review', (await server.sql('select 1 from reviews where verified')).length > 0)
})

test('nobody but an administrator has invitations sent, listed, withdrawn or deleted', async () => {
  await invite('kept@example.com')
  const [kept] = await server.sql<{ id: string }>(`select id from review_invitations where email = 'kept@example.com'`)
  const member = (await signedIn(server, 'uninvited')).token
  const former = await signedIn(server, 'former-inviter', { role: 'admin' })
  const demotion = { method: 'PUT', body: { app_metadata: { role: null } } }
  await callAs(server, 'service', `/auth/v1/admin/users/${former.id}`, demotion)
  for (const token of ['', server.publishableKey, member, former.token, `${admin}x`]) {
    const sent = () => server.mails('kept@example.com').length + server.mails('eve@example.com').length
    const before = sent()
    await call(MAIL, { kind: 'invite', name: 'Eve', email: 'eve@example.com' }, token)
    await call(MAIL, { kind: 'resend-invitation', id: kept?.id }, token)
    attempt('a stranger sends an invitation', sent() > before)
    const { text } = await call('/rest/v1/rpc/invitation_page', {}, token)
    attempt('a stranger reads the invitations', text.includes('kept@example.com'))
    if (!token) continue
    const path = `/rest/v1/review_invitations?id=eq.${kept?.id}`
    await callAs(server, { token }, path, { method: 'PATCH', body: { withdrawn_at: 'now' } })
    await callAs(server, { token }, path, { method: 'DELETE' })
    const row = await server.sql('select 1 from review_invitations where id = $1 and withdrawn_at is null', [kept?.id])
    attempt('a stranger ends an invitation', row.length === 0)
  }
})

test('nobody makes a review verified or thanked by what they send', async () => {
  const own = { verified: true, thanked_at: '2026-01-01', review_id: crypto.randomUUID() }
  const testimonial = { name: 'Eve', location: 'E1', text: 'Mine', email: 'eve@example.com', ...own }
  await call('/api/submit-testimonial', testimonial)
  for (const token of [server.publishableKey, admin]) {
    await callAs(server, { token }, '/rest/v1/reviews?id=not.is.null', { method: 'PATCH', body: { verified: true } })
    await callAs(server, { token }, '/rest/v1/reviews?id=not.is.null', { method: 'PATCH', body: { thanked_at: 'now' } })
    const call = {
      method: 'POST',
      body: {
        p_token: 'x',
        p_name: 'E',
        p_location: 'E1',
        p_text: 'X',
        p_rating: 5,
        p_source: 'Website',
        p_email: 'e@example.com',
      },
    }
    attempt(
      'a caller stores past the function',
      (await callAs(server, { token }, '/rest/v1/rpc/submit_invited_review', call)).status < 300,
    )
  }
  attempt(
    'a review calls itself verified',
    (await server.sql('select 1 from reviews where verified or thanked_at is not null')).length > 0,
  )
})

test.each(PAYLOADS)('the payload %j in an invitation is only text', async (payload) => {
  const email = `payload${++host}@example.com`
  const { answer } = await invite(email, { name: payload, location: payload })
  attempt(`${payload} breaks the function`, answer.status >= 500)
  for (const { html, subject, to } of server.mails().slice(0, 1)) {
    attempt(`${payload} is active in the e-mail`, /<(script|img|svg)\b/i.test(html) || /<[^>]*\son\w+\s*=/i.test(html))
    attempt(`${payload} adds a link`, /href="https?:\/\/evil/.test(html))
    attempt(`${payload} adds headers`, /[\r\n]/.test(subject) || String(to) !== email)
  }
})
