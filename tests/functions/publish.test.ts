import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  PUBLICATION_LIMITS,
  PUBLISH_BODY_MAX,
  SITE_MEDIA_BUCKET,
} from '../../supabase/functions/_shared/contract/publication.ts'
import { createTestBackend, startTestServer, type TestBackend, type TestServer } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

type Backend = Parameters<typeof callAs>[0]
type Admin = { token: string; email: string }

const current = async (server: Backend) => {
  const { body } = await callAs(server, 'visitor', '/rest/v1/rpc/current_publication', { method: 'POST', body: {} })
  return body as { id: number; items: Record<string, unknown>[] } | null
}
const publishAs = (server: Backend, who: Identity, items: unknown, replaces: unknown = null) =>
  callAs(server, who, '/functions/v1/publish', { method: 'POST', body: { items, replaces } })
/** Publishes in place of whatever is there. */
const publish = async (server: Backend, who: Identity, items: unknown) =>
  publishAs(server, who, items, (await current(server))?.id ?? null)

const uploader = (server: TestServer, { token }: Admin) => {
  const bucket = createClient(server.url, server.publishableKey, { accessToken: async () => token }).storage.from(
    SITE_MEDIA_BUCKET,
  )
  return async (text: string) => {
    const name = `${createHash('sha256').update(text).digest('hex')}.webp`
    const { error } = await bucket.upload(name, new Blob([text], { type: 'image/webp' }))
    expect(error).toBeNull()
    return name
  }
}

const image = (still: string, more: object = {}) => ({
  place: 'latest',
  position: 0,
  kind: 'image',
  alt: 'A dry basement',
  stills: [still],
  still_widths: [640],
  width: 640,
  height: 480,
  ...more,
})
const builtIn = {
  place: 'hero',
  position: 0,
  kind: 'built-in',
  alt: 'A terrace',
  built_in: '/pictures/hero/01-terrace',
}

describe('publishing', () => {
  let server: TestServer
  let admin: Admin
  let upload: ReturnType<typeof uploader>

  beforeAll(async () => {
    server = await startTestServer()
    admin = await signedIn(server, 'owner', { role: 'admin' })
    upload = uploader(server, admin)
  })
  afterAll(() => server.stop())

  test('makes what an administrator sends what visitors see, in its order', async () => {
    expect(await current(server)).toBeNull()
    const items = [image(await upload('one')), image(await upload('two'), { position: 1, alt: 'Another' }), builtIn]
    const answer = await publishAs(server, admin, items)
    expect(answer).toMatchObject({ status: 200, body: { success: true, rebuild: 'off' } })
    const { id } = answer.body as { id: number }
    const now = await current(server)
    expect(now?.id).toBe(id)
    expect(now?.items.map(({ place, position }) => `${place} ${position}`)).toEqual(['hero 0', 'latest 0', 'latest 1'])
    expect(now?.items[1]).toEqual(items[0])
  })

  test('is refused to visitors, to users without the role, to forged tokens and to the secret key', async () => {
    const before = await current(server)
    const member = await signedIn(server, 'member')
    const forged = { token: `${admin.token.slice(0, -3)}abc` }
    for (const who of ['visitor', member, forged, 'service'] as const)
      expect((await publishAs(server, who, [], before?.id)).status, JSON.stringify(who)).toBeGreaterThanOrEqual(401)
    expect(await publishAs(server, member, [])).toMatchObject({ status: 403, body: { error: { code: 'not-allowed' } } })
    expect(await current(server)).toEqual(before)
  })

  test('of a second administrator, who has not seen what the first published, is a conflict', async () => {
    const second = await signedIn(server, 'second', { role: 'admin' })
    const before = (await current(server))?.id ?? null
    expect(await publishAs(server, admin, [builtIn], before)).toMatchObject({ status: 200 })
    const now = await current(server)
    for (const seen of [before, null])
      expect(await publishAs(server, second, [], seen)).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict' } },
      })
    expect(await current(server)).toEqual(now)
    expect(await publishAs(server, second, [], now?.id)).toMatchObject({ status: 200 })
  })

  test('by two at the same moment succeeds for one', async () => {
    const seen = (await current(server))?.id ?? null
    const answers = await Promise.all([1, 2, 3].map(() => publishAs(server, admin, [builtIn], seen)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('of a file that is not stored changes nothing, and says what is missing', async () => {
    const before = await current(server)
    const items = [image(await upload('stored')), image(`${'0'.repeat(64)}.webp`, { position: 1 })]
    expect(await publish(server, admin, items)).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } })
    expect(await current(server)).toEqual(before)
  })

  test.each([
    ['no list', 'all of them'],
    ['a foreign address', [image('https://elsewhere.example/a.webp')]],
    ['a path', [image('../a.webp')]],
    ['a built-in picture that is an address', [{ ...builtIn, built_in: 'https://elsewhere.example/' }]],
    ['a kind nobody knows', [{ ...builtIn, kind: 'html' }]],
    ['a place nobody knows', [{ ...builtIn, place: 'footer' }]],
    ['words that are too long', [{ ...builtIn, alt: 'x'.repeat(PUBLICATION_LIMITS.alt + 1) }]],
    ['a slide too many', Array.from({ length: 21 }, (_, position) => ({ ...builtIn, position }))],
    ['a latest project too many', [{ ...builtIn, place: 'latest', position: PUBLICATION_LIMITS.latest }]],
    ['two slides in one position', [builtIn, builtIn]],
    ['a picture without files', [image('', { stills: [], still_widths: [] })]],
  ])('of %s is refused and changes nothing', async (_, items) => {
    const before = await current(server)
    const answer = await publish(server, admin, items)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } })
    expect(await current(server)).toEqual(before)
  })

  test('of more than a publication can be long is refused', async () => {
    const answer = await publish(server, admin, [{ ...builtIn, alt: 'x'.repeat(PUBLISH_BODY_MAX) }])
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'too-large' } } })
  })

  test('deletes the files of no kept publication a day after they were uploaded, or thirty after they were published', async () => {
    const names = async () =>
      (await server.sql<{ name: string }>('select name from storage.objects')).map(({ name }) => name)
    const [used, unused, fresh] = [await upload('used'), await upload('unused'), await upload('fresh')]
    await server.sql(`update storage.objects set created_at = now() - interval '25 hours' where name in ($1, $2)`, [
      used,
      unused,
    ])
    expect((await publish(server, admin, [image(used)])).status).toBe(200)
    await expect.poll(names).not.toContain(unused)
    expect(await names()).toEqual(expect.arrayContaining([used, fresh]))
    expect((await fetch(`${server.url}/storage/v1/object/public/${SITE_MEDIA_BUCKET}/${unused}`)).ok).toBe(false)
    expect((await fetch(`${server.url}/storage/v1/object/public/${SITE_MEDIA_BUCKET}/${used}`)).status).toBe(200)

    for (let count = 0; count < 10; count += 1) await publish(server, admin, [])
    expect(await names()).toContain(used)
    await publish(server, admin, [])
    expect(await names()).toContain(used)
    await server.sql(`update publications set published_at = now() - interval '31 days'`)
    await publish(server, admin, [])
    expect(await names()).not.toContain(used)
  })
})

