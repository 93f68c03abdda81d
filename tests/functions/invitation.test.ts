import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestBackend, startTestServer, type TestBackend } from '../support/backend.ts'
import { callAs, createUser, type Identity, signedIn, signIn } from '../support/backend-users.ts'

const INVITE = '/functions/v1/auth-admin/invite'
const USERS = '/functions/v1/auth-admin/admin/users'
const SITE = 'http://site.test'
let backend: TestBackend
let admin: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  backend = await createTestBackend({ siteUrl: SITE })
  admin = await signedIn(backend, 'admin', { role: 'admin' })
})
beforeEach(() => backend.sql('delete from private.rate_limit_hits'))
afterAll(() => backend.stop())

const invite = (email: string, body: object = {}, who: Identity = admin, query = '') =>
  callAs(backend, who, `${INVITE}${query}`, { method: 'POST', body: { email, ...body } })
const listed = async (email: string) => {
  const { users } = (await callAs(backend, admin, USERS)).body as { users: Record<string, unknown>[] }
  return users.find((user) => user.email === email)
}
const linkTo = (email: string) => /https?:\/\/\S+/.exec(backend.mails(email)[0]?.text ?? '')?.[0] ?? ''
const follow = async (link: string) => {
  const response = await backend.fetch(link, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}

test('the link in the e-mail leads to the reset page, works once, and the password chosen there signs in', async () => {
  const email = 'colleague@example.com'
  expect(await invite('Colleague@example.com')).toMatchObject({ status: 200, body: { email, app_metadata: {} } })
  expect(await listed(email)).toMatchObject({ invited_at: expect.any(String) })
  expect(await listed(email)).not.toHaveProperty('email_confirmed_at')
  const [mail] = backend.mails(email)
  expect(mail?.subject).toBe("You are invited to the website's dashboard")
  expect(mail?.html).toContain(`made an account for ${email}.`)
  expect(mail?.html).not.toContain('{{')

  const link = linkTo(email)
  const target = await follow(link)
  expect(target.origin + target.pathname).toBe(`${SITE}/admin/reset-password`)
  const tokens = new URLSearchParams(target.hash.slice(1))
  expect(tokens.get('type')).toBe('invite')
  expect(await listed(email)).toMatchObject({ email_confirmed_at: expect.any(String) })
  const session = { token: tokens.get('access_token') ?? '' }
  const change = { method: 'PUT', body: { password: 'a-brand-new-password' } }
  expect(await callAs(backend, session, '/auth/v1/user', change)).toMatchObject({ status: 200 })
  const member = await signIn(backend, { email, password: 'a-brand-new-password' })
  expect(await callAs(backend, member, USERS)).toMatchObject({ status: 403 })

  expect((await follow(link)).href).toContain('error_code=otp_expired')
})

test('an invitation with the role makes an administrator of who accepts it, and of nobody before', async () => {
  const email = 'deputy@example.com'
  const body = { data: { role: 'admin', note: 'x' }, app_metadata: { other: 1 } }
  const answer = await invite(email, body)
  expect(answer).toMatchObject({ status: 200, body: { app_metadata: { role: 'admin' } } })
  expect(answer.body).not.toHaveProperty('app_metadata.other')
  expect(answer.body).not.toHaveProperty('user_metadata.note')
  await expect(signIn(backend, { email, password: '' })).rejects.toThrow()
  const tokens = new URLSearchParams((await follow(linkTo(email))).hash.slice(1))
  expect(await callAs(backend, { token: tokens.get('access_token') ?? '' }, USERS)).toMatchObject({ status: 200 })
})

test('sent again, it keeps the account and the role, and only the newest link works', async () => {
  const email = 'slow@example.com'
  const { body: first } = await invite(email, { data: { role: 'admin' } })
  const old = linkTo(email)
  expect(await invite(email)).toMatchObject({
    status: 200,
    body: { id: (first as { id: string }).id, app_metadata: { role: 'admin' } },
  })
  expect((await follow(old)).href).toContain('error_code=otp_expired')
  expect((await follow(linkTo(email))).hash).toContain('access_token')
})

test('somebody invited is not added a second time: their role and their link stay', async () => {
  const email = 'waiting@example.com'
  await invite(email, { data: { role: 'admin' } })
  for (const role of [null, 'admin'])
    expect(await invite('Waiting@example.com', { data: { role } })).toMatchObject({
      status: 422,
      body: { code: 'email_exists' },
    })
  expect(await listed(email)).toMatchObject({ app_metadata: { role: 'admin' } })
  expect(backend.mails(email)).toHaveLength(1)
  expect((await follow(linkTo(email))).hash).toContain('access_token')
})

test('an invitation whose role could not be stored is finished by trying again, with one e-mail', async () => {
  const email = 'half-invited@example.com'
  const body = { data: { role: 'admin' } }
  await backend.sql(
    `create function private.fail() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`,
  )
  await backend.sql(`create trigger fail before update on auth.users for each row
    when (new.raw_app_meta_data ? 'role') execute function private.fail()`)
  expect(await invite(email, body)).toMatchObject({ status: 500 })
  await backend.sql('drop function private.fail() cascade')
  expect(await listed(email)).not.toHaveProperty('app_metadata.role')

  expect(await invite(email, body)).toMatchObject({ status: 200, body: { app_metadata: { role: 'admin' } } })
  expect(backend.mails(email)).toHaveLength(1)
})

test('deleting somebody invited withdraws the link', async () => {
  const email = 'withdrawn@example.com'
  const { body } = await invite(email)
  await callAs(backend, admin, `${USERS}/${(body as { id: string }).id}`, { method: 'DELETE' })
  expect((await follow(linkTo(email))).href).toContain('error_code=otp_expired')
})

test('somebody who has an account is not invited', async () => {
  const { email } = await createUser(backend, 'known')
  expect(await invite(email, { data: { role: 'admin' } })).toMatchObject({
    status: 422,
    body: { code: 'email_exists' },
  })
  expect(backend.mails(email)).toEqual([])
  expect(await listed(email)).not.toHaveProperty('app_metadata.role')
})

test.each(['not-an-address', '', 'a@b.example, c@d.example'])('%j is no e-mail address to invite', async (email) => {
  expect(await invite(email)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test.each(['https://evil.example/admin/reset-password', '//evil.example', `${SITE}/elsewhere`])(
  'wherever the caller wants it, the link leads to the reset page: %s',
  async (elsewhere) => {
    const email = `guest${elsewhere.length}@example.com`
    const query = `?${new URLSearchParams({ redirect_to: elsewhere })}`
    expect(await invite(email, { redirect_to: elsewhere }, admin, query)).toMatchObject({ status: 200 })
    const forged = new URL(linkTo(email))
    expect(forged.searchParams.get('redirect_to')).toBe(`${SITE}/admin/reset-password`)
    forged.searchParams.set('redirect_to', elsewhere)
    expect((await follow(forged.href)).origin).toBe(SITE)
  },
)

test('nobody but an administrator invites', async () => {
  const member = await signedIn(backend, 'member')
  const former = await signedIn(backend, 'former', { role: 'admin' })
  const left = await signedIn(backend, 'left', { role: 'admin' })
  await callAs(backend, admin, `${USERS}/${former.id}`, { method: 'PUT', body: { user_metadata: { role: null } } })
  await callAs(backend, left, '/auth/v1/logout', { method: 'POST' })
  const email = 'stranger@example.com'
  for (const who of ['visitor', member, former, left] as const) {
    expect(await invite(email, { data: { role: 'admin' } }, who)).toMatchObject({ status: 403 })
    const direct = await callAs(backend, who, '/auth/v1/invite', { method: 'POST', body: { email } })
    expect([401, 403]).toContain(direct.status)
  }
  expect(await callAs(backend, admin, '/auth/v1/invite', { method: 'POST', body: { email } })).toMatchObject({
    status: 403,
  })
  expect(backend.mails(email)).toEqual([])
  expect(await listed(email)).toBeUndefined()
})

test.each(['GET', 'PUT', 'DELETE'])('%s does not invite', async (method) => {
  expect(await callAs(backend, admin, INVITE, { method })).toMatchObject({ status: 404 })
})

test('at most three invitations a day go to one e-mail address', async () => {
  const email = 'pestered@example.com'
  for (let time = 0; time < 3; time++) expect(await invite(email)).toMatchObject({ status: 200 })
  const { status, body, headers } = await invite(email.toUpperCase())
  expect({ status, body }).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000)
  expect(backend.mails(email)).toHaveLength(3)
})

test('an invitation that is refused uses up nothing', async () => {
  const { email } = await createUser(backend, 'settled')
  for (const body of [{}, { data: { role: null } }])
    expect(await invite(email, body)).toMatchObject({ status: 422, body: { code: 'email_exists' } })
  expect(await backend.sql('select 1 from private.rate_limit_hits')).toEqual([])

  const pestered = 'pestered-again@example.com'
  for (let time = 0; time < 5; time++) await invite(pestered)
  expect(await backend.sql('select 1 from private.rate_limit_hits')).toHaveLength(2 * 3)
})

test('at most twenty invitations an hour come from one place', async () => {
  for (let number = 0; number < 20; number++)
    expect(await invite(`crowd${number}@example.com`)).toMatchObject({ status: 200 })
  expect(await invite('crowd20@example.com')).toMatchObject({ status: 429 })
  expect(await listed('crowd20@example.com')).toBeUndefined()
})

test('an administrator who has not come yet does not let the only one go', async () => {
  await backend.sql(`delete from auth.users where raw_app_meta_data ->> 'role' = 'admin' and id <> $1`, [admin.id])
  await invite('typo@exmaple.com', { data: { role: 'admin' } })
  const own = `${USERS}/${admin.id}`
  const demotion = { method: 'PUT', body: { user_metadata: { role: null } } }
  expect(await callAs(backend, admin, own, demotion)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
  expect(await callAs(backend, admin, own, { method: 'DELETE' })).toMatchObject({ status: 409 })
  await expect(backend.sql('delete from auth.users where id = $1', [admin.id])).rejects.toThrow('last_admin')
  const { id } = (await listed('typo@exmaple.com')) as { id: string }
  expect(await callAs(backend, admin, `${USERS}/${id}`, { method: 'DELETE' })).toMatchObject({ status: 200 })
})

test('where no e-mail can be sent, nobody is invited, and it says so', async () => {
  const mute = await startTestServer({ smtpDown: true })
  const { token } = await signedIn(mute, 'admin', { role: 'admin' })
  const body = { email: 'unreached@example.com', data: { role: 'admin' } }
  expect(await callAs(mute, { token }, INVITE, { method: 'POST', body })).toMatchObject({
    status: 424,
    body: { code: 'invite_failed', message: 'The invitation could not be sent' },
  })
  expect(await mute.sql('select 1 from auth.users where email = $1', [body.email])).toEqual([])
  expect(await mute.sql('select 1 from private.rate_limit_hits')).toEqual([])
  await mute.stop()
})
