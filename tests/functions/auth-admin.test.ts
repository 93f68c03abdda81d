import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { type ApiAnswer, callAs, createUser, type Identity, signedIn, signIn } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'

const USERS = '/functions/v1/auth-admin/admin/users'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const first = { email: TEST_COMPANY.admin, password: 'first-password' }

const adminsOf = async (server: TestServer) =>
  server.sql<{ email: string }>(`select email from auth.users where raw_app_meta_data ->> 'role' = 'admin'`)

describe('the first administrator', () => {
  let server: TestServer
  const setUp = (body: object) => callAs(server, 'visitor', USERS, { method: 'POST', body })

  beforeAll(async () => {
    server = await startTestServer({ passwordChangeRequired: true })
  })
  afterAll(() => server.stop())

  test('is created once, even when several people press the button together', async () => {
    expect(await callAs(server, 'visitor', USERS)).toMatchObject({ status: 403, body: { code: 'not_admin' } })
    expect(await setUp({ ...first, password: 'short' })).toMatchObject({ status: 422, body: { code: 'weak_password' } })
    expect(await setUp({ ...first, email: 'first' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })

    const pressed = await Promise.all([1, 2, 3, 4].map(() => setUp(first)))
    expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    for (const { status, body } of pressed) if (status === 409) expect(body).toMatchObject({ code: 'setup_closed' })
    expect(await adminsOf(server)).toHaveLength(1)
    expect(await setUp({ ...first, email: 'late@example.com' })).toMatchObject({
      status: 409,
      body: { code: 'setup_closed' },
    })
  })

  test('gets no rights before the published password is replaced', async () => {
    const [admin] = await adminsOf(server)
    const user = { ...first, email: admin?.email ?? '' }
    const early = await signIn(server, user)
    expect(await callAs(server, early, '/auth/v1/user')).toMatchObject({
      body: { user_metadata: { role: 'admin' }, app_metadata: { default_password: true } },
    })
    expect(await callAs(server, early, USERS)).toMatchObject({ status: 403, body: { code: 'not_admin' } })
    expect(await callAs(server, early, USERS, { method: 'POST', body: first })).toMatchObject({
      status: 409,
      body: { code: 'setup_closed' },
    })

    const same = await callAs(server, early, '/auth/v1/user', { method: 'PUT', body: { password: user.password } })
    expect(same).toMatchObject({ status: 422, body: { error_code: 'same_password' } })
    await callAs(server, early, '/auth/v1/user', { method: 'PUT', body: { password: 'my-own-password' } })
    expect(await callAs(server, early, USERS)).toMatchObject({ status: 200, body: { users: [{ email: user.email }] } })
  })
})

test('where the change is not required, the first administrator has rights at once, and the mark until it is made', async () => {
  const server = await startTestServer()
  try {
    await callAs(server, 'visitor', USERS, { method: 'POST', body: first })
    const admin = await signIn(server, first)
    expect(await callAs(server, admin, USERS)).toMatchObject({
      status: 200,
      body: { users: [{ app_metadata: { role: 'admin', default_password: true } }] },
    })
    const change = { method: 'PUT', body: { password: 'my-own-password' } }
    const { body } = await callAs(server, admin, '/auth/v1/user', change)
    expect(body).toMatchObject({ app_metadata: { role: 'admin' } })
    expect(body).not.toHaveProperty('app_metadata.default_password')
  } finally {
    await server.stop()
  }
})

test('nobody can set up an administrator where that is switched off', async () => {
  const server = await startTestServer({ adminSetup: false })
  try {
    expect(await callAs(server, 'visitor', USERS, { method: 'POST', body: first })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    })
    expect(await adminsOf(server)).toEqual([])
  } finally {
    await server.stop()
  }
})