describe('with a deploy hook', () => {
  const SECRET = 'hook-secret-9f31'
  let status = 200
  const calls: string[] = []
  const hook = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end(`The hook ${SECRET} answers`)
  })
  let server: TestBackend
  let admin: Admin
  const log: string[] = []

  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation((...parts) => void log.push(parts.join(' ')))
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
    const { port } = hook.address() as AddressInfo
    server = await createTestBackend({ deployHookUrl: `http://127.0.0.1:${port}/build/${SECRET}` })
    admin = await signedIn(server, 'owner', { role: 'admin' })
  })
  afterAll(async () => {
    await server.stop()
    hook.close()
    vi.restoreAllMocks()
  })

  test('the pages are built again after a publication, and only then', async () => {
    await publishAs(server, 'visitor', [])
    await publishAs(server, admin, [{ ...builtIn, kind: 'html' }])
    expect(calls).toEqual([])
    expect(await publish(server, admin, [])).toMatchObject({ status: 200, body: { rebuild: 'requested' } })
    expect(calls).toEqual([`POST /build/${SECRET}`])
  })

  test('one that refuses, leads elsewhere or does not answer leaves what is published, and its address stays secret', async () => {
    status = 503
    const refused = await publish(server, admin, [builtIn])
    expect(refused).toMatchObject({ status: 200, body: { success: true, rebuild: 'failed' } })
    status = 307
    const moved = await publish(server, admin, [builtIn])
    expect(moved).toMatchObject({ status: 200, body: { success: true, rebuild: 'failed' } })
    expect(calls).not.toContain('POST /elsewhere')
    hook.closeAllConnections()
    await new Promise((resolve) => hook.close(resolve))
    const silent = await publish(server, admin, [])
    expect(silent).toMatchObject({ status: 200, body: { success: true, rebuild: 'failed' } })
    expect((await current(server))?.items).toEqual([])

    expect(log).toEqual([
      '[rebuild] The deploy hook answered 503.',
      '[rebuild] The deploy hook did not answer: TypeError',
      '[rebuild] The deploy hook did not answer: TypeError',
    ])
    expect(JSON.stringify([refused, silent])).not.toContain(SECRET)
  })
})
