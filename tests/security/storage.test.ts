import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFiles } from '../../supabase/local/storage/files.ts'
import { countAttempts } from '../support/attempts.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { signedIn } from '../support/backend-users.ts'
import { type Callers, callersOf } from './access-catalogue.ts'

const attempt = countAttempts('storage')
const BUCKET = 'site-media'
const NAME = `${'a'.repeat(64)}.webp`
const FREE_NAME = `${'b'.repeat(64)}.webp`
let backend: TestBackend
let strangers: Callers
let admin: Record<string, string>

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forged = (claims: object, secret: string | undefined, header: object = { alg: 'HS256', typ: 'JWT' }) => {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${secret ? createHmac('sha256', secret).update(content).digest('base64url') : ''}`
}
const LATER = 4_000_000_000

type Call = { method?: string; headers?: Record<string, string>; body?: BodyInit }
const ask = async (who: Record<string, string>, call: string, { method = 'POST', headers, body }: Call = {}) => {
  const response = await backend.fetch(`/storage/v1/${call}`, {
    method,
    headers: { ...who, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const json = (value: object): Call => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
const file = (type = 'image/webp', headers: Record<string, string> = {}): Call => ({
  headers: { 'content-type': type, ...headers },
  body: 'RIFF....WEBP',
})
const form = (type = 'image/webp'): Call => {
  const body = new FormData()
  body.append('cacheControl', '3600')
  body.append('', new Blob(['RIFF....WEBP'], { type }))
  return { body }
}

const fingerprint = async () =>
  JSON.stringify(
    await backend.sql(`
      select (select jsonb_agg(to_jsonb(b) order by b.id) from storage.buckets b) as buckets,
        (select jsonb_agg(to_jsonb(o) - 'last_accessed_at' order by o.name) from storage.objects o) as objects`),
  )
const contents = async () => (await ask({}, `object/public/${BUCKET}/${NAME}`, { method: 'GET' })).text

/** Tries something that must change nothing, and must be refused rather than fail. */
const tryIt = async (what: string, who: Record<string, string>, call: string, more?: Call) => {
  const before = (await fingerprint()) + (await contents())
  const answer = await ask(who, call, more)
  attempt(`${what} (${answer.status} ${answer.text})`, (await fingerprint()) + (await contents()) !== before)
  attempt(`${what} made the server fail: ${answer.text}`, answer.status >= 500)
  return answer
}

beforeAll(async () => {
  backend = await createTestBackend()
  await backend.sql(`insert into storage.buckets (id, name, public) values ('other', 'other', true)`)
  const owner = await signedIn(backend, 'owner', { role: 'admin' })
  admin = { apikey: backend.publishableKey, authorization: `Bearer ${owner.token}` }
  const claims = { aud: 'authenticated', role: 'service_role', exp: LATER }
  const withToken = (token: string) => ({ apikey: backend.publishableKey, authorization: `Bearer ${token}` })
  strangers = {
    ...(await callersOf(backend)),
    'a token without a signature': withToken(forged(claims, undefined, { alg: 'none' })),
    'a token of another secret': withToken(forged(claims, 'guessed')),
    'the wrong secret key': { apikey: 'sb_secret_guessed', authorization: 'Bearer sb_secret_guessed' },
  }
  const { status, text } = await ask(admin, `object/${BUCKET}/${NAME}`, file())
  expect(text).toContain(NAME)
  expect(status).toBe(200)
})
afterAll(() => backend.stop())

test('nobody but an administrator adds, replaces, moves or removes a file', async () => {
  for (const [who, headers] of Object.entries(strangers)) {
    for (const method of ['POST', 'PUT'])
      for (const name of [NAME, FREE_NAME])
        for (const [kind, upload] of Object.entries({
          bytes: file(),
          form: form(),
          upsert: file('image/webp', { 'x-upsert': 'true' }),
        }))
          await tryIt(`${who} sends ${kind} by ${method}`, headers, `object/${BUCKET}/${name}`, { method, ...upload })
    await tryIt(`${who} uploads by an encoded path`, headers, `%6Fbject/${BUCKET}/${FREE_NAME}`, file())
    const copy = json({ bucketId: BUCKET, sourceKey: NAME, destinationKey: FREE_NAME })
    await tryIt(`${who} copies`, headers, 'object/copy', copy)
    await tryIt(`${who} moves`, headers, 'object/move', copy)
    await tryIt(`${who} moves to another bucket`, headers, 'object/move', {
      ...json({ bucketId: BUCKET, sourceKey: NAME, destinationBucket: 'other', destinationKey: NAME }),
    })
    await tryIt(`${who} removes`, headers, `object/${BUCKET}`, { method: 'DELETE', ...json({ prefixes: [NAME, ''] }) })
    await tryIt(`${who} removes one`, headers, `object/${BUCKET}/${NAME}`, { method: 'DELETE' })
  }
})

test('nobody, administrators included, makes, changes, empties or removes a bucket', async () => {
  for (const [who, headers] of Object.entries({ ...strangers, administrator: admin })) {
    await tryIt(`${who} makes a bucket`, headers, 'bucket', json({ id: 'mine', name: 'mine', public: true }))
    const open = json({ public: true, file_size_limit: 1e12, allowed_mime_types: ['text/html'] })
    await tryIt(`${who} changes the bucket`, headers, `bucket/${BUCKET}`, { method: 'PUT', ...open })
    await tryIt(`${who} empties the bucket`, headers, `bucket/${BUCKET}/empty`)
    for (const bucket of [BUCKET, 'other'])
      await tryIt(`${who} removes the bucket ${bucket}`, headers, `bucket/${bucket}`, { method: 'DELETE' })
  }
})

test('nobody but an administrator learns which files there are', async () => {
  for (const [who, headers] of Object.entries(strangers)) {
    const list = await ask(headers, `object/list/${BUCKET}`, json({ prefix: '' }))
    attempt(`${who} lists the files`, list.text.includes(NAME))
    const buckets = await ask(headers, 'bucket', { method: 'GET' })
    attempt(`${who} lists the buckets`, buckets.text.includes(BUCKET))
    const sign = await ask(headers, `object/sign/${BUCKET}/${NAME}`, json({ expiresIn: 60 }))
    attempt(`${who} signs a link`, sign.text.includes('token='))
  }
  const list = await ask(admin, `object/list/${BUCKET}`, json({ prefix: '' }))
  expect(list.text).toContain(NAME)
})

test('a link to upload is given to nobody, and none is taken', async () => {
  for (const [who, headers] of Object.entries({ ...strangers, administrator: admin })) {
    const { text } = await tryIt(`${who} asks for a link`, headers, `object/upload/sign/${BUCKET}/${FREE_NAME}`)
    attempt(`${who} gets a link to upload`, text.includes('token='))
  }
  const session = admin.authorization?.slice('Bearer '.length) ?? ''
  const target = { sub: FREE_NAME, bucket: BUCKET, intent: 'upload', upsert: true, exp: LATER }
  const put = (what: string, token: string) =>
    tryIt(what, {}, `object/upload/sign/${BUCKET}/${FREE_NAME}?token=${token}`, { method: 'PUT', ...file() })
  await put('a link without a token uploads', '')
  await put('a link that somebody signed uploads', forged(target, 'guessed'))
  await put('a link that nobody signed uploads', forged(target, undefined, { alg: 'none' }))
  await put('a session serves as a link', session)
})

test('an administrator adds files of the right kind and name to this bucket, and changes none', async () => {
  const upload = (what: string, name: string, more: Call, bucket = BUCKET) =>
    tryIt(`an administrator ${what}`, admin, `object/${bucket}/${name}`, more)
  await upload('uploads to another bucket', FREE_NAME, file(), 'other')
  await upload('uploads to a bucket that is not there', FREE_NAME, file(), 'nowhere')
  for (const type of ['text/html', 'image/svg+xml', 'application/javascript', 'text/plain', 'IMAGE/SVG+XML', ' '])
    for (const more of [file(type), form(type)]) await upload(`uploads ${type} as a picture`, FREE_NAME, more)
  for (const name of [
    'logo.webp',
    `${'b'.repeat(64)}.svg`,
    `${'b'.repeat(64)}.html`,
    `a/${FREE_NAME}`,
    `${FREE_NAME}.html`,
  ])
    await upload(`uploads ${name}`, name, file())
  await upload('replaces a file', NAME, { headers: { 'x-upsert': 'true', 'content-type': 'image/webp' }, body: 'new' })
  const copy = json({ bucketId: BUCKET, sourceKey: NAME, destinationKey: FREE_NAME })
  await tryIt('an administrator copies a file to a name of other bytes', admin, 'object/copy', copy)
  await tryIt('an administrator replaces by PUT', admin, `object/${BUCKET}/${NAME}`, { method: 'PUT', ...file() })
  await tryIt('an administrator removes', admin, `object/${BUCKET}`, {
    method: 'DELETE',
    ...json({ prefixes: [NAME] }),
  })
  await upload('uploads 51 MB', FREE_NAME, {
    headers: { 'content-type': 'image/webp' },
    body: new Uint8Array(51 * 1024 * 1024),
  })
})

test('a page that is named and declared a picture is never run as a page', async () => {
  const name = `${'d'.repeat(64)}.png`
  const page = { headers: { 'content-type': 'image/png' }, body: '<script>alert(1)</script>' }
  expect((await ask(admin, `object/${BUCKET}/${name}`, page)).status).toBe(200)
  for (const method of ['GET', 'HEAD'])
    for (const query of ['', '?download', '?content-type=text/html', '?response-content-type=text/html']) {
      const { headers } = await ask({}, `object/public/${BUCKET}/${name}${query}`, { method })
      attempt(`${query} changes the type`, headers.get('content-type') !== 'image/png')
      attempt(`${query} lets it run`, headers.get('content-security-policy') !== 'sandbox')
    }
})

test('the storage tables are not reached by the REST API', async () => {
  const rows = { id: 'mine', name: 'mine', bucket_id: BUCKET }
  for (const [who, headers] of Object.entries({ ...strangers, administrator: admin }))
    for (const table of ['buckets', 'objects'])
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
        for (const profile of [{ 'accept-profile': 'storage', 'content-profile': 'storage' }, {}]) {
          const before = await fingerprint()
          const response = await backend.fetch(`/rest/v1/${table}?name=not.is.null`, {
            method,
            headers: { ...headers, ...profile, 'content-type': 'application/json' },
            ...(['POST', 'PATCH'].includes(method) ? { body: JSON.stringify(rows) } : {}),
          })
          attempt(`${who} reaches ${table} by ${method}`, response.status < 400 || response.status >= 500)
          attempt(`${who} changes ${table} by ${method}`, (await fingerprint()) !== before)
        }
})

const TRICKS = [
  '..',
  '../x',
  '../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/x',
  '%252e%252e%252fx',
  '..%5c..%5cx',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'a/../../x',
  'a/./b',
  'C:%5cWindows%5cx',
  'x%00.webp',
  '%00',
  '%E0%A4%A',
  '%ff%fe',
  'a'.repeat(2_000),
  'a/'.repeat(600),
  'ü'.repeat(300),
  '.part',
  'CON',
  '%0d%0aset-cookie:a=b',
]

/** What a careless server would make of it. */
const plain = (name: string) =>
  name.replaceAll('%2f', '/').replaceAll('%2e', '.').replaceAll('%5c', '\\').replaceAll('%00', '\0')

test('no name leads out of the bucket, and no server fails by one', async () => {
  for (const name of TRICKS) {
    await tryIt(`the name ${name} is taken`, admin, `object/${BUCKET}/${name}`, file())
    for (const call of [
      `object/public/${BUCKET}/${name}`,
      `object/${BUCKET}/${name}`,
      `object/info/${BUCKET}/${name}`,
    ]) {
      const { status, text } = await ask(admin, call, { method: 'GET' })
      attempt(`${call} is served`, status < 400)
      attempt(`${call} made the server fail: ${text}`, status >= 500)
    }
    const copy = json({
      bucketId: BUCKET,
      sourceKey: NAME,
      destinationKey: plain(name),
    })
    await tryIt(`${name} is the target of a copy`, admin, 'object/copy', copy)
  }
})

test('files are named by hashes, whatever they are called', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-files-'))
  const files = openFiles(path.join(folder, 'storage'))
  const names = TRICKS.map(plain)
  for (const name of names)
    await files.put(await files.draft(new Blob([name]).stream()), name.startsWith('..') ? name : 'bucket', name)
  const stored = readdirSync(path.join(folder, 'storage'))
  attempt('a file lies elsewhere', readdirSync(folder).length !== 1)
  attempt('a file has a name of its own', !stored.every((name) => /^[0-9a-f]{64}$/.test(name)))
  attempt('two names share a file', stored.length !== new Set(names).size)
  rmSync(folder, { recursive: true })
})

test('odd bodies are refused, and nothing fails', async () => {
  const calls = [
    'bucket',
    `object/list/${BUCKET}`,
    'object/copy',
    'object/move',
    `object/sign/${BUCKET}`,
    `object/sign/${BUCKET}/x`,
  ]
  const odd = [
    '',
    '{',
    'null',
    '[]',
    '{"prefix":1}',
    '{"limit":"x"}',
    '{"limit":-1}',
    '{"sortBy":{"column":"x;--","order":"up"}}',
  ]
  for (const body of [...odd, '{"prefix":"\\u0000"}', '{"prefixes":[1]}', '{"expiresIn":"x"}', '{"search":"%\\\\"}'])
    for (const call of calls)
      await tryIt(`${body} to ${call}`, admin, call, { headers: { 'content-type': 'application/json' }, body })
  for (const body of odd)
    await tryIt(`${body} removes`, admin, `object/${BUCKET}`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body,
    })
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const body of ['', '--x', '--x--', '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\n'])
    await tryIt(`the form ${body}`, admin, `object/${BUCKET}/${FREE_NAME}`, { headers: boundary, body })
  for (const type of ['multipart/form-data', 'multipart/mixed; boundary=x', 'x'.repeat(1_000)])
    await tryIt(`the type ${type}`, admin, `object/${BUCKET}/${FREE_NAME}`, file(type))
})
