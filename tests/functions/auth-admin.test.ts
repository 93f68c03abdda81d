import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PASSWORD_MIN } from '../../supabase/functions/_shared/contract/auth-admin.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { createHandler } from '../../supabase/functions/auth-admin/handler.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import {
  callAs,
  createSignedInUser,
  createUser,
  type Identity,
  signIn,
  sortStatuses,
} from '../support/backend-users.ts'
import { FEWEST_SETTINGS, TEST_COMPANY } from '../support/company.ts'
import { withFactor } from '../support/two-factor.ts'

const USERS = '/functions/v1/auth-admin/admin/users'
const INVITE = '/functions/v1/auth-admin/invite'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const first = { email: TEST_COMPANY.admin, password: 'x'.repeat(PASSWORD_MIN) }
const own = (password: string) => ({ method: 'PUT', body: { password, current_password: first.password } })
const ownPassword = own('y'.repeat(PASSWORD_MIN))

const setUp = (backend: TestBackend, body: object = first, who: Identity = 'visitor') =>
  callAs(backend, who, USERS, { method: 'POST', body })
const adminsOf = (backend: TestBackend) =>
  backend.sql<{ email: string }>(`select email from auth.users where raw_app_meta_data ->> 'role' = 'admin'`)
const answer = (status: number, code: string) => ({ status, body: { code } })

describe('the first administrator', () => {
  let backend: TestBackend

  beforeAll(async () => {
    backend = await createTestBackend({ passwordChangeRequired: true })
  })
  afterAll(() => backend.stop())

  test('creates only one first administrator when four setup requests arrive together', async () => {
    expect(await callAs(backend, 'visitor', USERS)).toMatchObject(answer(403, 'not_admin'))
    expect(await setUp(backend, { ...first, password: first.password.slice(1) })).toMatchObject(
      answer(422, 'weak_password'),
    )
    expect(await setUp(backend, { ...first, email: 'first' })).toMatchObject(answer(400, 'validation_failed'))
    expect(await setUp(backend, { ...first, email: 'eve@example.com' })).toMatchObject(answer(403, 'not_admin'))

    const pressed = await Promise.all([1, 2, 3, 4].map(() => setUp(backend)))
    expect(sortStatuses(pressed)).toEqual([200, 422, 422, 422])
    const known = answer(422, 'email_exists')
    for (const late of pressed)
      expect(late).toMatchObject(late.status === 200 ? { body: { user_metadata: { role: 'admin' } } } : known)
    expect(await adminsOf(backend)).toEqual([{ email: first.email }])
    expect(await setUp(backend)).toMatchObject(known)
  })

  test('the first administrator has no rights until the published password is replaced', async () => {
    const early = await signIn(backend, first)
    expect(await callAs(backend, early, '/auth/v1/user')).toMatchObject({
      body: { user_metadata: { role: 'admin' }, app_metadata: { default_password: true } },
    })
    expect(await callAs(backend, early, USERS)).toMatchObject(answer(403, 'not_admin'))
    expect(await setUp(backend, first, early)).toMatchObject(answer(422, 'email_exists'))

    const same = await callAs(backend, early, '/auth/v1/user', own(first.password))
    expect(same).toMatchObject({ status: 422, body: { error_code: 'same_password' } })
    const shorter = own(ownPassword.body.password.slice(1))
    expect(await callAs(backend, early, '/auth/v1/user', shorter)).toMatchObject({
      body: { error_code: 'weak_password' },
    })
    await callAs(backend, early, '/auth/v1/user', ownPassword)
    expect(await callAs(backend, early, USERS)).toMatchObject({
      status: 200,
      body: { users: [{ email: first.email }] },
    })
  })

  test('refuses setup once an administrator exists, even to that administrator', async () => {
    const taken = await createTestBackend()
    const owner = await createSignedInUser(taken, 'owner', { role: 'admin' })
    for (const who of ['visitor', owner] as const)
      expect(await setUp(taken, first, who)).toMatchObject(answer(409, 'setup_closed'))
    expect(await adminsOf(taken)).toEqual([{ email: owner.email }])
    await taken.stop()
  })

  test('refuses to create the first administrator when setup is switched off', async () => {
    const closed = await createTestBackend({ adminSetup: false })
    expect(await setUp(closed)).toMatchObject(answer(403, 'not_admin'))
    expect(await adminsOf(closed)).toEqual([])
    await closed.stop()
  })

  test('does not create the first administrator when existing users cannot be checked', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fetch = async () => Response.json({}, { status: 503 })
    const handle = createHandler(createServices({ ...FEWEST_SETTINGS, ADMIN_SETUP: first.email }, { fetch }))
    const url = 'http://localhost/auth-admin/admin/users'
    const reply = await handle(new Request(url, { method: 'POST', body: JSON.stringify(first) }))
    log.mockRestore()
    expect(reply.status).toBe(424)
    const expected = { code: 'users_unchecked', message: 'Failed to check for existing users' }
    expect(await reply.json()).toEqual(expected)
  })
})

