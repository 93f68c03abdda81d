import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson, send } from '../support/backend-http.ts'
import { signedIn } from '../support/backend-users.ts'
import { FILTERS, PAYLOADS } from './injection-payloads.ts'

const attempt = countAttempts('injection by the API')
let server: TestServer
let admin: { token: string }

beforeAll(async () => {
  server = await startTestServer({ seed: true })
  admin = await signedIn(server, 'keeper', { role: 'admin' })
})
afterAll(() => server.stop())

// The seed's e-mail addresses, a hash, the end of a statement, or a file of this machine.
const LEAK = /sample\.[\w.]+@|[0-9a-f]{64}|syntax error at or near|root:|supabase\/functions/
const rows = () => server.sql(`select md5(string_agg(r::text, '|' order by id)) as rows from reviews r`)

test.each(PAYLOADS)('the payload %j finds and changes nothing', async (payload) => {
  const before = await rows()
  const encoded = encodeURIComponent(payload.toWellFormed())
  const visitor = { apikey: server.publishableKey }
  await Promise.all(
    FILTERS.map(async (filter) => {
      const query = filter.replaceAll('PAYLOAD', encoded)
      const started = performance.now()
      const { status, text } = await send(`${server.url}/rest/v1/rpc/approved_reviews?${query}`, { headers: visitor })
      attempt(`${query}: ${status}`, status >= 500 || LEAK.test(text) || performance.now() - started > 4_500)
    }),
  )
  const headers = { ...visitor, authorization: `Bearer ${admin.token}` }
  const calls = {
    moderation_page: { p_status: payload, p_search: payload },
    moderation_counts: { p_search: payload },
    enquiry_page: { p_search: payload },
    is_last_admin: { p_user: payload },
    [encoded]: { [payload]: payload },
  }
  for (const [name, body] of Object.entries(calls)) {
    const { status } = await postJson(`${server.url}/rest/v1/rpc/${name}`, body, { headers })
    attempt(`rpc ${name}: ${status}`, status >= 500)
  }
  for (const folder of [
    'rest/v1',
    'auth/v1',
    'functions/v1',
    'functions/v1/auth-admin/admin/users',
    '__mail',
    '__mail/1',
  ]) {
    const { status, text } = await send(`${server.url}/${folder}/${encoded}`, { headers })
    attempt(`${folder} ${encoded}: ${status}`, status >= 500 || LEAK.test(text))
  }
  attempt('rows were changed', JSON.stringify(await rows()) !== JSON.stringify(before))
})

test('the same requests do find what there is', async () => {
  const found = await send(`${server.url}/rest/v1/rpc/approved_reviews?select=id&text=neq.x`, {
    headers: { apikey: server.publishableKey },
  })
  expect(found.json).toHaveLength(5)
})
