import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createUser, type Identity, signedIn, signIn } from '../support/backend-users.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await createTestBackend()
  // Somebody must stay in charge while the tests demote and delete the others.
  await createUser(backend, 'keeper', { role: 'admin' })
})
afterAll(() => backend.stop())

const isAdmin = async (who: Identity) =>
  (await callAs(backend, who, '/rest/v1/rpc/is_admin', { method: 'POST', body: {} })).body
const userOf = async (who: Identity) => (await callAs(backend, who, '/auth/v1/user')).body
const updateUser = (id: string, body: object) =>
  callAs(backend, 'service', `/auth/v1/admin/users/${id}`, { method: 'PUT', body })

test("the auth server's admin API is closed to visitors, users and administrators", async () => {
  const admin = await signedIn(backend, 'no-key', { role: 'admin' })
  const member = await signedIn(backend, 'no-key-member')
  expect(await callAs(backend, 'visitor', '/auth/v1/admin/users')).toMatchObject({ status: 401 })
  for (const who of [member, admin]) {
    expect(await callAs(backend, who, '/auth/v1/admin/users')).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    })
  }
})

test.each(['null', '[]', '"admin"'])(
  'metadata that is no object, as %s, holds no role and breaks nothing',
  async (metadata) => {
    const user = await createUser(backend, `odd-${metadata.length}`, { role: 'admin' })
    const set = (columns: string) => backend.sql(`update auth.users set ${columns} where id = $1`, [user.id])
    await set(`raw_user_meta_data = '${metadata}'`)
    const read = () => backend.sql('select raw_user_meta_data as metadata from auth.users where id = $1', [user.id])
    expect(await read()).toEqual([{ metadata: { role: 'admin' } }])
    await set(`raw_user_meta_data = '${metadata}', raw_app_meta_data = '${metadata}'`)
    await set(`encrypted_password = 'other'`)
    expect(await read()).toEqual([{ metadata: {} }])
  },
)

describe('an administrator stops being one at once, with the token still in hand', () => {
  const newAdmin = async (name: string) => {
    const admin = await signedIn(backend, name, { role: 'admin' })
    expect(await isAdmin(admin)).toBe(true)
    return admin
  }

  test('when the role is taken away', async () => {
    const admin = await newAdmin('demoted')
    expect(await updateUser(admin.id, { app_metadata: { role: null } })).toMatchObject({ status: 200 })
    expect(await isAdmin(admin)).toBe(false)
    expect(await userOf(admin)).not.toHaveProperty('user_metadata.role')
    await callAs(backend, admin, '/auth/v1/user', { method: 'PUT', body: { data: { role: 'admin' } } })
    expect(await isAdmin(admin)).toBe(false)
  })

  test('when banned, and again not until the ban is lifted', async () => {
    const admin = await newAdmin('banned')
    await updateUser(admin.id, { ban_duration: '1h' })
    expect(await isAdmin(admin)).toBe(false)
    await updateUser(admin.id, { ban_duration: 'none' })
    expect(await isAdmin(admin)).toBe(true)
  })

  test('when deleted', async () => {
    const admin = await newAdmin('deleted')
    await callAs(backend, 'service', `/auth/v1/admin/users/${admin.id}`, { method: 'DELETE' })
    expect(await isAdmin(admin)).not.toBe(true)
    expect(await callAs(backend, admin, '/rest/v1/reviews?select=id')).not.toMatchObject({ body: [{}] })
  })

  test('when a month has passed since the sign-in', async () => {
    const admin = await newAdmin('old-session')
    const age = (interval: string) =>
      backend.sql('update auth.sessions set created_at = now() - $2::interval where user_id::text = $1', [
        admin.id,
        interval,
      ])
    await age('29 days')
    expect(await isAdmin(admin)).toBe(true)
    await age('31 days')
    expect(await isAdmin(admin)).toBe(false)
  })

  test('when signed out', async () => {
    const admin = await newAdmin('signed-out')
    await callAs(backend, admin, '/auth/v1/logout?scope=global', { method: 'POST' })
    expect(await isAdmin(admin)).not.toBe(true)
  })
})

describe('the first password', () => {
  const flagged = (name: string) => signedIn(backend, name, { role: 'admin' })
  const flag = { app_metadata: { password_change_required: true } }

  test('gives no rights until another one is stored', async () => {
    const admin = await flagged('first-password')
    await updateUser(admin.id, flag)
    expect(await isAdmin(admin)).toBe(false)

    const same = await callAs(backend, admin, '/auth/v1/user', { method: 'PUT', body: { password: admin.password } })
    expect(same).toMatchObject({ status: 422, body: { error_code: 'same_password' } })
    expect(await isAdmin(admin)).toBe(false)

    const other = { email: admin.email, password: 'a-password-of-my-own' }
    await callAs(backend, admin, '/auth/v1/user', { method: 'PUT', body: { password: other.password } })
    expect(await isAdmin(await signIn(backend, other))).toBe(true)
  })

  test('cannot be waved through by the user', async () => {
    const admin = await flagged('flag-stays')
    await updateUser(admin.id, flag)
    await callAs(backend, admin, '/auth/v1/user', {
      method: 'PUT',
      body: { app_metadata: {}, data: { password_change_required: false } },
    })
    expect(await isAdmin(admin)).toBe(false)
  })
})
