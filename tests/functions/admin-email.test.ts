import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_EMAIL_BODY_MAX } from '../../supabase/functions/_shared/contract/admin-email.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { createHandler as adminEmail } from '../../supabase/functions/admin-email/handler.ts'
import { createHandler as authAdmin } from '../../supabase/functions/auth-admin/handler.ts'
import { createTestBackend, startTestServer, type TestBackend, type TestServer } from '../support/backend.ts'
import { postJson } from '../support/backend-http.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'
import { FEWEST_SETTINGS, TEST_COMPANY } from '../support/company.ts'
import { forgeToken } from '../support/tokens.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
type Caller = Pick<TestServer, 'url' | 'publishableKey' | 'secretKey' | 'sql'> & { fetch?: typeof fetch }

const store = async (server: Caller, change: Record<string, string> = {}): Promise<string> => {
  const row = {
    kind: 'contact',
    name: 'Ann',
    email: 'ann@example.com',
    message: 'Damp cellar',
    delivery: 'failed',
    ...change,
  }
  const columns = Object.keys(row)
  const [stored] = await server.sql<{ id: string }>(
    `insert into enquiries (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return stored?.id ?? ''
}
const ask = (server: Caller, who: Identity, body: object) =>
  callAs(server, who, '/functions/v1/admin-email', { method: 'POST', body })
const resend = (server: Caller, who: Identity, id: unknown) => ask(server, who, { kind: 'resend-enquiry', id })
const stateOf = async (server: Caller, id: string) => {
  const [row] = await server.sql<{ delivery: string; delivered: boolean }>(
    'select delivery, delivered_at is not null as delivered from enquiries where id = $1',
    [id],
  )
  return row
}

let server: TestServer
let admin: Identity

beforeAll(async () => {
  server = await startTestServer()
  admin = await signedIn(server, 'mailing-admin', { role: 'admin' })
})
afterAll(() => server.stop())

describe('sending a stored enquiry again', () => {
  test('brings it to the company and notes that it arrived', async () => {
    const id = await store(server, { subject: 'Once more' })
    expect(await resend(server, admin, id)).toMatchObject({
      status: 200,
      body: { success: true, details: { id, recipient: TEST_COMPANY.email, delivery: 'sent' } },
    })
    expect(await stateOf(server, id)).toEqual({ delivery: 'sent', delivered: true })
    expect(server.mails(TEST_COMPANY.email)[0]).toMatchObject({
      subject: 'Enquiry: Once more',
      replyTo: 'Ann <ann@example.com>',
    })
  })

  test('brings a shared card to its recipient', async () => {
    const card = { kind: 'business-card', name: '', email: 'bob@example.com', message: `${server.url}/business-card` }
    const id = await store(server, card)
    expect(await resend(server, admin, id)).toMatchObject({ status: 200, body: { details: { recipient: card.email } } })
    expect(server.mails(card.email)).toHaveLength(1)
  })

  test('happens once when two administrators ask at the same moment', async () => {
    const id = await store(server, { subject: 'Twice' })
    const answers = await Promise.all([1, 2, 3].map(() => resend(server, admin, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(server.mails().filter(({ subject }) => subject === 'Enquiry: Twice')).toHaveLength(1)
  })

  test('is refused for one that arrived, or that is on its way', async () => {
    for (const delivery of ['pending', 'sent'] as const) {
      const id = await store(server, {
        delivery,
        ...(delivery === 'sent' && { delivered_at: new Date().toISOString() }),
      })
      expect(await resend(server, admin, id)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    }
  })

  test('is possible for one whose first attempt was never answered', async () => {
    const id = await store(server, { delivery: 'pending', created_at: new Date(Date.now() - 180_000).toISOString() })
    expect(await resend(server, admin, id)).toMatchObject({ status: 200 })
    expect(await stateOf(server, id)).toEqual({ delivery: 'sent', delivered: true })
  })

  test.each([
    [NOBODY, 404, 'not-found'],
    ['nonsense', 400, 'invalid'],
    [null, 400, 'invalid'],
    [["x'; drop table enquiries"], 400, 'invalid'],
  ])('is refused for %j', async (id, status, code) => {
    expect(await resend(server, admin, id)).toMatchObject({ status, body: { success: false, error: { code } } })
  })

  test('is refused to everybody but administrators, whatever their data claims', async () => {
    const id = await store(server)
    const member = await signedIn(server, 'resend-member')
    const banned = await signedIn(server, 'resend-banned', { role: 'admin' })
    const demoted = await signedIn(server, 'resend-demoted', { role: 'admin' })
    await server.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [banned.id])
    await server.sql(`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`, [demoted.id])
    const defaultPassword = await signedIn(server, 'resend-default')
    await server.sql(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"password_change_required": true}' where id = $1`,
      [defaultPassword.id],
    )
    const person = { kind: 'invite', name: 'Eve', email: 'eve@example.com' }
    for (const who of ['visitor', 'service', { token: 'nonsense' }, member, banned, demoted, defaultPassword] as const)
      for (const body of [{ kind: 'resend-enquiry', id }, { kind: 'settings' }, person])
        expect(await ask(server, who, body)).toMatchObject({ status: 403, body: { error: { code: 'not-allowed' } } })
    expect(server.mails(person.email)).toEqual([])
    const tooLong = { kind: 'resend-enquiry', id, note: 'x'.repeat(ADMIN_EMAIL_BODY_MAX) }
    expect(await postJson(`${server.url}/functions/v1/admin-email`, tooLong)).toMatchObject({ status: 413 })
    expect(await stateOf(server, id)).toEqual({ delivery: 'failed', delivered: false })
  })

  test('stays possible after the mail server failed again', async () => {
    const dead = await startTestServer({ smtpDown: true })
    try {
      const who = await signedIn(dead, 'resend-dead', { role: 'admin' })
      const id = await store(dead)
      expect(await resend(dead, who, id)).toMatchObject({ status: 502, body: { error: { code: 'delivery-failed' } } })
      expect(await stateOf(dead, id)).toEqual({ delivery: 'failed', delivered: false })
    } finally {
      await dead.stop()
    }
  })
})

