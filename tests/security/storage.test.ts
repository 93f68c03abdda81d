import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { fakeFileName } from '../support/custom-projects.ts'
import { forgeToken } from '../support/tokens.ts'
import { type Callers, createCallers } from './access-catalogue.ts'

const BUCKET = 'site-media'
const PHOTOS = 'enquiry-photos'
const PHOTO = `${crypto.randomUUID()}/${'a'.repeat(64)}`
const [NAME, FREE_NAME] = [fakeFileName('a'), fakeFileName('b')]
const CONTENT = 'RIFF....WEBPVP8X'
let backend: TestBackend
let strangers: Callers
let admin: Callers[string]

type Call = { method?: string; headers?: Record<string, string>; body?: BodyInit }
const ask = async (who: Record<string, string>, path: string, { method = 'POST', headers, body }: Call = {}) => {
  const answer = await backend.fetch(`/storage/v1/${path}`, {
    method,
    headers: { ...who, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, text: await answer.text() }
}
const json = (value: object): Call => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
const file = (type = 'image/webp', headers: Record<string, string> = {}): Call => ({
  headers: { 'content-type': type, ...headers },
  body: CONTENT,
})
const form = (type = 'image/webp'): Call => {
  const body = new FormData()
  body.append('', new Blob([CONTENT], { type }))
  return { body }
}

const everything = async () => {
  const stored = await backend.sql(`
    select (select jsonb_agg(to_jsonb(b) order by b.id) from storage.buckets b) as buckets,
      (select jsonb_agg(to_jsonb(o) - 'last_accessed_at' order by o.name) from storage.objects o) as objects`)
  return { stored, contents: await ask({}, `object/public/${BUCKET}/${NAME}`, { method: 'GET' }) }
}

beforeAll(async () => {
  backend = await createTestBackend()
  await backend.sql(
    `insert into storage.buckets (id, name, public) values ('other', 'other', true), ('hidden', 'hidden', false)`,
  )
  ;({ strangers, admin } = await createCallers(backend))
  for (const [who, name] of [
    [admin, `${BUCKET}/${NAME}`],
    [{ apikey: backend.secretKey }, `hidden/${NAME}`],
    [{ apikey: backend.secretKey }, `${PHOTOS}/${PHOTO}`],
  ] as const)
    expect(await ask(who, `object/${name}`, file())).toMatchObject({ status: 200 })
})
afterAll(() => backend.stop())

const target = { bucketId: BUCKET, sourceKey: NAME, destinationKey: FREE_NAME }
const open = { public: true, file_size_limit: 1e12, allowed_mime_types: ['text/html'] }

const ROUTES: [what: string, path: string, call: Call][] = [
  ['replace a file', `object/${BUCKET}/${NAME}`, file('image/webp', { 'x-upsert': 'true' })],
  ['replace a file by PUT', `object/${BUCKET}/${NAME}`, { method: 'PUT', ...file() }],
  ['copy a file', 'object/copy', json(target)],
  ['move a file', 'object/move', json(target)],
  ['move a file to another bucket', 'object/move', json({ ...target, destinationBucket: 'other' })],
  ['get a signed upload link', `object/upload/sign/${BUCKET}/${FREE_NAME}`, json({})],
  ['add a file to another bucket', `object/other/${FREE_NAME}`, file()],
  ['create a bucket', 'bucket', json({ id: 'mine', name: 'mine', public: true })],
  ['change the bucket', `bucket/${BUCKET}`, { method: 'PUT', ...json(open) }],
  ['empty the bucket', `bucket/${BUCKET}/empty`, json({})],
  ['delete a bucket', 'bucket/other', { method: 'DELETE' }],
]

test.each(ROUTES)('administrators and all other callers cannot %s', async (_, path, call) => {
  const before = await everything()
  for (const [who, headers] of Object.entries({ ...strangers, admin }))
    expect((await ask(headers, path, call)).status, who).toBe(400)
  expect(await everything()).toEqual(before)
})

const FREE_PHOTO = PHOTO.replace('aaa', 'bbb')
const PHOTO_ROUTES: [path: string, call: Call][] = [
  ...['', 'authenticated/', 'public/', 'info/', 'info/authenticated/', 'sign/'].map((how): [string, Call] => [
    `object/${how}${PHOTOS}/${PHOTO}`,
    { method: 'GET' },
  ]),
  [`object/sign/${PHOTOS}/${PHOTO}`, json({ expiresIn: 60 })],
  [`object/sign/${PHOTOS}`, json({ expiresIn: 60, paths: [PHOTO] })],
  ...['', PHOTO.slice(0, 36)].map((prefix): [string, Call] => [`object/list/${PHOTOS}`, json({ prefix, limit: 9 })]),
  [`object/${PHOTOS}/${FREE_PHOTO}`, file()],
  [`object/${PHOTOS}/${FREE_PHOTO}`, form()],
  [`object/${PHOTOS}/${PHOTO}`, file('image/webp', { 'x-upsert': 'true' })],
  [`object/${PHOTOS}/${PHOTO}`, { method: 'PUT', ...file() }],
  [`object/upload/sign/${PHOTOS}/${FREE_PHOTO}`, json({})],
  ...['copy', 'move'].flatMap((how) =>
    [{ destinationKey: FREE_PHOTO }, { destinationBucket: BUCKET, destinationKey: FREE_NAME }].map(
      (change): [string, Call] => [`object/${how}`, json({ bucketId: PHOTOS, sourceKey: PHOTO, ...change })],
    ),
  ),
  [`object/${PHOTOS}/${PHOTO}`, { method: 'DELETE' }],
  [`object/${PHOTOS}`, { method: 'DELETE', ...json({ prefixes: [PHOTO, ''] }) }],
  [`bucket/${PHOTOS}`, { method: 'GET' }],
  [`bucket/${PHOTOS}`, { method: 'PUT', ...json(open) }],
  [`bucket/${PHOTOS}/empty`, json({})],
]

test('no visitor, user or administrator can use the bucket of enquiry photos', async () => {
  const before = await everything()
  for (const [who, headers] of Object.entries({ visitor: strangers.visitor, member: strangers.member, admin }))
    for (const [path, call] of PHOTO_ROUTES) {
      const { status, text } = await ask(headers ?? {}, path, call)
      expect(text).not.toContain('RIFF')
      // Lists omit hidden files.
      if (text !== '[]') expect(status, `${who} ${call.method ?? 'POST'} ${path} ${text}`).toBeGreaterThanOrEqual(400)
    }
  expect(await everything()).toEqual(before)
})

test('only a fully signed-in administrator can open or delete an enquiry photo', async () => {
  const call = (method: string, headers: Record<string, string> | undefined) =>
    backend.fetch(`/functions/v1/enquiry-photo/${PHOTO}`, { method, headers: headers ?? {} })
  const refuse = async (who: string, headers: Record<string, string> | undefined) => {
    for (const method of ['GET', 'HEAD', 'DELETE'])
      expect((await call(method, headers)).status, `${method} ${who}`).toBe(403)
  }
  const key = { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` }
  for (const [who, headers] of Object.entries({ ...strangers, 'secret key': key })) await refuse(who, headers)
  await backend.sql(`insert into private.second_factor_rule (since) values (now() - interval '25 hours')`)
  await refuse('administrator without the required second factor', admin)
  await backend.sql('delete from private.second_factor_rule')
  const opened = await call('GET', admin)
  expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store'])
})

test('callers without rights cannot upload, sign or list, and no caller can delete files', async () => {
  const before = await everything()
  const removal = { method: 'DELETE', ...json({ prefixes: [NAME, ''] }) }
  for (const headers of Object.values({ ...strangers, admin }))
    expect(await ask(headers, `object/${BUCKET}`, removal)).toEqual({ status: 200, text: '[]' })
  for (const [who, headers] of Object.entries(strangers)) {
    for (const call of [file(), form()])
      expect((await ask(headers, `object/${BUCKET}/${FREE_NAME}`, call)).text, who).toContain('"403"')
    expect((await ask(headers, `object/sign/${BUCKET}/${NAME}`, json({ expiresIn: 60 }))).status, who).toBe(400)
    expect((await ask(headers, 'bucket', { method: 'GET' })).text, who).toBe('[]')
  }
  expect(await everything()).toEqual(before)
})

test.each([
  ...['text/html', 'image/svg+xml', 'application/javascript', 'IMAGE/SVG+XML', ' '].flatMap((type) => [
    [`a file of the type '${type}'`, '415', FREE_NAME, file(type)] as const,
    [`a form with a file of the type '${type}'`, '415', FREE_NAME, form(type)] as const,
  ]),
  ...['logo.webp', `${'b'.repeat(64)}.svg`, `${FREE_NAME}.html`, `a/${FREE_NAME}`].map(
    (name) => [`a file named ${name}`, '403', name, file()] as const,
  ),
  ['a file with a path traversal', '400', `..%2f${FREE_NAME}`, file()],
] as const)('an administrator cannot upload %s', async (_, statusCode, name, call) => {
  const before = await everything()
  const { status, text } = await ask(admin, `object/${BUCKET}/${name}`, call)
  expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 400, statusCode })
  expect(await everything()).toEqual(before)
})

test('no caller can upload through a link with a forged token', async () => {
  const before = await everything()
  const claims = { url: `${BUCKET}/${FREE_NAME}`, upsert: true, exp: Math.floor(Date.now() / 1_000) + 600 }
  const tokens = [
    forgeToken(claims, 'another-key'),
    forgeToken(claims, '', { alg: 'none' }),
    admin.authorization?.replace('Bearer ', ''),
    'nonsense',
    '',
  ]
  for (const [who, headers] of Object.entries({ ...strangers, admin }))
    for (const token of tokens) {
      const path = `object/upload/sign/${BUCKET}/${FREE_NAME}?token=${token}`
      const { status } = await ask(headers, path, { method: 'PUT', ...file() })
      expect(status, `${who} ${token}`).toBeGreaterThanOrEqual(400)
    }
  expect(await everything()).toEqual(before)
})

test.each(['../', '..%2f', '%2e%2e%2f', '..%5c', '..%252f', '%2e%2e/%2e%2e/', '/', '%2f'])(
  'paths with %s never leave their bucket, even in copies by the service role',
  async (out) => {
    const before = await everything()
    const server = { apikey: backend.secretKey }
    for (const name of [`${out}hidden/${NAME}`, `${out}../PG_VERSION`, `${out}../../../../etc/passwd`])
      expect([400, 404], name).toContain(
        (await ask(strangers.visitor ?? {}, `object/public/${BUCKET}/${name}`, { method: 'GET' })).status,
      )
    const outside = decodeURIComponent(out)
    for (const change of [{ sourceKey: `${outside}hidden/${NAME}` }, { bucketId: `${outside}hidden` }])
      expect((await ask(server, 'object/copy', json({ ...target, ...change }))).status).toBe(400)
    expect(await everything()).toEqual(before)
  },
)

test('an HTML page uploaded as an image is served sandboxed as an image', async () => {
  const body = '<script>alert(document.domain)</script>'
  const name = fakeFileName('c')
  expect((await ask(admin, `object/${BUCKET}/${name}`, { ...file(), body })).status).toBe(200)
  const { headers } = await backend.fetch(`/storage/v1/object/public/${BUCKET}/${name}`)
  expect(headers.get('content-type')).toBe('image/webp')
  expect(headers.get('content-security-policy')).toBe('sandbox')
})
