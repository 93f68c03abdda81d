import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createUser } from '../support/backend-users.ts'

let backend: TestBackend

beforeEach(async () => {
  backend = await createTestBackend()
})
afterEach(() => backend.stop())

const admins = async () => {
  const sql = `select email from auth.users where raw_app_meta_data ->> 'role' = 'admin' and deleted_at is null order by email`
  return (await backend.sql<{ email: string }>(sql)).map(({ email }) => email)
}
// The pause comes after the triggers and before the commit, so that parallel changes really overlap.
const demote = (id: string) =>
  backend.sql(
    `update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1 returning pg_sleep(0.2)::text`,
    [id],
  )
const rpc = (name: string, body: object) => callAs(backend, 'service', `/rest/v1/rpc/${name}`, { method: 'POST', body })

test('the last administrator can be neither demoted, banned nor deleted', async () => {
  const { id, email } = await createUser(backend, 'only', { role: 'admin' })
  await expect(demote(id)).rejects.toThrow('last_admin')
  await expect(
    backend.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id]),
  ).rejects.toThrow('last_admin')
  await expect(backend.sql('delete from auth.users where id = $1', [id])).rejects.toThrow('last_admin')
  expect(await admins()).toEqual([email])
})

test('of two administrators who remove each other at once, one stays', async () => {
  const pair = [
    await createUser(backend, 'left', { role: 'admin' }),
    await createUser(backend, 'right', { role: 'admin' }),
  ]
  const results = await Promise.allSettled(pair.map(({ id }) => demote(id)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await admins()).toHaveLength(1)
})

test('of parallel first administrators exactly one is stored, and none once there is one', async () => {
  const first = { role: 'admin', default_password: true }
  const results = await Promise.allSettled(
    ['one', 'two', 'three', 'four'].map((name) => createUser(backend, name, first)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await admins()).toHaveLength(1)
})

test('only the server may ask who is left in charge', async () => {
  const { id } = await createUser(backend, 'only', { role: 'admin' })
  expect((await rpc('is_last_admin', { p_user: id })).body).toBe(true)
  expect((await rpc('admin_exists', {})).body).toBe(true)
  await createUser(backend, 'second', { role: 'admin' })
  expect((await rpc('is_last_admin', { p_user: id })).body).toBe(false)
  const asked = await callAs(backend, 'visitor', '/rest/v1/rpc/admin_exists', { method: 'POST', body: {} })
  expect(asked).toMatchObject({ status: 401, body: { code: '42501' } })
})