describe('user management by administrators', () => {
  let backend: TestBackend
  let admin: Identity & { id: string }
  let member: Identity & { id: string }

  beforeAll(async () => {
    backend = await createTestBackend()
    await setUp(backend)
    const [user] = await backend.sql<{ id: string }>('select id from auth.users')
    admin = { id: user?.id ?? '', ...(await signIn(backend, first)) }
    member = await createSignedInUser(backend, 'member')
  })
  afterAll(() => backend.stop())

  const asAdmin = (path: string, method = 'GET', body?: object) =>
    callAs(backend, admin, `${USERS}${path}`, { method, body })

  test('marks the published password until it is replaced when changing it is optional', async () => {
    const marked = { app_metadata: { role: 'admin', default_password: true } }
    expect(await asAdmin(`/${admin.id}`)).toMatchObject({ status: 200, body: marked })
    const { body } = await callAs(backend, admin, '/auth/v1/user', ownPassword)
    expect(body).toMatchObject({ app_metadata: { role: 'admin' } })
    expect(body).not.toHaveProperty('app_metadata.default_password')
  })

  test('an administrator lists users page by page with a total count', async () => {
    const { status, body, headers } = await asAdmin('?page=1&per_page=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({ users: [{ email: 'member@example.com', app_metadata: {}, user_metadata: {} }] })
    expect(JSON.stringify(body)).not.toMatch(/encrypted_password|token/)
    expect(headers.get('x-total-count')).toBe('2')
    expect(headers.get('access-control-expose-headers')).toContain('x-total-count')
  })

  test('an administrator invites, reads and deletes a user without setting other fields', async () => {
    const greedy = { app_metadata: { password_change_required: false, other: 1 }, role: 'service_role', id: NOBODY }
    const user = { email: 'New@Example.com', data: { role: 'admin', note: 'x' } }
    const invite = (body: object) => callAs(backend, admin, INVITE, { method: 'POST', body })
    const created = await invite({ ...user, ...greedy })
    const made = { email: 'new@example.com', role: 'authenticated', user_metadata: { role: 'admin' } }
    expect(created).toMatchObject({ status: 200, body: made })
    for (const field of ['app_metadata.other', 'app_metadata.password_change_required', 'user_metadata.note'])
      expect(created.body).not.toHaveProperty(field)
    const { id } = created.body as { id: string }
    expect(id).not.toBe(NOBODY)
    expect(await invite(user)).toMatchObject(answer(422, 'email_exists'))

    expect(await asAdmin(`/${id}`)).toMatchObject({ status: 200, body: { id, email: 'new@example.com' } })
    expect(await asAdmin(`/${id}`, 'DELETE')).toMatchObject({ status: 200, body: {} })
    expect(await asAdmin(`/${id}`)).toMatchObject(answer(404, 'user_not_found'))
    expect(await asAdmin(`/${NOBODY}`, 'DELETE')).toMatchObject(answer(404, 'user_not_found'))
  })

  test('granting or revoking the administrator role takes effect immediately', async () => {
    const user = await createSignedInUser(backend, 'promoted')
    for (const role of ['admin', '', 'admin', null]) {
      const { status, body } = await asAdmin(`/${user.id}`, 'PUT', { user_metadata: { role } })
      expect(status).toBe(200)
      expect((body as { user_metadata: { role?: string } }).user_metadata.role).toBe(role || undefined)
      expect(await callAs(backend, user, USERS)).toMatchObject({ status: role ? 200 : 403 })
    }
  })

  test.each([{ password: 'taken-over-it' }, { email: 'other@example.com' }, { app_metadata: { role: 'admin' } }])(
    "an administrator can change only a user's role, not %j",
    async (body) => {
      expect(await asAdmin(`/${member.id}`, 'PUT', body)).toMatchObject(answer(400, 'validation_failed'))
      const mixed = await asAdmin(`/${member.id}`, 'PUT', { ...body, user_metadata: { role: '' } })
      expect(mixed).toMatchObject({ status: 200, body: { email: 'member@example.com' } })
      expect(await callAs(backend, member, USERS)).toMatchObject({ status: 403 })
      await signIn(backend, { email: 'member@example.com', password: 'member-password' })
    },
  )

  const phoneless = async (name: string) => {
    const user = await createSignedInUser(backend, name, { role: 'admin' })
    const { factor, token } = await withFactor(backend, user)
    const waiting = await signIn(backend, user)
    return { ...user, token, waiting, factor: factor.id, path: `/${user.id}/factors/${factor.id}` }
  }
  const isSignedIn = async (who: Identity) => (await callAs(backend, who, '/auth/v1/user')).status === 200
  const factorsOf = async (id: string) => (await asAdmin(`/${id}/factors`)).body

  test('removing a second factor signs the user out everywhere and emails a notice', async () => {
    const user = await phoneless('phoneless')
    const factor = { id: user.factor, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' }
    expect(await factorsOf(user.id)).toEqual([expect.objectContaining(factor)])
    expect(JSON.stringify(await factorsOf(user.id))).not.toContain('secret')
    const before = backend.mails(user.email)

    const log = vi.spyOn(console, 'info').mockImplementation(() => {})
    expect(await asAdmin(user.path, 'DELETE')).toMatchObject({ status: 200, body: { id: user.factor } })
    const noted = { security: 'account', call: 'DELETE factor', by: admin.id, user: user.id }
    expect(log.mock.calls.map(([line]) => JSON.parse(line))).toEqual([expect.objectContaining(noted)])
    log.mockRestore()
    expect(await factorsOf(user.id)).toEqual([])
    for (const session of [user, user.waiting]) expect(await isSignedIn(session)).toBe(false)
    const told = {
      subject: 'An authenticator app has been removed from your account',
      text: expect.stringContaining(`from the account ${user.email} at`),
    }
    expect(backend.mails(user.email)).toEqual([expect.objectContaining(told), ...before])

    const again = await signIn(backend, user)
    expect(await asAdmin(user.path, 'DELETE')).toMatchObject(answer(404, 'mfa_factor_not_found'))
    expect(await isSignedIn(again)).toBe(false)
    expect(backend.mails(user.email)).toHaveLength(before.length + 1)
  })

  test('removing a second factor also ends sessions that start during the removal', async () => {
    const user = await phoneless('in-between')
    await backend.sql(`create function private.sign_in() returns trigger language plpgsql as $$ begin
      insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), old.user_id, now()); return old; end $$`)
    await backend.sql(
      'create trigger sign_in before delete on auth.mfa_factors for each row execute function private.sign_in()',
    )
    expect(await asAdmin(user.path, 'DELETE')).toMatchObject({ status: 200 })
    await backend.sql('drop function private.sign_in cascade')
    for (const table of ['sessions', 'refresh_tokens'])
      expect(await backend.sql(`select 1 from auth.${table} where user_id::text = $1`, [user.id]), table).toEqual([])
  })

  test("keeps a second factor when the user's sessions cannot be ended", async () => {
    const user = await phoneless('lasting')
    const end = 'execute on function public.end_sessions(uuid)'
    await backend.sql(`revoke ${end} from service_role`)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await asAdmin(user.path, 'DELETE')).toMatchObject(answer(500, 'unexpected_failure'))
    log.mockRestore()
    await backend.sql(`grant ${end} to service_role`)
    expect(await factorsOf(user.id)).toHaveLength(1)
  })

  test('logs and emails a factor removal whose sign-out fails, and completes it on retry', async () => {
    const user = await phoneless('half-done')
    const before = backend.mails(user.email).length
    const end = 'execute on function public.end_sessions(uuid)'
    await backend.sql(`create function private.fail_next() returns trigger language plpgsql as $$ begin
      revoke ${end} from service_role; return old; end $$`)
    await backend.sql(
      'create trigger fail_next before delete on auth.mfa_factors for each row execute function private.fail_next()',
    )
    const [log, errors] = [vi.spyOn(console, 'info'), vi.spyOn(console, 'error')]
    for (const spy of [log, errors]) spy.mockImplementation(() => {})
    expect(await asAdmin(user.path, 'DELETE')).toMatchObject(answer(500, 'unexpected_failure'))
    const noted = log.mock.calls.map(([line]) => JSON.parse(line))
    for (const spy of [log, errors]) spy.mockRestore()
    expect(noted).toEqual([expect.objectContaining({ call: 'DELETE factor', by: admin.id, user: user.id })])
    expect(backend.mails(user.email)).toHaveLength(before + 1)

    await backend.sql('drop function private.fail_next cascade')
    await backend.sql(`grant ${end} to service_role`)
    const again = await signIn(backend, user)
    expect(await asAdmin(user.path, 'DELETE')).toMatchObject(answer(404, 'mfa_factor_not_found'))
    expect(await isSignedIn(again)).toBe(false)
    expect(backend.mails(user.email)).toHaveLength(before + 1)
  })

  test('an administrator cannot remove their own second factor, even with an uppercase id', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()])
      expect(await asAdmin(`/${id}/factors/${NOBODY}`, 'DELETE')).toMatchObject(answer(400, 'validation_failed'))
    expect(await isSignedIn(admin)).toBe(true)
  })

  test('refuses user management to visitors, members and administrators pending two-factor authentication', async () => {
    const { id } = await createUser(backend, 'bystander')
    const { waiting, path: factor } = await phoneless('waiting-for-the-code')
    const before = await adminsOf(backend)
    const body = { ...first, email: 'stranger@example.com', user_metadata: { role: 'admin' } }
    for (const who of [member, waiting, 'visitor'] as const) {
      expect(await setUp(backend, body, who)).toMatchObject(answer(403, 'not_admin'))
      for (const [path, method] of [
        [USERS, 'GET'],
        [`${USERS}/${id}`, 'GET'],
        [`${USERS}/${id}`, 'PUT'],
        [`${USERS}/${id}`, 'DELETE'],
        [`${USERS}/${id}/factors`, 'GET'],
        [USERS + factor, 'DELETE'],
        [INVITE, 'POST'],
      ] as const) {
        const call = method === 'PUT' || method === 'POST' ? { method, body } : { method }
        expect(await callAs(backend, who, path, call)).toMatchObject(answer(403, 'not_admin'))
      }
    }
    expect(backend.mails('stranger@example.com')).toEqual([])
    const anonymous = await backend.fetch(USERS)
    expect({ status: anonymous.status, body: await anonymous.json() }).toMatchObject(answer(401, 'no_authorization'))
    expect(await asAdmin(`/${id}`)).toMatchObject({ status: 200 })
    expect(await adminsOf(backend)).toEqual(before)
  })

  test.each([
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', `/${NOBODY}`],
    ['POST', `/${NOBODY}/factors`],
    ['PUT', `/${NOBODY}/factors/${NOBODY}`],
    ['GET', '/../generate_link'],
    ['GET', `/${NOBODY}%2f..`],
  ])('answers 404 to admin API calls that are not allowed: %s %s', async (method, path) => {
    expect(await asAdmin(path, method)).toMatchObject({ status: 404 })
  })

  test('refuses oversized or invalid bodies when users are created or invited', async () => {
    const long = { email: 'x@example.com', password: 'x'.repeat(5_000) }
    expect(await asAdmin('', 'POST', long)).toMatchObject(answer(413, 'too_large'))
    expect(await asAdmin('', 'POST', { email: 'x@example.com' })).toMatchObject(answer(400, 'validation_failed'))
    const invitation = { method: 'POST', body: { email: 'a@b.example, c@d.example' } }
    expect(await callAs(backend, admin, INVITE, invitation)).toMatchObject(answer(400, 'validation_failed'))
  })
})
