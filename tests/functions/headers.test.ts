import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createClient, GoTrueAdminApi } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isAdmin } from '../../supabase/functions/_shared/caller.ts'
import { ENQUIRY_PHOTOS_HEADER, IDEMPOTENCY_HEADER } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { INVITATION_HEADER } from '../../supabase/functions/_shared/contract/invitation.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { createHandler as adminEmail } from '../../supabase/functions/admin-email/handler.ts'
import { AUTH_ADMIN_ERRORS } from '../../supabase/functions/auth-admin/errors.ts'
import { createHandler as authAdmin } from '../../supabase/functions/auth-admin/handler.ts'
import { createUpstream } from '../../supabase/functions/auth-admin/upstream.ts'
import { createHandler as enquiryPhoto } from '../../supabase/functions/enquiry-photo/handler.ts'
import { createHandler as sendEmail } from '../../supabase/functions/send-email/handler.ts'
// Defines the WebSocket that Node 20 lacks.
import '../support/backend.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'
import { listen } from '../support/listen.ts'
import { forgeToken } from '../support/tokens.ts'

const inAMinute = () => Math.floor(Date.now() / 1_000) + 60
const bearer = (change: object = {}) => {
  const claims = { role: 'authenticated', sub: 'a', session_id: 'x', exp: inAMinute(), ...change }
  return { authorization: `Bearer ${forgeToken(claims, 'any key')}` }
}

// Neither cached nor sniffed.
const expectOwn = ({ headers }: Response) =>
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])

describe('requests from functions to the backend', () => {
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
    url = await listen(backend)
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
    ['a secret key only as apikey', current, 'sb_secret_b', undefined, 'sb_publishable_a'],
    ['a legacy key also as bearer', legacy, 'aaa.service.jwt', 'Bearer aaa.service.jwt', 'aaa.anon.jwt'],
  ])("sends %s, and the caller's token when checking the caller", async (_, keys, apikey, authorization, ownKey) => {
    const services = servicesWith(keys)
    await services.database.rpc('admin_exists').throwOnError()
    await services.database.from('enquiries').select('id').throwOnError()
    await services.database.storage.from('site-media').remove(['a'])
    await createUpstream(services.settings, fetch)('GET', '/admin/users')
    const own = bearer()
    await isAdmin(new Request(url, { headers: own }), services)
    expect(received.map((headers) => [headers.apikey, headers.authorization])).toEqual([
      ...Array(4).fill([apikey, authorization]),
      [ownKey, own.authorization],
    ])
  })

  test('functions do not follow redirects from the backend, which would expose the secret key', async () => {
    const { database, settings } = servicesWith(current)
    const { error } = await database.from('moved' as 'enquiries').select('id')
    expect(error).not.toBeNull()
    await expect(createUpstream(settings, fetch)('GET', '/admin/moved')).rejects.toThrow()
    expect(followed).toBe(0)
  })

  test('rejects tokens that cannot be valid without calling the backend', async () => {
    const worthless = [{ exp: 1 }, { exp: 'never' }, { role: 'anon' }, { session_id: undefined }, { sub: undefined }]
    const tokens = ['', 'x', 'a.b.c', 'sb_publishable_a'].map((token) => ({ authorization: `Bearer ${token}` }))
    for (const headers of [...tokens, ...worthless.map(bearer)])
      expect(await isAdmin(new Request(url, { headers }), servicesWith(current))).toBe(false)
    expect(received).toEqual([])
  })
})

test('CORS preflight allows every header and method that supabase-js and the site send', async () => {
  const services = createServices({ ...FEWEST_SETTINGS })
  const handlers = {
    'send-email': sendEmail(services),
    'enquiry-photo': enquiryPhoto(services),
    'auth-admin': authAdmin(services),
  }
  const asked: string[] = []
  const asBrowser: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const name = new URL(request.url).pathname.split('/')[3] as keyof typeof handlers
    const preflight = await handlers[name](new Request(request.url, { method: 'OPTIONS' }))
    expect(preflight.status).toBe(204)
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */)
    for (const header of request.headers.keys()) expect(allowed, name).toContain(header)
    expect(preflight.headers.get('access-control-allow-methods')?.split(/, */)).toContain(request.method)
    asked.push(request.method)
    return Response.json({})
  }
  const client = createClient('http://localhost', 'sb_publishable_a', { global: { fetch: asBrowser } })
  const headers = { [IDEMPOTENCY_HEADER]: 'a', [INVITATION_HEADER]: 'a', [ENQUIRY_PHOTOS_HEADER]: 'a' }
  await client.functions.invoke('send-email', { body: {}, headers })
  await client.functions.invoke('enquiry-photo/a', { body: new Blob(['a'], { type: 'image/webp' }) })
  for (const method of ['GET', 'DELETE'] as const) await client.functions.invoke('enquiry-photo/a/b', { method })
  const url = 'http://localhost/functions/v1/auth-admin'
  const admin = new GoTrueAdminApi({ url, headers: { apikey: 'a', authorization: 'Bearer a' }, fetch: asBrowser })
  const id = crypto.randomUUID()
  await admin.listUsers()
  await admin.inviteUserByEmail('a@example.com')
  await admin.updateUserById(id, {})
  await admin.deleteUser(id)
  expect(asked).toEqual(['POST', 'POST', 'GET', 'DELETE', 'GET', 'POST', 'PUT', 'DELETE'])
})

test.each([
  ['over_disk', 'unexpected_failure', 500],
  ['over_email_send_rate_limit', 'invite_failed', 424],
  ['user_not_found', 'user_not_found', 404],
] as const)('maps the auth server error %s to %s in an uncached response', async (code, told, status) => {
  const fetch: typeof globalThis.fetch = async (input) =>
    String(input).includes('/auth/v1/')
      ? Response.json({ code, msg: 'No space' }, { status: 422 })
      : Response.json(true)
  const request = new Request('http://localhost/auth-admin/admin/users', { headers: bearer() })
  const answer = await authAdmin(createServices({ ...FEWEST_SETTINGS }, { fetch }))(request)
  expect([answer.status, await answer.json()]).toEqual([status, { code: told, message: AUTH_ADMIN_ERRORS[told][1] }])
  expectOwn(answer)
  // Without it, supabase-js doesn't read the code.
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
})

test('returns the settings to administrators, but only whether each secret is set', async () => {
  const secrets = { RECAPTCHA_SECRET_KEY: 'secret', DEPLOY_HOOK_URL: 'https://hooks.example/token' }
  for (const [environment, isSet] of [
    [{}, false],
    [{ SMTP_USER: 'mail-user', SMTP_PASS: 'mail-password', ...secrets }, true],
  ] as const) {
    const fetch = async () => Response.json(true)
    const services = createServices({ ...FEWEST_SETTINGS, MAIL_TO: 'b@example.com', ...environment }, { fetch })
    const headers = { ...bearer(), 'content-type': 'application/json' }
    const body = JSON.stringify({ kind: 'settings' })
    const answer = await adminEmail(services)(new Request('http://localhost', { method: 'POST', headers, body }))
    expectOwn(answer)
    expect(await answer.json()).toEqual({
      success: true,
      settings: {
        companyEmail: 'a@example.com',
        mailTo: 'b@example.com',
        mailFrom: 'a@example.com',
        siteUrl: 'http://localhost',
        siteOrigins: ['http://localhost'],
        smtpPort: 465,
        smtpSignIn: isSet,
        recaptchaSecret: isSet,
        deployHook: isSet,
      },
    })
  }
})