describe('administrators manage users', () => {
  let server: TestServer
  let admin: Identity & { id: string; email: string }
  let member: Identity & { id: string }

  beforeAll(async () => {
    server = await startTestServer()
    admin = await signedIn(server, 'admin', { role: 'admin' })
    member = await signedIn(server, 'member')
  })
  afterAll(() => server.stop())

  const asAdmin = (path: string, method = 'GET', body?: object): Promise<ApiAnswer> =>
    callAs(server, admin, `${USERS}${path}`, { method, body })

  test('they list users by page, with the total', async () => {
    const { status, body, headers } = await asAdmin('?page=1&per_page=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({ users: [{ email: 'member@example.com', app_metadata: {}, user_metadata: {} }] })
    expect(JSON.stringify(body)).not.toMatch(/encrypted_password|token/)
    expect(headers.get('x-total-count')).toBe('2')
    expect(headers.get('access-control-expose-headers')).toContain('x-total-count')
  })

  test('they create users, and what else they send is dropped', async () => {
    const body = {
      email: 'New@Example.com',
      password: 'new-password',
      user_metadata: { role: 'admin', note: 'x' },
      app_metadata: { password_change_required: false, other: 1 },
      role: 'service_role',
      id: NOBODY,
    }
    const answer = await asAdmin('', 'POST', body)
    expect(answer).toMatchObject({
      status: 200,
      body: { email: 'new@example.com', role: 'authenticated', user_metadata: { role: 'admin' } },
    })
    expect(answer.body).not.toHaveProperty('app_metadata.other')
    expect(answer.body).not.toHaveProperty('user_metadata.note')
    expect(answer.body).not.toMatchObject({ id: NOBODY })
    expect(await asAdmin('', 'POST', body)).toMatchObject({ status: 422, body: { code: 'email_exists' } })
    await asAdmin(`/${(answer.body as { id: string }).id}`, 'DELETE')
  })

  test('they give and take the role, which counts at once', async () => {
    const user = await signedIn(server, 'promoted')
    expect(await asAdmin(`/${user.id}`, 'PUT', { user_metadata: { role: 'admin' } })).toMatchObject({
      status: 200,
      body: { user_metadata: { role: 'admin' } },
    })
    expect(await callAs(server, user, USERS)).toMatchObject({ status: 200 })
    for (const role of ['', null]) {
      expect(await asAdmin(`/${user.id}`, 'PUT', { user_metadata: { role } })).toMatchObject({ status: 200 })
      expect(await callAs(server, user, USERS)).toMatchObject({ status: 403 })
    }
  })

  test.each([
    { password: 'taken-over-it' },
    { email: 'other@example.com' },
    { app_metadata: { role: 'admin' } },
    { ban_duration: '1h' },
    {},
  ])('they cannot change anything else of a user: %j', async (body) => {
    expect(await asAdmin(`/${member.id}`, 'PUT', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
    const mixed = { ...body, user_metadata: { role: '' } }
    expect(await asAdmin(`/${member.id}`, 'PUT', mixed)).toMatchObject({
      status: 200,
      body: { email: 'member@example.com' },
    })
    expect((await signIn(server, { email: 'member@example.com', password: 'member-password' })).token).not.toBe('')
  })

  test('they cannot demote or delete the last administrator', async () => {
    expect(await asAdmin(`/${admin.id}`, 'PUT', { user_metadata: { role: '' } })).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    })
    expect(await asAdmin(`/${admin.id}`, 'DELETE')).toMatchObject({ status: 409, body: { code: 'last_admin' } })
  })

  test('they read and delete a user', async () => {
    const { id } = await createUser(server, 'short-lived')
    expect(await asAdmin(`/${id}`)).toMatchObject({ status: 200, body: { id, email: 'short-lived@example.com' } })
    expect(await asAdmin(`/${id}`, 'DELETE')).toMatchObject({ status: 200, body: {} })
    expect(await asAdmin(`/${id}`)).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
    expect(await asAdmin(`/${NOBODY}`, 'DELETE')).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
  })

  test('everybody else is refused every call', async () => {
    const calls = [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${admin.id}`],
      ['PUT', `/${member.id}`],
      ['DELETE', `/${admin.id}`],
    ] as const
    for (const [method, path] of calls) {
      const body = method === 'POST' || method === 'PUT' ? { ...first, user_metadata: { role: 'admin' } } : undefined
      expect([403, 409]).toContain((await callAs(server, member, `${USERS}${path}`, { method, body })).status)
      expect([403, 409]).toContain((await callAs(server, 'visitor', `${USERS}${path}`, { method, body })).status)
    }
    expect(await adminsOf(server)).toEqual([{ email: admin.email }])
  })

  test.each([
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', `/${NOBODY}`],
    ['POST', `/${NOBODY}/factors`],
    ['GET', '/../generate_link'],
    ['GET', '/not-a-uuid'],
    ['GET', `/${NOBODY}%2f..`],
  ])('no other call of the admin API gets through: %s %s', async (method, path) => {
    expect(await asAdmin(path, method)).toMatchObject({ status: 404 })
  })

  test('bad and oversized bodies are refused without a trace of the server behind', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await callAs(server, admin, USERS, { method: 'POST', body: 'x'.repeat(5_000), headers })
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(await asAdmin('', 'POST', { email: 'x@example.com' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })
})
