import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { send } from '../support/backend-http.ts'
import { callAs, signedIn } from '../support/backend-users.ts'

const attempt = countAttempts('odd bodies')
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const ODD = [
  'null',
  '[]',
  '"x"',
  '1',
  'true',
  '{',
  '{"data":5}',
  '{"data":"abc"}',
  '{"data":[1]}',
  '{"password":5}',
  '{"email":{}}',
  '{"email":["a@example.com"]}',
  '{"email":"a\\u0000@example.com"}',
  '{"data":{"x":"\\u0000"}}',
  '{"data":{"\\u0000":1}}',
  `{"password":"${'x'.repeat(73)}"}`,
  `{"password":"${'ü'.repeat(40)}"}`,
  '{"phone":5}',
  '{"nonce":{}}',
  '{"token":1,"type":2}',
  `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  `{"data":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
]

test('bodies of another shape are refused everywhere, and nothing fails', async () => {
  const user = await signedIn(server, 'odd')
  const calls = [
    'PUT user',
    'POST token?grant_type=password',
    'POST token?grant_type=refresh_token',
    'POST recover',
    'POST otp',
    'POST verify',
    'POST signup',
    'POST resend',
    'POST magiclink',
    'POST token?grant_type=pkce',
    'PATCH user',
    'POST token',
  ]
  for (const body of ODD)
    for (const [index, call] of calls.entries()) {
      const [method = '', path = ''] = call.split(' ')
      const headers = {
        apikey: server.publishableKey,
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/json',
      }
      const from = `127.0.7.${index + 1}`
      const { status } = await send(`${server.url}/auth/v1/${path}`, { method, body, headers, from })
      attempt(`${call} ${body.slice(0, 60)}: ${status}`, status < 400 || status >= 500)
    }
  expect((await callAs(server, user, '/auth/v1/user')).body).toMatchObject({ user_metadata: {} })
})
