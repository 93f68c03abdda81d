import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { INVITATION_DAYS, INVITATION_RATES } from '../../supabase/functions/_shared/contract/invitation.ts'
import { createHandler as adminEmail } from '../../supabase/functions/admin-email/handler.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson } from '../support/backend-http.ts'
import {
  callAs,
  createSignedInUser,
  createUser,
  emailedLink,
  type Identity,
  rpc,
  signIn,
} from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'
import { callFunction, refused } from './calls.ts'
import { withMailServer } from './mail-server.ts'

let server: TestServer
let admin: { token: string; id: string }
let number = 0
let from = ''

beforeAll(async () => {
  server = await startTestServer()
  admin = await createSignedInUser(server, 'inviting-admin', { role: 'admin' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  number += 1
  from = `127.0.7.${number}`
  await server.sql('delete from private.rate_limit_hits')
})

describe('review invitations', () => {
  const email = () => `customer${number}@example.com`
  const person = (change: object = {}) => ({
    kind: 'invite',
    name: 'Ann <b>Shaw</b>',
    email: email(),
    location: 'Camden',
    ...change,
  })
  const call = (body: object) => callFunction(server, 'admin-email', body, { from, token: admin.token })
  const stored = async () => {
    const [row] = await server.sql<Record<string, string>>('select * from review_invitations where email = $1', [
      email(),
    ])
    return row
  }
  const resend = async () => call({ kind: 'resend-invitation', id: (await stored())?.id })
  const sent = { status: 200, json: { success: true, details: { delivery: 'sent' } } }
  const newestLink = () => /http\S+#invitation=([\w-]+)/.exec(server.mails(email())[0]?.text ?? '') ?? []
  const newestToken = () => newestLink()[1] ?? ''
  const stateOf = async (p_token: string) => (await rpc(server, 'visitor', 'review_invitation', { p_token })).body
  const testify = (invitation: string, text = `Dry ${number}`) =>
    postJson(
      `${server.url}/api/submit-testimonial`,
      { name: 'Ann', location: 'Camden', text, email: email() },
      { from, headers: { 'review-invitation': invitation } },
    )
  const reviews = () => server.sql('select text, verified from reviews where email = $1 order by created_at', [email()])

  test('a review invitation contains a personal form link, and replies go to the company', async () => {
    expect(await call(person())).toMatchObject(sent)
    const [mail, ...others] = server.mails(email())
    expect(others).toEqual([])
    expect(mail?.replyTo).toContain(TEST_COMPANY.email)
    expect(mail?.text).toContain('Dear Ann <b>Shaw</b>,')
    expect(mail?.html).toContain('Dear Ann &lt;b&gt;Shaw&lt;/b&gt;,')
    const link = new URL(newestLink()[0] ?? '')
    expect(link.pathname + link.search).toBe('/testimonials')
    expect(mail?.html).toContain(`href="${link.href}"`)
    const known = { name: 'Ann <b>Shaw</b>', email: email(), location: 'Camden' }
    expect(await stateOf(newestToken())).toEqual({ state: 'open', ...known })
  })

  test('a review invitation token has 256 random bits, is stored hashed and expires', async () => {
    const greedy = { name: 'Ann\r\nBcc: eve@example.com', token_hash: 'f'.repeat(64), answered_at: '2020-01-01' }
    expect(await call({ ...person(greedy), location: undefined })).toMatchObject(sent)
    expect(server.mails('eve@example.com')).toEqual([])
    const token = newestToken()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const row = await stored()
    const token_hash = createHash('sha256').update(token).digest('hex')
    const name = 'Ann Bcc: eve@example.com'
    expect(row).toMatchObject({ name, token_hash, location: '', delivery: 'sent', answered_at: null })
    expect(JSON.stringify(row)).not.toContain(token)
    const end = new Date(row?.expires_at ?? '')
    expect(Math.round((end.getTime() - Date.now()) / 86_400_000)).toBe(INVITATION_DAYS)
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
    expect(server.mails(email())[0]?.text).toContain(`until ${day.format(end)}.`)
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ email: 'ann@example.com,eve@example.com' }, 'email'],
    [{ kind: 'invitation' }, 'kind'],
    [{ kind: 'resend-invitation', id: 'x' }, 'id'],
  ])('a review invitation request with %j is refused', async (change, field) => {
    expect(await call(person(change))).toMatchObject(refused(400, 'invalid', [field]))
    expect(await stored()).toBeUndefined()
  })

  test('resending a review invitation renews its expiry and invalidates the old link', async () => {
    await call(person())
    const old = newestToken()
    await server.sql('update review_invitations set expires_at = now() where email = $1', [email()])
    expect(await stateOf(old)).toEqual({ state: 'expired' })
    expect(await resend()).toMatchObject(sent)
    expect(await stateOf(old)).toEqual({ state: 'unknown' })
    expect(await stateOf(newestToken())).toMatchObject({ state: 'open' })
  })

  const resendBy = async (answer: 'late' | 'refuses') => {
    const body = JSON.stringify({ kind: 'resend-invitation', id: (await stored())?.id })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` }
    const [mail] = await withMailServer(server, answer, async (services) => {
      const response = await adminEmail(services)(new Request(server.url, { method: 'POST', headers, body }))
      expect(await response.json()).toMatchObject({ error: { code: 'delivery-failed' } })
    })
    return /#invitation=([\w-]+)/.exec(mail ?? '')?.[1] ?? ''
  }

  const hits = () => server.sql('select from private.rate_limit_hits')

  test('after an unconfirmed resend, all links stay valid until one is used or replaced', async () => {
    await call(person())
    const zeroth = 'of an email that was late before'
    const hash = createHash('sha256').update(zeroth).digest('hex')
    await server.sql('update review_invitations set earlier_token_hashes = $1 where email = $2', [[hash], email()])
    const first = newestToken()
    const second = await resendBy('late')
    expect(await hits()).toHaveLength(2 * 2)
    for (const token of [zeroth, first, second]) expect(await stateOf(token)).toMatchObject({ state: 'open' })
    expect(await testify(second)).toMatchObject({ status: 200 })
    expect(await testify(second)).toMatchObject({ status: 200 })
    expect(await testify(first, 'Once more')).toMatchObject({ status: 200 })
    expect(await reviews()).toEqual([
      { text: `Dry ${number}`, verified: true },
      { text: 'Once more', verified: false },
    ])
    for (const token of [zeroth, first, second]) expect(await stateOf(token)).toEqual({ state: 'answered' })

    await server.sql('update review_invitations set answered_at = null where email = $1', [email()])
    expect(await resend()).toMatchObject(sent)
    for (const token of [zeroth, first, second]) expect(await stateOf(token)).toEqual({ state: 'unknown' })
  })

  test('a review invitation keeps only its ten newest earlier links after unconfirmed resends', async () => {
    await call(person())
    const hashes = Array.from({ length: 10 }, (_, index) => String(index).repeat(64))
    await server.sql('update review_invitations set earlier_token_hashes = $1 where email = $2', [hashes, email()])
    await resendBy('late')
    const before = createHash('sha256').update(newestToken()).digest('hex')
    expect((await stored())?.earlier_token_hashes).toEqual([...hashes.slice(1), before])
  })

  test('a review invitation keeps its link and expiry when the mail server refuses a resend', async () => {
    await call(person())
    const before = await stored()
    expect(await stateOf(await resendBy('refuses'))).toEqual({ state: 'unknown' })
    expect(await hits()).toHaveLength(2)
    expect(await stateOf(newestToken())).toMatchObject({ state: 'open' })
    expect(await stored()).toEqual({ ...before, delivery: 'failed' })
  })

  test('refuses to resend a review invitation that is answered, withdrawn or missing', async () => {
    await call(person())
    for (const ended of ['answered_at = now()', 'answered_at = null, withdrawn_at = now()']) {
      await server.sql(`update review_invitations set ${ended} where email = $1`, [email()])
      expect(await resend()).toMatchObject(refused(409, 'conflict'))
    }
    expect(server.mails(email())).toHaveLength(1)
    const missing = await call({ kind: 'resend-invitation', id: crypto.randomUUID() })
    expect(missing).toMatchObject(refused(404, 'not-found'))
  })

  test('limits review invitations to three emails per mailbox in 30 days, aliases included', async () => {
    expect(await call(person())).toMatchObject(sent)
    for (let tries = 0; tries < INVITATION_RATES.recipient.limit; tries++)
      expect(await call(person({ email: email().toUpperCase() }))).toMatchObject(refused(409, 'conflict'))
    for (let count = 1; count < INVITATION_RATES.recipient.limit; count++) expect(await resend()).toMatchObject(sent)
    const answer = await resend()
    expect(answer).toMatchObject(refused(429, 'rate-limited'))
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(29 * 86_400)
    const alias = person({ email: email().replace('@', '+again@') })
    expect(await call(alias)).toMatchObject(refused(429, 'rate-limited'))
    expect(server.mails(email())).toHaveLength(INVITATION_RATES.recipient.limit)
    expect(await stateOf(newestToken())).toMatchObject({ state: 'open' })
    const hits = await server.sql<{ bucket: string }>(`select bucket from private.rate_limit_hits`)
    expect(hits).toHaveLength(2 * INVITATION_RATES.recipient.limit)
    for (const { bucket } of hits) expect(bucket).toMatch(/^review-invitation(-recipient)?:[0-9a-f]{64}$/)
  })

  test('limits review invitations per Gmail mailbox regardless of dots in the address', async () => {
    const spelt = (local: string) => call(person({ email: `${local}${number}@gmail.com` }))
    for (const local of ['ann.shaw', 'a.nnshaw', 'an.n.shaw']) expect(await spelt(local)).toMatchObject(sent)
    expect(await spelt('annshaw')).toMatchObject(refused(429, 'rate-limited'))
  })

  test('a review invitation stays open when its testimonial is caught as spam', async () => {
    await call(person())
    const caught = { name: 'Ann', location: 'Camden', text: `Caught ${number}`, email: email(), 'leave-empty': 'x' }
    const headers = { 'review-invitation': newestToken() }
    expect(await postJson(`${server.url}/api/submit-testimonial`, caught, { from, headers })).toMatchObject({
      status: 200,
    })
    expect(await reviews()).toEqual([{ text: `Caught ${number}`, verified: false }])
    expect(await stateOf(newestToken())).toMatchObject({ state: 'open' })
    expect(await testify(newestToken())).toMatchObject({ status: 200 })
    expect(await reviews()).toMatchObject([{}, { verified: true }])
  })

  test('limits review invitations to fifty recipients a day', async () => {
    // The first call creates the bucket's name.
    await call(person())
    await server.sql(
      `insert into private.rate_limit_hits (bucket, hit_at, expires_at)
       select bucket, now(), now() + interval '1 day' from private.rate_limit_hits, generate_series(1, $1::int)
       where bucket like 'review-invitation:%'`,
      [INVITATION_RATES.all.limit - 2],
    )
    expect(await call(person({ email: `fiftieth${number}@example.com` }))).toMatchObject(sent)
    const late = `late${number}@example.com`
    expect(await call(person({ email: late }))).toMatchObject(refused(429, 'rate-limited'))
    expect(server.mails(late)).toEqual([])
  })

  test('a review invitation verifies one testimonial, even if it is submitted several times', async () => {
    await call(person())
    const token = newestToken()
    const answers = [...(await Promise.all([testify(token), testify(token)])), await testify(token)]
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, json: { ok: true } })
    expect(await reviews()).toEqual([{ text: `Dry ${number}`, verified: true }])
    const notices = server.mails(TEST_COMPANY.email).filter(({ text }) => text.includes(email()))
    expect(notices).toMatchObject([{ text: expect.stringContaining('Verified customer: Yes') }])
    expect(await stateOf(token)).toEqual({ state: 'answered' })
    expect(await testify(token, 'Once more')).toMatchObject({ status: 200 })
    expect(await reviews()).toContainEqual({ text: 'Once more', verified: false })
  })
})

describe('dashboard invitations', () => {
  const INVITE = '/functions/v1/auth-admin/invite'
  const USERS = '/functions/v1/auth-admin/admin/users'
  const site = () => server.url.replace('127.0.0.1', 'localhost')
  const newEmail = () => `colleague${number}@example.com`
  const invite = (email: string, body: object = {}, who: Identity = admin, query = '') =>
    callAs(server, who, `${INVITE}${query}`, { method: 'POST', body: { email, ...body } })
  const listed = async (email: string) => {
    const { users } = (await callAs(server, admin, `${USERS}?per_page=1000`)).body as {
      users: Record<string, unknown>[]
    }
    return users.find((user) => user.email === email)
  }
  const linkTo = (email: string) => emailedLink(server.mails(email)[0])
  const accept = (link: string) => {
    const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash')
    const body = { token_hash, type: 'invite' }
    return callAs(server, 'visitor', '/auth/v1/verify', { method: 'POST', body })
  }
  const sessionOf = async (link: string) => ({
    token: ((await accept(link)).body as { access_token: string }).access_token,
  })
  const ended = { status: 403, body: { error_code: 'otp_expired' } }
  const known = { status: 422, body: { code: 'email_exists' } }

  test('an invited user sets a password once on the reset page and signs in', async () => {
    const email = newEmail()
    expect(await invite(email.toUpperCase())).toMatchObject({ status: 200, body: { email, app_metadata: {} } })
    expect(await listed(email)).toMatchObject({ invited_at: expect.any(String) })
    expect(await listed(email)).not.toHaveProperty('email_confirmed_at')
    const [mail] = server.mails(email)
    expect(mail?.subject).toBe('You’ve been invited to the website’s dashboard')
    expect(mail?.html).toContain(`created an account for ${email}.`)
    expect(mail?.html).not.toContain('{{')

    const link = linkTo(email)
    expect(link).toMatch(new RegExp(`^${site()}/admin/reset-password#token_hash=\\w+&type=invite$`))
    const session = await sessionOf(link)
    expect(await listed(email)).toMatchObject({ email_confirmed_at: expect.any(String) })
    const password = 'a-brand-new-password'
    await callAs(server, session, '/auth/v1/user', { method: 'PUT', body: { password } })
    expect(await callAs(server, await signIn(server, { email, password }), USERS)).toMatchObject({ status: 403 })
    expect(await accept(link)).toMatchObject(ended)
  })

  test('an invitation with the administrator role applies it on acceptance and drops other fields', async () => {
    const email = newEmail()
    const answer = await invite(email, { data: { role: 'admin', note: 'x' }, app_metadata: { other: 1 } })
    expect(answer).toMatchObject({ status: 200, body: { app_metadata: { role: 'admin' } } })
    expect(answer.body).not.toHaveProperty('app_metadata.other')
    expect(answer.body).not.toHaveProperty('user_metadata.note')
    await expect(signIn(server, { email, password: '' })).rejects.toThrow()
    expect(await callAs(server, await sessionOf(linkTo(email)), USERS)).toMatchObject({ status: 200 })
  })

  test('resending a dashboard invitation keeps the role, replaces the link and is limited daily', async () => {
    const email = newEmail()
    const { body: first } = await invite(email, { data: { role: 'admin' } })
    const old = linkTo(email)
    for (let time = 1; time < 3; time++)
      expect(await invite(email)).toMatchObject({
        status: 200,
        body: { id: (first as { id: string }).id, app_metadata: { role: 'admin' } },
      })
    for (const role of [null, 'admin'])
      expect(await invite(email.toUpperCase(), { data: { role } })).toMatchObject(known)
    const { status, body, headers } = await invite(email.toUpperCase())
    expect({ status, body }).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect(server.mails(email)).toHaveLength(3)
    expect(await server.sql('select 1 from private.rate_limit_hits')).toHaveLength(2 * 3)
    expect(await accept(old)).toMatchObject(ended)
    expect((await sessionOf(linkTo(email))).token).toBeTruthy()
    expect(await listed(email)).toMatchObject({ app_metadata: { role: 'admin' } })
  })

  test('retrying an invitation whose role could not be stored completes it with one email', async () => {
    const email = newEmail()
    const body = { data: { role: 'admin' } }
    await server.sql(
      `create function private.fail() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`,
    )
    await server.sql(`create trigger fail before update on auth.users for each row
      when (new.raw_app_meta_data ? 'role') execute function private.fail()`)
    expect(await invite(email, body)).toMatchObject({ status: 500 })
    await server.sql('drop function private.fail() cascade')
    expect(await listed(email)).not.toHaveProperty('app_metadata.role')
    expect(await invite(email, body)).toMatchObject({ status: 200, body: { app_metadata: { role: 'admin' } } })
    expect(server.mails(email)).toHaveLength(1)
  })

  test('deleting an account revokes its invitation, and existing accounts cannot be invited', async () => {
    const { body } = await invite(newEmail())
    await callAs(server, admin, `${USERS}/${(body as { id: string }).id}`, { method: 'DELETE' })
    expect(await accept(linkTo(newEmail()))).toMatchObject(ended)

    await server.sql('delete from private.rate_limit_hits')
    const { email } = await createUser(server, 'settled')
    for (const body of [{}, { data: { role: null } }, { data: { role: 'admin' } }])
      expect(await invite(email, body)).toMatchObject(known)
    expect(server.mails(email)).toEqual([])
    expect(await listed(email)).not.toHaveProperty('app_metadata.role')
    expect(await server.sql('select 1 from private.rate_limit_hits')).toEqual([])
  })

  test.each(['https://evil.example/admin/reset-password', '//evil.example', '/elsewhere'])(
    'a dashboard invitation links to the reset page despite the requested redirect %s',
    async (elsewhere) => {
      const query = `?${new URLSearchParams({ redirect_to: elsewhere })}`
      await invite(newEmail(), { redirect_to: elsewhere }, admin, query)
      expect(linkTo(newEmail())).toContain(`${site()}/admin/reset-password#`)
    },
  )

  test('limits dashboard invitations to twenty an hour from one IP address', async () => {
    for (let count = 0; count < 20; count++)
      expect(await invite(`crowd${count}@example.com`)).toMatchObject({ status: 200 })
    expect(await invite('crowd20@example.com')).toMatchObject({ status: 429 })
    expect(await listed('crowd20@example.com')).toBeUndefined()
  })

  test('a pending invitation does not let the last administrator be demoted or deleted', async () => {
    await server.sql(`delete from auth.users where raw_app_meta_data ->> 'role' = 'admin' and id <> $1`, [admin.id])
    await invite('typo@exmaple.com', { data: { role: 'admin' } })
    const own = `${USERS}/${admin.id}`
    const demotion = { method: 'PUT', body: { user_metadata: { role: null } } }
    for (const call of [demotion, { method: 'DELETE' }])
      expect(await callAs(server, admin, own, call)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    await expect(server.sql('delete from auth.users where id = $1', [admin.id])).rejects.toThrow('last_admin')
    const { id } = (await listed('typo@exmaple.com')) as { id: string }
    expect(await callAs(server, admin, `${USERS}/${id}`, { method: 'DELETE' })).toMatchObject({ status: 200 })
  })
})
