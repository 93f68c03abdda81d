import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createUser, signedIn } from '../support/backend-users.ts'

const USERS = '/functions/v1/auth-admin/admin/users'
const attempt = countAttempts('log')
let backend: TestBackend

beforeAll(async () => {
  backend = await createTestBackend({ adminSetup: false })
})
afterAll(() => backend.stop())
afterEach(() => void vi.restoreAllMocks())

const listen = () => {
  const lines: string[] = []
  vi.spyOn(console, 'info').mockImplementation((...parts) => void lines.push(parts.join(' ')))
  return lines
}
const entries = (lines: string[]) => lines.map((line): unknown => JSON.parse(line))

test('who gave, took and deleted what is noted with a moment and ids, and no e-mail address', async () => {
  const admin = await signedIn(backend, 'log-admin', { role: 'admin' })
  const member = await createUser(backend, 'log-member')
  const lines = listen()
  const user = `${USERS}/${member.id}`
  await callAs(backend, admin, user, { method: 'PUT', body: { user_metadata: { role: 'admin' } } })
  await callAs(backend, admin, user, { method: 'DELETE' })
  await callAs(backend, admin, '/functions/v1/auth-admin/invite', {
    method: 'POST',
    body: { email: 'new@example.com' },
  })
  expect(entries(lines)).toEqual([
    { security: 'account', at: expect.any(String), call: 'PUT user', by: admin.id, user: member.id },
    { security: 'account', at: expect.any(String), call: 'DELETE user', by: admin.id, user: member.id },
    { security: 'account', at: expect.any(String), call: 'POST invite', by: admin.id, user: expect.any(String) },
  ])
  for (const line of lines) attempt('an e-mail address in the log', line.includes('@'))
})

test('what is refused is noted, and what was typed neither appears nor makes a line of its own', async () => {
  const member = await signedIn(backend, 'log-stranger')
  const lines = listen()
  await callAs(backend, member, USERS)
  const forged = '\n{"security":"account","call":"PUT user"}'
  const body = { name: forged, location: forged, text: forged, email: forged, rating: forged }
  await callAs(backend, 'visitor', '/functions/v1/submit-testimonial', { method: 'POST', body })
  expect(entries(lines)).toEqual([
    { security: 'refused', at: expect.any(String), function: 'auth-admin', code: 'not_admin', method: 'GET' },
    { security: 'refused', at: expect.any(String), function: 'submit-testimonial', code: 'invalid' },
  ])
  for (const line of lines) attempt('typed words in the log', /PUT user|log-stranger/.test(line))
})
