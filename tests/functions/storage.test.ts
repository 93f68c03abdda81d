import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { send } from '../support/backend-http.ts'
import { signedIn } from '../support/backend-users.ts'

const BUCKET = 'pictures'
const MEGABYTE = 1024 * 1024
let server: TestServer
let token: string

const storage = () => {
  const client = createClient(server.url, server.publishableKey, { accessToken: async () => token })
  return client.storage
}
const bucket = () => storage().from(BUCKET)

beforeAll(async () => {
  server = await startTestServer()
  // Like the site's own bucket, but smaller; and one with no limit but the project's.
  await server.sql(`
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('${BUCKET}', '${BUCKET}', true, 1000, array['image/webp', 'video/mp4']),
      ('large', 'large', true, null, null), ('private', 'private', false, null, null);
    create policy files_of_administrators on storage.objects for all to authenticated
      using ((select private.is_admin())) with check ((select private.is_admin()))`)
  token = (await signedIn(server, 'owner', { role: 'admin' })).token
})
afterAll(() => server.stop())

/** Bytes that are all different from their neighbours. */
const bytes = (size: number) => new Uint8Array(size).map((_, index) => index % 251)
const picture = (size: number) => new Blob([bytes(size)], { type: 'image/webp' })
const urlOf = (name: string, from = BUCKET) => `${server.url}/storage/v1/object/public/${from}/${name}`
const read = async (name: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(urlOf(name), { headers })
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

test('an uploaded file is there for everybody, byte by byte', async () => {
  const cacheControl = '31536000, immutable'
  const { data, error } = await bucket().upload('one.webp', picture(500), { cacheControl })
  expect(error).toBeNull()
  expect(data).toMatchObject({ path: 'one.webp', fullPath: `${BUCKET}/one.webp` })
  expect(bucket().getPublicUrl('one.webp').data.publicUrl).toBe(urlOf('one.webp'))

  const answer = await read('one.webp')
  expect(answer.status).toBe(200)
  expect(answer.bytes).toEqual(bytes(500))
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'max-age=31536000, immutable',
    'content-length': '500',
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
  })
})

test('a body that is no form is stored with the type and cache of its headers', async () => {
  const { error } = await bucket().upload('raw.mp4', bytes(300), { contentType: 'video/mp4', cacheControl: '60' })
  expect(error).toBeNull()
  const { headers } = await read('raw.mp4')
  expect(headers.get('content-type')).toBe('video/mp4')
  expect(headers.get('cache-control')).toBe('max-age=60')
})

test('a name that is taken is refused as a duplicate, and the file stays', async () => {
  await bucket().upload('taken.webp', picture(100))
  const { error } = await bucket().upload('taken.webp', picture(200))
  expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
  expect((await read('taken.webp')).bytes).toEqual(bytes(100))
})

