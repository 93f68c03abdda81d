import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { createSignedInUser } from '../support/backend-users.ts'
import { callFunction, refused } from './calls.ts'

let server: TestServer
let admin: { token: string }
let number = 0
let from = ''

beforeAll(async () => {
  server = await startTestServer()
  admin = await createSignedInUser(server, 'owner', { role: 'admin' })
})
afterAll(() => server.stop())
beforeEach(() => {
  number += 1
  from = `127.0.3.${number}`
})

const draw = (background: string, type: 'webp' | 'jpeg' = 'webp') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    [type]()
    .toBuffer()
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('stores a photo, claims it once with the enquiry, and shows it to an administrator', async () => {
  const set = randomUUID()
  const bytes = await draw('#840')
  const sha256 = hash(bytes)
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}/functions/v1/enquiry-photo/${path}`, {
      ...init,
      headers: { apikey: server.publishableKey, ...(init.headers as Record<string, string>) },
    })
  const response = await send(set, { method: 'POST', body: new Uint8Array(bytes) })
  expect([response.status, await response.json()]).toEqual([200, { success: true, sha256 }])
  const body = { isContactForm: true, name: 'Ann', fromEmail: `ann${number}@example.com`, cardUrl: 'Damp' }
  const headers = { 'enquiry-photos': `${set} ${sha256}` }
  const sent = await callFunction(server, 'send-email', body, { from, headers })
  expect(sent.json).toMatchObject({ success: true })
  const [row] = await server.sql('select photos from enquiries where photo_set = $1', [set])
  expect(row).toEqual({ photos: [{ name: `${set}/${sha256}`, width: 40, height: 30, size: bytes.length }] })
  expect(await callFunction(server, 'send-email', body, { from, headers })).toMatchObject(refused(409, 'conflict'))

  expect((await send(`${set}/${sha256}`)).status).toBe(403)
  const got = await send(`${set}/${sha256}`, { headers: { authorization: `Bearer ${admin.token}` } })
  expect([got.status, got.headers.get('content-type'), got.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'no-store',
  ])
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)

  const removed = await send(`${set}/${sha256}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(removed.status).toBe(200)
  const gone = await send(`${set}/${sha256}`, { headers: { authorization: `Bearer ${admin.token}` } })
})
