import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECAPTCHA_BYPASS_TOKEN, SEND_EMAIL_LIMITS } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { INVITATION_RATES } from '../../supabase/functions/_shared/contract/invitation.ts'
import { ENQUIRY_STORED, FUNCTION_MESSAGES } from '../../supabase/functions/_shared/contract/reply.ts'
import { AUTH_ADMIN_ERRORS } from '../../supabase/functions/auth-admin/errors.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { type HttpAnswer, postJson, send } from '../support/backend-http.ts'
import { callAs, createSignedInUser } from '../support/backend-users.ts'
import { listen } from '../support/listen.ts'
import { addReview } from '../support/rows.ts'
import { withFactor } from '../support/two-factor.ts'
import { drawPicture } from '../support/uploads.ts'
import { callFunction, refused } from './calls.ts'

const contact = {
  isContactForm: true,
  name: 'Ann',
  fromEmail: 'ann@example.com',
  cardUrl: 'Please call me.',
  recaptchaToken: 'person',
}

const asked: URLSearchParams[] = []
const verifier = createServer(async (req, res) => {
  let body = ''
  for await (const chunk of req) body += chunk
  asked.push(new URLSearchParams(body))
  const token = asked.at(-1)?.get('response')
  if (token === 'broken') res.statusCode = 500
  res.end(token === 'broken' ? 'oops' : JSON.stringify({ success: token === 'person' }))
})
let server: TestServer
let admin: { token: string }

beforeAll(async () => {
  const verifyUrl = `${await listen(verifier)}/siteverify`
  server = await startTestServer({ smtpDown: true, recaptcha: { secret: 'recaptcha-secret', verifyUrl } })
  admin = await createSignedInUser(server, 'admin', { role: 'admin' })
})
afterAll(async () => {
  await server.stop()
  verifier.close()
})

const call = (body: object, name = 'send-email') =>
  callFunction(server, name, body, { from: '127.0.4.1', token: admin.token })

const expectUndelivered = (answer: HttpAnswer) => {
  expect(answer).toMatchObject(refused(502, 'delivery-failed'))
  expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|stack/)
}

describe('reCAPTCHA verification', () => {
  test.each(['', ' ', null, 'robot', 'broken'])(
    'an enquiry with the reCAPTCHA token %j is refused and not stored',
    async (token) => {
      const answer = await call({ ...contact, recaptchaToken: token })
      expect(answer).toMatchObject(refused(400, 'recaptcha-failed'))
      expect(answer).toMatchObject({ json: { message: 'reCAPTCHA verification failed. Please try again.' } })
      expect(await server.sql('select 1 from enquiries')).toEqual([])
    },
  )

  test('an enquiry with a valid reCAPTCHA token is accepted after verification with the secret', async () => {
    expect(await call(contact)).toMatchObject({ status: 200, json: { success: true } })
    const question = { secret: 'recaptcha-secret', response: 'person', remoteip: '127.0.4.1' }
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual(question)
  })
})

