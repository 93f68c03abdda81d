import { afterAll, expect, test } from 'vitest'
import { callAs, createSignedInUser, createUser, type Identity, signIn } from '../support/backend-users.ts'
import { startWithUsers } from '../support/test-users.ts'

const database = await startWithUsers()
const { admin, outsiders, rows, rpc, sql } = database
afterAll(database.stop)

const isAdmin = async (who: Identity) => (await rpc(who, 'is_admin')).body
const updateUser = (id: string, body: object) =>
  callAs(database, 'service', `/auth/v1/admin/users/${id}`, { method: 'PUT', body })
const updateOwn = (who: Identity, body: object) => callAs(database, who, '/auth/v1/user', { method: 'PUT', body })

const ROWS: [table: string, row: object, change: object][] = [
  ['enquiries', { kind: 'contact', message: 'Damp' }, { status: 'won' }],
  ['reviews', { location: 'NW3', text: 'Dry', rating: 5, status: 'rejected' }, { status: 'approved' }],
  ['review_invitations', { token_hash: '0'.repeat(64), expires_at: '2026-01-01' }, { withdrawn_at: '2026-01-01' }],
]
test.each(ROWS)(
  'visitors and users without rights cannot add, read, change or delete rows of %s',
  async (table, more, change) => {
    const refused = { body: { code: '42501' } }
    const row = { name: 'Ann', email: 'ann@example.com', ...more }
    for (const who of ['visitor', ...outsiders, admin] as const)
      expect(await rows(who, 'POST', table, row)).toMatchObject(refused)
    const { status, body } = await rows('service', 'POST', table, row)
    expect(status).toBe(201)
    for (const who of [admin, 'service'] as const) {
      expect((await rows(who, 'GET', table)).body).toEqual(body)
      expect(await rows(who, 'PATCH', table, { email: 'eve@example.com' })).toMatchObject(refused)
    }
    const stored = () => sql(`select * from ${table}`)
    const before = await stored()
    for (const who of outsiders) expect((await rows(who, 'GET', table)).body).toEqual([])
    expect(await rows('visitor', 'GET', table)).toMatchObject(refused)
    // Without a filter nothing is read, so only the policies of changes and deletions apply.
    for (const call of [{ method: 'PATCH', body: change }, { method: 'DELETE' }]) {
      for (const who of outsiders)
        expect(await callAs(database, who, `/rest/v1/${table}`, call)).toMatchObject({ status: 204 })
      expect(await callAs(database, 'visitor', `/rest/v1/${table}`, call)).toMatchObject({ status: 401, ...refused })
    }
    expect(await stored()).toEqual(before)
  },
)

// Row-level security would answer with an empty list.
test.each([
  ['enquiry_page', {}],
  ['invitation_page', {}],
  ['delete_reviews', { p_ids: [] }],
  ['moderate_reviews', { p_ids: [], p_from: 'pending', p_to: 'approved' }],
  ['moderation_counts', {}],
  ['moderation_page', { p_status: 'pending' }],
  ['publication_history', {}],
  ['save_enquiry_note', { p_id: crypto.randomUUID(), p_note: '', p_seen: '' }],
  ['publish', { p_items: [], p_replaces: null }],
  ['waiting_counts', {}],
])('the function %s responds to administrators and refuses all other callers', async (name, call) => {
  for (const who of outsiders)
    expect(await rpc(who, name, call)).toMatchObject({ status: 403, body: { code: '42501', message: 'not_admin' } })
  expect(await rpc('visitor', name, call)).toMatchObject({ status: 401, body: { code: '42501' } })
  expect(await rpc('service', name, call)).toMatchObject({ status: 403, body: { code: '42501' } })
  expect(await rpc(admin, name, call)).toMatchObject({ status: 200 })
})

test('user metadata that is not an object grants no role and causes no error', async () => {
  for (const metadata of ['null', '[]', '"admin"']) {
    const { id } = await createUser(database, `odd-${metadata.length}`, { role: 'admin' })
    const set = (columns: string) => sql(`update auth.users set ${columns} where id = $1`, [id])
    const read = () => sql('select raw_user_meta_data as metadata from auth.users where id = $1', [id])
    await set(`raw_user_meta_data = '${metadata}'`)
    expect(await read()).toEqual([{ metadata: { role: 'admin' } }])
    await set(`raw_user_meta_data = '${metadata}', raw_app_meta_data = '${metadata}'`)
    await set(`encrypted_password = 'other'`)
    expect(await read()).toEqual([{ metadata: {} }])
  }
})

test('an administrator with a valid token loses rights immediately when role or session ends', async () => {
  const leaver = await createSignedInUser(database, 'leaver', { role: 'admin' })
  const signedOut = await createSignedInUser(database, 'signed-out', { role: 'admin' })
  for (const who of [leaver, signedOut]) expect(await isAdmin(who)).toBe(true)

  const age = (days: number) =>
    sql('update auth.sessions set created_at = now() - make_interval(days => $2) where user_id = $1', [leaver.id, days])
  await age(31)
  expect(await isAdmin(leaver)).toBe(false)
  // A clock that was two days ahead would have added two.
  await age(-2)
  expect(await isAdmin(leaver)).toBe(false)
  await age(29)
  expect(await isAdmin(leaver)).toBe(true)

  for (const lost of [`banned_until = now() + interval '1 hour'`, 'deleted_at = now()']) {
    await sql(`update auth.users set ${lost} where id = $1`, [leaver.id])
    expect(await isAdmin(leaver), lost).toBe(false)
    await sql('update auth.users set banned_until = null, deleted_at = null where id = $1', [leaver.id])
    expect(await isAdmin(leaver)).toBe(true)
  }

  await updateUser(leaver.id, { app_metadata: { role: null } })
  expect(await isAdmin(leaver)).toBe(false)
  await updateOwn(leaver, { data: { role: 'admin' } })
  expect(await isAdmin(leaver)).toBe(false)
  const { body } = await callAs(database, leaver, '/auth/v1/user')
  expect(body).toMatchObject({ id: leaver.id })
  expect(body).not.toHaveProperty('user_metadata.role')
  await updateUser(leaver.id, { app_metadata: { role: 'admin' } })
  expect(await isAdmin(leaver)).toBe(true)

  await callAs(database, 'service', `/auth/v1/admin/users/${leaver.id}`, { method: 'DELETE' })
  expect(await isAdmin(leaver)).toBe(false)
  await callAs(database, signedOut, '/auth/v1/logout?scope=global', { method: 'POST' })
  expect(await isAdmin(signedOut)).toBe(false)
})

test('an administrator has no rights until a different password replaces the initial one', async () => {
  const user = await createSignedInUser(database, 'first-password', { role: 'admin' })
  await updateUser(user.id, { app_metadata: { password_change_required: true } })
  expect(await isAdmin(user)).toBe(false)
  await updateOwn(user, { app_metadata: {}, data: { password_change_required: false } })
  expect(await isAdmin(user)).toBe(false)
  const same = await updateOwn(user, { password: user.password, current_password: user.password })
  expect(same).toMatchObject({ status: 422, body: { error_code: 'same_password' } })
  expect(await isAdmin(user)).toBe(false)

  const other = { email: user.email, password: 'a-password-of-my-own' }
  await updateOwn(user, { password: other.password, current_password: user.password })
  expect(await isAdmin(await signIn(database, other))).toBe(true)
})
