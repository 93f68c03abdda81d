import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { send } from '../support/backend-http.ts'
import { callAs, createSignedInUser, createUser, emailedLink, signIn, type TestUser } from '../support/backend-users.ts'
import { callFunction } from './calls.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await createSignedInUser(server, 'owner', { role: 'admin' })).token
})
afterAll(() => server.stop())

describe('local Storage', () => {
  const MEGABYTE = 1024 * 1024

  beforeAll(async () => {
    // A smaller copy of the site's bucket, and one with only the project's limit.
    await server.sql(`
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
        ('pictures', 'pictures', true, 1000, array['image/webp', 'video/mp4']),
        ('large', 'large', true, null, null);
      create policy files_of_administrators on storage.objects for all to authenticated
        using ((select private.is_admin())) with check ((select private.is_admin()))`)
  })

  const bucket = (name = 'pictures') =>
    createClient(server.url, server.publishableKey, { accessToken: async () => token }).storage.from(name)
  const keys = () => ({ apikey: server.publishableKey, authorization: `Bearer ${token}` })
  // Neighbouring bytes differ.
  const bytes = (size: number) => new Uint8Array(size).map((_, index) => index % 251)
  const picture = (size: number) => new Blob([bytes(size)], { type: 'image/webp' })
  const read = async (name: string, headers: Record<string, string> = {}, from = 'pictures') => {
    const answer = await fetch(`${server.url}/storage/v1/object/public/${from}/${name}`, { headers })
    const content = new Uint8Array(await answer.arrayBuffer())
    return { status: answer.status, headers: Object.fromEntries(answer.headers), bytes: content }
  }
  const tooLarge = { statusCode: '413', message: expect.stringContaining('exceeded the maximum allowed size') }

  test('serves an uploaded file publicly, whole or by byte range', async () => {
    const { error } = await bucket().upload('one.webp', picture(500), { cacheControl: '31536000, immutable' })
    expect(error).toBeNull()
    const whole = await read('one.webp')
    expect(whole).toMatchObject({ status: 200, bytes: bytes(500) })
    expect(whole.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'max-age=31536000, immutable',
      'content-type': 'image/webp',
    })
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      ['bytes=-50', 450, 499],
      ['bytes=400-9999', 400, 499],
    ] as const) {
      const part = await read('one.webp', { range })
      expect(part).toMatchObject({ status: 206, bytes: bytes(500).slice(start, end + 1) })
      expect(part.headers).toMatchObject({ 'content-range': `bytes ${start}-${end}/500` })
    }
    expect(await read('nothing.webp')).toMatchObject({ status: 400, headers: { 'cache-control': 'no-store' } })
  })

  test('blocks search engines from a file unless its upload sets a valid X-Robots-Tag', async () => {
    const upload = (name: string, rule: string) =>
      bucket().upload(name, picture(10), { headers: { 'x-robots-tag': rule } })
    await bucket().upload('kept.webp', picture(10))
    expect((await read('kept.webp')).headers).toMatchObject({ 'x-robots-tag': 'none' })
    expect((await upload('shown.webp', 'all')).error).toBeNull()
    expect((await read('shown.webp')).headers).toMatchObject({ 'x-robots-tag': 'all' })
    const message = 'Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "index"'
    expect((await upload('refused.webp', 'index, follow')).error).toMatchObject({ statusCode: '400', message })
    expect((await read('refused.webp')).status).toBe(400)
  })

  test("serves files from the site's own origin with nosniff", async () => {
    await bucket().upload('plain.webp', picture(10))
    expect((await read('plain.webp')).headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  })

  test('returns public file info, or whether the file or its bucket is missing', async () => {
    await server.sql(`insert into storage.buckets (id, name, public) values ('hidden', 'hidden', false)`)
    await bucket().upload('known.webp', picture(500), { cacheControl: '60' })
    const info = (path: string) => send(`${server.url}/storage/v1/object/info/public/${path}`)
    const known = { name: 'known.webp', size: 500, content_type: 'image/webp', cache_control: 'max-age=60' }
    expect(await info('pictures/known.webp')).toMatchObject({ status: 200, json: known })
    const missing = (error: string, message: string) => ({ status: 400, json: { statusCode: '404', error, message } })
    expect(await info('pictures/none.webp')).toMatchObject(missing('not_found', 'Object not found'))
    for (const none of ['hidden', 'nowhere'])
      expect(await info(`${none}/known.webp`)).toMatchObject(missing('Bucket not found', 'Bucket not found'))
  })

  test("refuses an upload over the bucket's size limit and keeps the existing file", async () => {
    const options = { contentType: 'image/webp', upsert: true }
    for (const body of [picture, bytes]) {
      expect((await bucket().upload('full.webp', body(1000), options)).error).toBeNull()
      for (const size of [1001, 200_000])
        expect((await bucket().upload('full.webp', body(size), options)).error).toMatchObject(tooLarge)
      expect((await read('full.webp')).bytes).toHaveLength(1000)
    }
  })

  test('stores and serves a 50 MB file, and refuses one byte more', { timeout: 120_000 }, async () => {
    expect((await bucket('large').upload('film', new Blob([new Uint8Array(50 * MEGABYTE)]))).error).toBeNull()
    expect((await read('film', {}, 'large')).bytes.byteLength).toBe(50 * MEGABYTE)
    expect((await bucket('large').upload('longer', new Uint8Array(50 * MEGABYTE + 1))).error).toMatchObject(tooLarge)
  })

  test('accepts a multipart upload and refuses a truncated one', async () => {
    const field = '--b\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n60\r\n'
    const file = '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\nContent-Type: image/webp\r\n\r\n'
    const whole = Buffer.from(`${field}${file}content\r\n--b--\r\n`)
    const upload = (name: string, body: Uint8Array) =>
      send(`${server.url}/storage/v1/object/pictures/${name}.webp`, {
        method: 'POST',
        headers: { ...keys(), 'content-type': 'multipart/form-data; boundary=b' },
        body,
      })
    expect(await upload('whole', whole)).toMatchObject({ status: 200 })
    const stored = await read('whole.webp')
    expect(Buffer.from(stored.bytes).toString()).toBe('content')
    expect(stored.headers).toMatchObject({ 'cache-control': 'max-age=60' })
    expect(await upload('cut', whole.subarray(0, -6))).toMatchObject({ status: 400 })
    expect(await read('cut.webp')).toMatchObject({ status: 400 })
  })
})