describe('an unreachable mail server', () => {
  test('a testimonial is stored and accepted when the mail server is down', async () => {
    const body = { name: 'Ann', location: 'NW3', text: 'Good', email: 'ann@example.com' }
    const answer = await postJson(`${server.url}/api/submit-testimonial`, body)
    expect(answer).toMatchObject({ status: 200, json: { ok: true } })
    expect(await server.sql('select status from reviews')).toEqual([{ status: 'pending' }])
  })

  test('an enquiry is stored and marked as failed when the mail server is down', async () => {
    const answer = await call({ ...contact, cardUrl: 'Once more.' })
    const stored = { success: true, message: ENQUIRY_STORED, details: { delivery: 'failed' } }
    expect(answer).toMatchObject({ status: 200, json: stored })
    const row = () => server.sql<{ id: string }>(`select * from enquiries where message = 'Once more.'`)
    expectUndelivered(await call({ kind: 'resend-enquiry', id: (await row())[0]?.id }, 'admin-email'))
    expect(await row()).toMatchObject([{ delivery: 'failed', delivered_at: null }])
  })

  test('failed business cards and test emails are reported, without counting towards the recipient limit', async () => {
    const card = { email: 'bob@example.com', cardUrl: `${server.url}/business-card` }
    for (let tries = 0; tries <= SEND_EMAIL_LIMITS.recipient.limit; tries++)
      expectUndelivered(await callFunction(server, 'send-email', card, { from: `127.0.4.${tries + 2}` }))
    const [{ id } = { id: '' }] = await server.sql<{ id: string }>('select id from enquiries where email = $1', [
      card.email,
    ])
    for (let tries = 0; tries <= SEND_EMAIL_LIMITS.recipient.limit; tries++)
      expectUndelivered(await call({ kind: 'resend-enquiry', id }, 'admin-email'))
    expectUndelivered(await call({ ...contact, recaptchaToken: RECAPTCHA_BYPASS_TOKEN }))
  })

  test('a thank-you email that fails is recorded and can be retried', async () => {
    const id = await addReview(server, { status: 'approved' })
    for (const _ of ['first', 'again'])
      expectUndelivered(await call({ approvedReviewId: id, subject: 'Thank you', message: 'Dear Ann' }))
    const state = 'select thanked_at, thanks_failed_at from reviews where id = $1'
    expect(await server.sql(state, [id])).toEqual([{ thanked_at: null, thanks_failed_at: expect.anything() }])
  })

  test('a review invitation that fails keeps its earlier link and uses no rate limit', async () => {
    await server.sql('delete from private.rate_limit_hits')
    const person = { kind: 'invite', name: 'Ann', email: 'customer@example.com' }
    expectUndelivered(await call(person, 'admin-email'))
    const row = async () =>
      (await server.sql<{ id: string }>('select * from review_invitations where email = $1', [person.email]))[0]
    expect(await row()).toMatchObject({ delivery: 'failed', sent_at: null })
    const sent = { token_hash: 'a'.repeat(64), delivery: 'sent' }
    await server.sql(
      'update review_invitations set sent_at = now(), token_hash = $1, delivery = $2',
      Object.values(sent),
    )
    for (let tries = 0; tries <= INVITATION_RATES.recipient.limit; tries++)
      expectUndelivered(await call({ kind: 'resend-invitation', id: (await row())?.id }, 'admin-email'))
    expect(await row()).toMatchObject({ ...sent, delivery: 'failed' })
    expect(await server.sql('select 1 from private.rate_limit_hits')).toEqual([])
  })

  test('removing a second factor signs the user out even when the mail server is down', async () => {
    const user = await createSignedInUser(server, 'phoneless', { role: 'admin' })
    const { factor, token } = await withFactor(server, user)
    const path = `/functions/v1/auth-admin/admin/users/${user.id}/factors/${factor.id}`
    expect(await callAs(server, admin, path, { method: 'DELETE' })).toMatchObject({ status: 200 })
    expect(await callAs(server, { token }, '/auth/v1/user')).toMatchObject({ status: 403 })
  })

  test('a failed dashboard invitation is reported, creates no user and uses no rate limit', async () => {
    const body = { email: 'unreached@example.com', data: { role: 'admin' } }
    expect(await callAs(server, admin, '/functions/v1/auth-admin/invite', { method: 'POST', body })).toMatchObject({
      status: 424,
      body: { code: 'invite_failed', message: 'The invitation couldn’t be sent' },
    })
    expect(await server.sql('select 1 from auth.users where email = $1', [body.email])).toEqual([])
    expect(await server.sql('select 1 from private.rate_limit_hits')).toEqual([])
  })
})

test('every function hides database errors behind the messages of its contract', async () => {
  await server.sql(`create function private.fail() returns trigger language plpgsql as $$
    begin raise 'column "hidden" of relation "private.hidden" failed'; end $$`)
  for (const table of ['rate_limit_hits', 'site'])
    await server.sql(
      `create trigger fail before insert or update on private.${table} for each row execute function private.fail()`,
    )
  const ann = { name: 'Ann', location: 'NW3', text: 'Dry', email: 'ann@example.com' }
  const ours = { message: FUNCTION_MESSAGES.unexpected, error: { code: 'unexpected' } }
  for (const [name, body, json] of [
    ['submit-testimonial', ann, ours],
    ['send-email', contact, ours],
    ['admin-email', { ...ann, kind: 'invite' }, ours],
    ['rebuild', {}, ours],
    ['auth-admin/invite', ann, { message: AUTH_ADMIN_ERRORS.unexpected_failure[1], code: 'unexpected_failure' }],
  ] as const) {
    const answer = await call(body, name)
    expect(answer, name).toMatchObject({ status: 500, json })
    expect(answer.text, name).not.toContain('hidden')
  }
  const { bytes } = await drawPicture()
  const photo = await send(`${server.url}/functions/v1/enquiry-photo/${crypto.randomUUID()}`, {
    method: 'POST',
    body: bytes,
  })
  expect(photo).toMatchObject({ status: 500, json: ours })
  expect(photo.text).not.toContain('hidden')
  await server.sql('drop function private.fail() cascade')
})
