import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

let backend: TestBackend
let admin: Identity
let member: Identity

const row = { kind: 'contact', name: 'Ann', email: 'ann@example.com', message: 'Please call me.' }

beforeAll(async () => {
  backend = await createTestBackend()
  admin = await signedIn(backend, 'enquiries-admin', { role: 'admin' })
  member = await signedIn(backend, 'enquiries-member')
})
afterAll(() => backend.stop())

const add = async (): Promise<string> => {
  const headers = { prefer: 'return=representation' }
  const { body } = await callAs(backend, 'service', '/rest/v1/enquiries?select=id', {
    method: 'POST',
    body: row,
    headers,
  })
  return (body as [{ id: string }])[0].id
}
const exists = async (id: string) => (await backend.sql('select 1 from enquiries where id = $1', [id])).length === 1

test('an administrator reads and deletes enquiries', async () => {
  const id = await add()
  expect(await callAs(backend, admin, `/rest/v1/enquiries?id=eq.${id}`)).toMatchObject({
    body: [{ ...row, delivery: 'pending' }],
  })
  await callAs(backend, admin, `/rest/v1/enquiries?id=eq.${id}`, { method: 'DELETE' })
  expect(await exists(id)).toBe(false)
})

test('an administrator can neither write nor change an enquiry', async () => {
  const id = await add()
  expect(await callAs(backend, admin, '/rest/v1/enquiries', { method: 'POST', body: row })).toMatchObject({
    status: 403,
  })
  const change = { method: 'PATCH', body: { message: 'Other words' } }
  expect(await callAs(backend, admin, `/rest/v1/enquiries?id=eq.${id}`, change)).toMatchObject({ status: 403 })
})

test.each(['GET', 'POST', 'PATCH', 'DELETE'])('a visitor is refused %s', async (method) => {
  const id = await add()
  const body = method === 'GET' || method === 'DELETE' ? undefined : row
  const query = method === 'POST' ? '' : `?id=eq.${id}`
  expect(await callAs(backend, 'visitor', `/rest/v1/enquiries${query}`, { method, body })).toMatchObject({
    status: 401,
    body: { code: '42501' },
  })
  expect(await exists(id)).toBe(true)
})

test('a signed-in user who is no administrator sees and deletes nothing', async () => {
  const id = await add()
  expect(await callAs(backend, member, '/rest/v1/enquiries')).toMatchObject({ status: 200, body: [] })
  await callAs(backend, member, `/rest/v1/enquiries?id=eq.${id}`, { method: 'DELETE' })
  expect(await exists(id)).toBe(true)
})

test('the server notes how the delivery went, and can change nothing else', async () => {
  const id = await add()
  const sent = { delivery: 'sent', delivered_at: new Date().toISOString() }
  expect(
    await callAs(backend, 'service', `/rest/v1/enquiries?id=eq.${id}`, { method: 'PATCH', body: sent }),
  ).toMatchObject({ status: 204 })
  const other = { method: 'PATCH', body: { message: 'Other words' } }
  expect(await callAs(backend, 'service', `/rest/v1/enquiries?id=eq.${id}`, other)).toMatchObject({ status: 403 })
  expect(await callAs(backend, 'service', `/rest/v1/enquiries?id=eq.${id}`, { method: 'DELETE' })).toMatchObject({
    status: 403,
  })
})

test('an enquiry is sent at a time or not at all', async () => {
  const id = await add()
  const answer = await callAs(backend, 'service', `/rest/v1/enquiries?id=eq.${id}`, {
    method: 'PATCH',
    body: { delivery: 'sent' },
  })
  expect(answer).toMatchObject({ status: 400, body: { code: '23514' } })
})