test('the mailbox shows emails safely, and only its own site can empty it', async () => {
  const enquiry = {
    isContactForm: true,
    name: '<script>Ann',
    fromEmail: 'ann@example.com',
    subject: '<i>Damp</i>',
    cardUrl: 'See https://a.example/?x=1&y=2.',
  }
  await callFunction(server, 'send-email', enquiry)
  const [mail] = (await send(`${server.url}/__mail/api`)).json as [{ id: number; html: string; to: string[] }]
  const page = await send(`${server.url}/__mail?to=${encodeURIComponent(String(mail.to).toUpperCase())}`)
  expect(page.text).toContain('Enquiry: &lt;i&gt;Damp&lt;/i&gt;')
  expect(page.text).toContain('<a href="https://a.example/?x=1&amp;y=2">')
  expect(page.text).not.toContain('<script>Ann')
  // Without an icon, browsers request /favicon.ico.
  expect(page.text).toContain('<link rel="icon" href="/favicon.svg">')
  expect(page.headers['content-security-policy']).toContain("img-src 'self';")

  const html = await send(`${server.url}/__mail/${mail.id}/html`)
  // The frame must not use up a one-time link.
  const base = '<base target="_blank">'
  expect(html.text).toContain(`<head>${base}`)
  expect(html.text.replace(base, '')).toBe(mail.html)
  expect(html.headers['content-security-policy']).toMatch(/^sandbox .*default-src 'none'/)

  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site }
    expect(await send(`${server.url}/__mail/empty`, { method: 'POST', headers })).toMatchObject({ status: 403 })
  }
  expect((await send(`${server.url}/__mail/api`)).json).not.toEqual([])
  expect(await send(`${server.url}/__mail/empty`, { method: 'POST' })).toMatchObject({
    status: 303,
    headers: { location: '/__mail' },
  })
  expect((await send(`${server.url}/__mail`)).text).toContain('No emails yet.')
})

describe('password reset', () => {
  let user: TestUser
  const site = () => server.url.replace('127.0.0.1', 'localhost')

  beforeAll(async () => {
    user = await createUser(server, 'forgetful', { role: 'admin' })
  })

  const ask = (path: string, body: object) => callAs(server, 'visitor', `/auth/v1/${path}`, { method: 'POST', body })
  const linkTo = (email: string) => new URL(emailedLink(server.mails(email)[0]))
  const verify = (link: URL, type = 'recovery') =>
    ask('verify', { token_hash: new URLSearchParams(link.hash.slice(1)).get('token_hash'), type })

  test("a password reset link leads to the site's reset page and works once", async () => {
    expect(await ask('recover?redirect_to=https://evil.example/admin/reset-password', user)).toMatchObject({
      status: 200,
    })
    const link = linkTo(user.email)
    expect(link.origin + link.pathname + link.search).toBe(`${site()}/admin/reset-password`)
    expect(link.hash).toMatch(/^#token_hash=\w+&type=recovery$/)
    const { status, body } = await verify(link)
    expect(status).toBe(200)
    const session = { token: (body as { access_token: string }).access_token }
    const password = 'three clay pipes'
    await callAs(server, session, '/auth/v1/user', { method: 'PUT', body: { password } })
    await signIn(server, { email: user.email, password })
    expect(await verify(link)).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
  })

  test('sends one password reset email a minute, and none to unknown addresses', async () => {
    const { email } = await createUser(server, 'impatient')
    expect(await ask('recover', { email })).toMatchObject({ status: 200 })
    const refused = { status: 429, body: { error_code: 'over_email_send_rate_limit' } }
    expect(await ask('recover', { email })).toMatchObject(refused)
    expect(server.mails(email)).toHaveLength(1)
    expect(await ask('recover', { email: 'nobody@example.com' })).toMatchObject({ status: 200 })
    expect(server.mails('nobody@example.com')).toEqual([])
  })

  test('a magic link request sends a reset link, and only to existing accounts', async () => {
    const { email } = await createUser(server, 'signing-in')
    expect(await ask('otp', { email })).toMatchObject({ status: 200 })
    const [mail] = server.mails(email)
    expect(mail?.html).toContain('You sign in there with a password')
    expect((await verify(linkTo(email))).status).toBe(200)
    const stranger = { email: 'stranger@example.com', password: 'visitor-password', create_user: true }
    const refused = { status: 422, body: { error_code: 'otp_disabled' } }
    expect(await ask('otp', stranger)).toMatchObject(refused)
    for (const path of ['%6ftp', '/otp/', 'magiclink', 'signup', 'invite', 'resend'])
      await ask(path, { ...stranger, type: 'signup' })
    expect(server.mails('stranger@example.com')).toEqual([])
    expect(await server.sql(`select 1 from auth.users where email = 'stranger@example.com'`)).toEqual([])
  })
})
