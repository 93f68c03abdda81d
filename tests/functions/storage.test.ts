import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { send } from '../support/backend-http.ts'
import { signedIn } from '../support/backend-users.ts'

const BUCKET = 'test-media'
let server: TestServer
let admin: ReturnType<typeof clientOf>

const clientOf = (token: string) =>
  createClient(server.url, server.publishableKey, {
    accessToken: async () => token,
  }).storage.from(BUCKET)

beforeAll(async () => {
  server = await startTestServer()
  await server.sql(
    `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
     values ('${BUCKET}', '${BUCKET}', true, 1000, array['image/webp', 'video/mp4']);
     create policy test_media on storage.objects for all to authenticated
     using (bucket_id = '${BUCKET}' and (select private.is_admin()))
     with check (bucket_id = '${BUCKET}' and (select private.is_admin()))`,
  )
  admin = clientOf((await signedIn(server, 'owner', { role: 'admin' })).token)
})
afterAll(() => server.stop())

const picture = (bytes: number) => new Blob([new Uint8Array(bytes).map((_, index) => index)], { type: 'image/webp' })
const urlOf = (name: string) => `${server.url}/storage/v1/object/public/${BUCKET}/${name}`

test('an uploaded file is there for everybody, byte by byte', async () => {
  const { data, error } = await admin.upload('one.webp', picture(500), { cacheControl: '31536000, immutable' })
  expect(error).toBeNull()
  expect(data?.path).toBe('one.webp')
  const answer = await fetch(urlOf('one.webp'))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '500',
    'cache-control': 'max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect((await answer.bytes?.()) ?? new Uint8Array(await answer.arrayBuffer())).toEqual(
    new Uint8Array(await picture(500).arrayBuffer()),
  )
  const { headers } = await send(urlOf('one.webp'), { method: 'HEAD' })
  expect(headers['content-length']).toBe('500')
})
