import { expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { createTestBackend } from '../support/backend.ts'
import { callAs, createUser, signedIn } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'

const attempt = countAttempts('set-up')
const USERS = '/functions/v1/auth-admin/admin/users'

test('the set-up is over once there is an administrator', async () => {
  const backend = await createTestBackend()
  await createUser(backend, 'keeper', { role: 'admin' })
  const member = await signedIn(backend, 'member')
  const admins = () => backend.sql(`select 1 from auth.users where raw_app_meta_data ->> 'role' = 'admin'`)
  const before = await admins()
  for (const email of [TEST_COMPANY.admin, TEST_COMPANY.admin.toUpperCase(), 'eve-setup@example.com'])
    for (const who of ['visitor', member] as const) {
      const body = { email, password: 'eve-password', user_metadata: { role: 'admin' } }
      const { status } = await callAs(backend, who, USERS, { method: 'POST', body })
      attempt(`set-up of ${email}`, status !== 409 || (await admins()).length > before.length)
    }
  await backend.stop()
})

test('of many set-ups at once exactly one wins, and only with the default account', async () => {
  const fresh = await createTestBackend()
  const setUp = async (email: string) => {
    const body = { email, password: 'below-street-level' }
    return (await callAs(fresh, 'visitor', USERS, { method: 'POST', body })).status
  }
  for (const email of ['eve@example.com', `x${TEST_COMPANY.admin}`, 'admin@example.com'])
    attempt(`first set-up of ${email}`, (await setUp(email)) !== 403)
  const statuses = await Promise.all(Array.from({ length: 6 }, () => setUp(TEST_COMPANY.admin)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  for (const status of statuses.filter((status) => status !== 200))
    attempt(`a second set-up: ${status}`, status !== 409)
  await fresh.stop()
})

test('set-ups of one IP address are limited while it is open', async () => {
  const fresh = await createTestBackend()
  const body = { email: 'eve@example.com', password: 'below-street-level' }
  const statuses: number[] = []
  for (let time = 0; time < 12; time++)
    statuses.push((await callAs(fresh, 'visitor', USERS, { method: 'POST', body })).status)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403))
  for (const status of statuses.slice(10)) attempt('set-up over the limit', status !== 429)
  await fresh.stop()
})