test('upsert replaces a file whole', async () => {
  await bucket().upload('new.webp', picture(700))
  const before = await read('new.webp')
  expect((await bucket().upload('new.webp', picture(300), { upsert: true })).error).toBeNull()
  const after = await read('new.webp')
  expect(after.bytes).toEqual(bytes(300))
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=100-', 100, 499],
  ['bytes=-50', 450, 499],
  ['bytes=400-9999', 400, 499],
])('the range %s is answered with its part', async (range, start, end) => {
  await bucket().upload('film.mp4', bytes(500), { contentType: 'video/mp4', upsert: true })
  const answer = await read('film.mp4', { range })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/500`)
  expect(answer.headers.get('content-length')).toBe(String(end - start + 1))
  expect(answer.bytes).toEqual(bytes(500).slice(start, end + 1))
})

test('a range behind the end is refused, one that is none is answered with all', async () => {
  await bucket().upload('short.mp4', bytes(100), { contentType: 'video/mp4' })
  const beyond = await read('short.mp4', { range: 'bytes=100-' })
  expect(beyond.status).toBe(416)
  expect(beyond.headers.get('content-range')).toBe('bytes */100')
  for (const range of ['bytes=9-3', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-', 'bytes=a-b'])
    expect([range, (await read('short.mp4', { range })).status]).toEqual([range, 200])
  const old = await read('short.mp4', { range: 'bytes=0-1', 'if-range': '"another"' })
  expect(old.status).toBe(200)
})

test('who has a file already is not sent it again', async () => {
  await bucket().upload('known.webp', picture(100))
  const { headers } = await read('known.webp')
  const again = await read('known.webp', { 'if-none-match': headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect(again.bytes).toHaveLength(0)
})

test('HEAD says what GET would, without the bytes', async () => {
  await bucket().upload('head.webp', picture(100))
  const answer = await send(urlOf('head.webp'), { method: 'HEAD' })
  expect(answer).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': '100', 'accept-ranges': 'bytes' },
  })
  expect((await bucket().exists('head.webp')).data).toBe(true)
})

test('what is not there is said in the words of the hosted API, and never cached', async () => {
  const missing = await send(urlOf('nothing.webp'))
  expect(missing).toMatchObject({ status: 400, json: { statusCode: '404', message: 'Object not found' } })
  expect(missing.headers['cache-control']).toBe('no-store')
  const hidden = await send(urlOf('one.webp', 'private'))
  expect(hidden).toMatchObject({ status: 400, json: { statusCode: '404', message: 'Bucket not found' } })
})

test('a file of a type that the bucket does not take is refused', async () => {
  for (const type of ['text/html', 'image/svg+xml', '']) {
    const { error } = await bucket().upload('page.webp', new Blob(['<script>'], { type }))
    expect(error).toMatchObject({ statusCode: '415' })
  }
  expect((await read('page.webp')).status).toBe(400)
})

test.each(['form', 'plain'])('a %s body beyond the limit of the bucket is refused', async (kind) => {
  const upload = (size: number) =>
    kind === 'form'
      ? bucket().upload(`${kind}.webp`, picture(size), { upsert: true })
      : bucket().upload(`${kind}.webp`, bytes(size), { contentType: 'image/webp', upsert: true })
  expect((await upload(1000)).error).toBeNull()
  for (const size of [1001, 200_000])
    expect((await upload(size)).error).toMatchObject({
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
  expect((await read(`${kind}.webp`)).bytes).toHaveLength(1000)
})

test('50 MB are taken and served, one byte more is not', { timeout: 120_000 }, async () => {
  const large = storage().from('large')
  expect((await large.upload('film', new Blob([new Uint8Array(50 * MEGABYTE)]))).error).toBeNull()
  const answer = await fetch(urlOf('film', 'large'))
  expect((await answer.arrayBuffer()).byteLength).toBe(50 * MEGABYTE)
  const { error } = await large.upload('longer', new Uint8Array(50 * MEGABYTE + 1))
  expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
})

/** What uploads of this process have on the disk, finished or not. */
const filesOnDisk = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`groundworks-test-${process.pid}-`))
    .map((name) => path.join(tmpdir(), name, 'storage'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))

test('an upload that is cancelled leaves nothing, neither on the disk nor in the log', async () => {
  const log = vi.spyOn(console, 'error')
  const before = filesOnDisk()
  for (const type of ['application/octet-stream', 'multipart/form-data; boundary=b']) {
    const head = '--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\n\r\n'
    const call = request(`${server.url}/storage/v1/object/large/cancelled`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, authorization: `Bearer ${token}`, 'content-type': type },
    })
    call.on('error', () => {})
    call.write(head + 'x'.repeat(100_000))
    await vi.waitFor(() => expect(filesOnDisk()).toHaveLength(before.length + 1))
    call.destroy()
    await vi.waitFor(() => expect(filesOnDisk()).toEqual(before))
  }
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
  expect((await fetch(urlOf('cancelled', 'large'))).status).toBe(400)
})

test('files can be listed, read by those who may, moved, copied and removed', async () => {
  const large = storage().from('private')
  await large.upload('a.txt', new Blob(['first'], { type: 'text/plain' }))
  const names = async () => (await large.list()).data?.map(({ name }) => name).sort()
  expect((await large.copy('a.txt', 'b.txt')).error).toBeNull()
  expect((await large.move('a.txt', 'c.txt')).error).toBeNull()
  expect(await names()).toEqual(['b.txt', 'c.txt'])
  for (const name of ['b.txt', 'c.txt']) expect(await (await large.download(name)).data?.text()).toBe('first')

  const { data } = await large.remove(['b.txt', 'c.txt', 'never.txt'])
  expect(data).toHaveLength(2)
  expect(await names()).toEqual([])
  expect((await large.download('b.txt')).error).not.toBeNull()
})

test('an empty file is a file', async () => {
  expect((await storage().from('large').upload('empty', new Blob([]))).error).toBeNull()
  const answer = await fetch(urlOf('empty', 'large'))
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test('a form is read whole, in whatever pieces it arrives', async () => {
  const boundary = 'b'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n60\r\n`
  const file = `--${boundary}\r\nContent-Disposition: form-data; name=""; filename="x"\r\nContent-Type: image/webp\r\n\r\n`
  // What ends the file stands, nearly, within it too.
  const content = `\r\n--\r\n--${boundary.slice(1)}\r\r\n-`
  const whole = Buffer.from(`${head}${file}${content}\r\n--${boundary}--\r\n`)
  const headers = {
    apikey: server.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'x-upsert': 'true',
  }
  for (const size of [1, 7, 64, whole.length]) {
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
      whole.subarray(at * size, (at + 1) * size),
    )
    const url = `${server.url}/storage/v1/object/${BUCKET}/pieces.webp`
    expect(await send(url, { method: 'POST', headers, body: pieces })).toMatchObject({ status: 200 })
    const { headers: stored, bytes } = await read('pieces.webp')
    expect(Buffer.from(bytes).toString()).toBe(content)
    expect(stored.get('cache-control')).toBe('max-age=60')
  }
  const cut = await send(`${server.url}/storage/v1/object/${BUCKET}/cut.webp`, {
    method: 'POST',
    headers,
    body: whole.subarray(0, -6),
  })
  expect(cut).toMatchObject({ status: 400, json: { statusCode: '400' } })
  expect((await read('cut.webp')).status).toBe(400)
})

test('a form without a file is refused', async () => {
  const body = new FormData()
  body.append('cacheControl', '60')
  const answer = await fetch(`${server.url}/storage/v1/object/${BUCKET}/x.webp`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
    body,
  })
  expect(await answer.json()).toMatchObject({ message: 'Missing file in multipart upload' })
})
