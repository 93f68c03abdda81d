import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, GoTrueAdminApi } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isAdmin } from '../../supabase/functions/_shared/caller.ts'
import { IDEMPOTENCY_HEADER } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { INVITATION_HEADER } from '../../supabase/functions/_shared/contract/invitation.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { createHandler as authAdmin } from '../../supabase/functions/auth-admin/handler.ts'
import { createUpstream } from '../../supabase/functions/auth-admin/upstream.ts'
import { createHandler as sendEmail } from '../../supabase/functions/send-email/handler.ts'
// For the WebSocket that Node 20 lacks.
import '../support/backend.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'
import { forgeToken } from '../support/tokens.ts'

describe('what a function sends to the backend', () => {
  const received: IncomingHttpHeaders[] = []
  let followed = 0
  const backend = createServer((req, res) => {
    received.push(req.headers)
    if (req.url?.endsWith('/followed')) followed += 1
    if (req.url?.includes('/moved')) return res.writeHead(307, { location: '/rest/v1/followed' }).end()
    res.setHeader('content-type', 'application/json').end('[]')
  })
  let url = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
  })
  afterAll(() => void backend.close())
  beforeEach(() => void received.splice(0))

  const legacy = { SUPABASE_ANON_KEY: 'aaa.anon.jwt', SUPABASE_SERVICE_ROLE_KEY: 'aaa.service.jwt' }
  const current = {
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_a"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_b"}',
  }
  const servicesWith = (keys: object) => createServices({ ...FEWEST_SETTINGS, SUPABASE_URL: url, ...keys })

  test.each([
    ['a new-style secret key in apikey alone', current, { apikey: 'sb_secret_b', authorization: undefined }],
    ['a legacy key as a bearer, too', legacy, { apikey: 'aaa.service.jwt', authorization: 'Bearer aaa.service.jwt' }],
  ])('has %s', async (_, keys, { apikey, authorization }) => {
    const { database, settings } = servicesWith(keys)
    await database.rpc('admin_exists').throwOnError()
    await database.from('enquiries').select('id').throwOnError()
    await database.storage.from('site-media').remove(['a'])
    await createUpstream(settings, fetch)('GET', '/admin/users')
    expect(received.map((headers) => [headers.apikey, headers.authorization])).toEqual(
      Array(4).fill([apikey, authorization]),
    )
  })

  test('follows no redirect, which would take the key elsewhere', async () => {
    const { database, settings } = servicesWith(current)
    const { error } = await database.from('moved' as 'enquiries').select('id')
    expect(error).not.toBeNull()
    await expect(createUpstream(settings, fetch)('GET', '/admin/moved')).rejects.toThrow()
    expect(followed).toBe(0)
  })

  test.each([
    ['new-style', current, 'sb_publishable_a'],
    ['legacy', legacy, 'aaa.anon.jwt'],
  ])("has the caller's own token when it asks about them, with %s keys", async (_, keys, apikey) => {
    const claims = { role: 'authenticated', sub: 'a', session_id: 'x', exp: Math.floor(Date.now() / 1_000) + 60 }
    const authorization = `Bearer ${forgeToken(claims, 'any key')}`
    const request = new Request(url, { headers: { authorization } })
    await isAdmin(request, { ...servicesWith(keys), fetch })
    expect(received).toMatchObject([{ apikey, authorization }])
  })
})

test('a page may send every header that supabase-js does, and its own', async () => {
  const services = createServices({ ...FEWEST_SETTINGS })
  const handlers = { 'send-email': sendEmail(services), 'auth-admin': authAdmin(services) }
  const asked: string[] = []
  const asBrowser: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const name = new URL(request.url).pathname.split('/')[3] as keyof typeof handlers
    const preflight = await handlers[name](new Request(request.url, { method: 'OPTIONS' }))
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    for (const header of request.headers.keys()) expect(allowed, name).toContain(header)
    expect(preflight.headers.get('access-control-allow-methods')?.split(', ')).toContain(request.method)
    asked.push(name)
    return Response.json({})
  }
  const client = createClient('http://localhost', 'sb_publishable_a', { global: { fetch: asBrowser } })
  const headers = { [IDEMPOTENCY_HEADER]: 'a', [INVITATION_HEADER]: 'a' }
  await client.functions.invoke('send-email', { body: {}, headers })
  const url = 'http://localhost/functions/v1/auth-admin'
  const admin = new GoTrueAdminApi({ url, headers: { apikey: 'a', authorization: 'Bearer a' }, fetch: asBrowser })
  await admin.listUsers()
  await admin.inviteUserByEmail('a@example.com')
  expect(asked).toEqual(['send-email', 'auth-admin', 'auth-admin'])
})
