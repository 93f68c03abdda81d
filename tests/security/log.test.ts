import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loggable } from '../../supabase/functions/_shared/errors.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createSignedInUser, createUser } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'

const USERS = '/functions/v1/auth-admin/admin/users'
let backend: TestBackend

beforeAll(async () => {
  backend = await createTestBackend()
})
afterAll(() => backend.stop())
afterEach(() => void vi.restoreAllMocks())

const listen = () => {
  const lines: unknown[] = []
  vi.spyOn(console, 'info').mockImplementation((line) => void lines.push(JSON.parse(line)))
  return lines
}

test('admin account changes are logged with IDs and timestamps, never with email addresses', async () => {
  const lines = listen()
  const first = { email: TEST_COMPANY.admin, password: 'first-password' }
  await callAs(backend, 'visitor', USERS, { method: 'POST', body: first })
  const admin = await createSignedInUser(backend, 'log-admin', { role: 'admin' })
  const member = await createUser(backend, 'log-member')
  const user = `${USERS}/${member.id}`
  await callAs(backend, admin, user, { method: 'PUT', body: { user_metadata: { role: 'admin' } } })
  await callAs(backend, admin, user, { method: 'DELETE' })
  const invitation = { method: 'POST', body: { email: 'new@example.com' } }
  await callAs(backend, admin, '/functions/v1/auth-admin/invite', invitation)
  const moment = { security: 'account', at: expect.any(String) }
  const someone = expect.stringMatching(/^[0-9a-f-]{36}$/)
  const noted = { ...moment, by: admin.id }
  expect(lines).toEqual([
    { ...moment, call: 'set-up', user: someone },
    { ...noted, call: 'PUT user', user: member.id },
    { ...noted, call: 'DELETE user', user: member.id },
    { ...noted, call: 'POST invite', user: someone },
  ])
})

test('refused requests are logged without any user input', async () => {
  const member = await createSignedInUser(backend, 'log-stranger')
  const lines = listen()
  await callAs(backend, member, USERS)
  const forged = '\n{"security":"account","call":"PUT user"}'
  const body = { name: forged, location: forged, text: forged, email: forged, rating: forged }
  await callAs(backend, 'visitor', '/functions/v1/submit-testimonial', { method: 'POST', body })
  const noted = { security: 'refused', at: expect.any(String) }
  expect(lines).toEqual([
    { ...noted, function: 'auth-admin', code: 'not_admin', method: 'GET' },
    { ...noted, function: 'submit-testimonial', code: 'invalid' },
  ])
})

test('database errors are logged without details, which may contain user input', () => {
  const error = { code: '23505', message: 'duplicate key', details: 'Key (email)=(asha@example.com)', hint: null }
  expect(loggable(error)).toBe('23505 duplicate key')
})