describe('the settings', () => {
  test('are told to an administrator, without a secret among them', async () => {
    const answer = await ask(server, admin, { kind: 'settings' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        settings: {
          companyEmail: TEST_COMPANY.email,
          mailTo: TEST_COMPANY.email,
          mailFrom: TEST_COMPANY.mailFrom,
          siteOrigins: expect.arrayContaining([server.url]),
          smtpPort: server.mailPort,
          smtpSignIn: false,
          recaptchaSecret: false,
          deployHook: false,
        },
      },
    })
    const told = JSON.stringify(answer.body)
    for (const secret of [server.secretKey, server.publishableKey]) expect(told).not.toContain(secret)
  })

  test('tell of a secret only whether it is set', async () => {
    const environment = {
      ...FEWEST_SETTINGS,
      SMTP_USER: 'mail-user',
      SMTP_PASS: 'mail-password',
      RECAPTCHA_SECRET_KEY: 'recaptcha-secret',
      DEPLOY_HOOK_URL: 'https://hooks.example/token',
    }
    const handle = adminEmail(createServices(environment, { fetch: async () => Response.json(true) }))
    const exp = Math.floor(Date.now() / 1_000) + 60
    const token = forgeToken({ role: 'authenticated', sub: 'a', session_id: 'x', exp }, 'any key')
    const answer = await handle(
      new Request('http://localhost/functions/v1/admin-email', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'settings' }),
      }),
    )
    const told = await answer.text()
    expect(JSON.parse(told).settings).toMatchObject({ smtpSignIn: true, recaptchaSecret: true, deployHook: true })
    expect(told).not.toMatch(/mail-user|mail-password|recaptcha-secret|hooks\.example|token|"secret"/)
  })
})

describe('the list of enquiries', () => {
  let backend: TestBackend
  let owner: Identity
  const page = (who: Identity, body: object) =>
    callAs(backend, who, '/rest/v1/rpc/enquiry_page', { method: 'POST', body })

  beforeAll(async () => {
    backend = await createTestBackend()
    owner = await signedIn(backend, 'list-admin', { role: 'admin' })
    for (const n of [1, 2, 3]) {
      await store(backend, {
        name: `Person ${n}`,
        message: n === 2 ? '100% (wet)_*, "quoted"' : 'dry',
        created_at: `2026-01-0${n}`,
      })
    }
  })
  afterAll(() => backend.stop())

  test('is by page, newest first, with the total', async () => {
    const first = await page(owner, { p_limit: 2 })
    expect(first).toMatchObject({
      status: 200,
      body: { total: 3, enquiries: [{ name: 'Person 3' }, { name: 'Person 2' }] },
    })
    const [, last] = (first.body as { enquiries: { id: string; created_at: string }[] }).enquiries
    const next = { p_before: last?.created_at, p_before_id: last?.id }
    expect(await page(owner, next)).toMatchObject({ body: { total: 3, enquiries: [{ name: 'Person 1' }] } })
  })

  test.each(['PERSON 2', '100% (wet)_*, "', '(WET)', ', "quoted'])('finds %j as it was typed', async (p_search) => {
    expect(await page(owner, { p_search })).toMatchObject({ body: { total: 1, enquiries: [{ name: 'Person 2' }] } })
  })

  test('is empty where nothing matches, and refused to everybody else', async () => {
    expect(await page(owner, { p_search: '%' })).toMatchObject({ body: { total: 1 } })
    expect(await page(owner, { p_search: 'nothing' })).toMatchObject({ body: { total: 0, enquiries: [] } })
    const member = await signedIn(backend, 'list-member')
    expect(await page(member, {})).toMatchObject({ status: 403, body: { code: '42501' } })
    expect(await page('visitor', {})).toMatchObject({ status: 401 })
    const claim = { method: 'POST', body: { p_id: NOBODY } }
    for (const who of [owner, member, 'visitor'] as const)
      expect([401, 403, 404]).toContain((await callAs(backend, who, '/rest/v1/rpc/claim_enquiry', claim)).status)
  })
})

test('set-up says so when it cannot tell whether an administrator exists', async () => {
  const { error } = console
  console.error = () => {}
  try {
    const environment = { ...FEWEST_SETTINGS, ADMIN_SETUP: 'a@example.com' }
    const handle = authAdmin(createServices(environment, { fetch: async () => Response.json({}, { status: 503 }) }))
    const answer = await handle(
      new Request('http://localhost/functions/v1/auth-admin/admin/users', { method: 'POST', body: '{}' }),
    )
    expect(answer.status).toBe(424)
    expect(await answer.json()).toEqual({ code: 'users_unchecked', message: 'Failed to check for existing users' })
  } finally {
    console.error = error
  }
})
