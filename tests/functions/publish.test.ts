import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MODERATION_BODY_MAX, MODERATION_MAX } from '../../supabase/functions/_shared/contract/moderation.ts'
import { PUBLISH_BODY_MAX, SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import { requestRebuild } from '../../supabase/functions/_shared/rebuild.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'
import { statusesOf } from './calls.ts'

const SECRET = 'hook-secret-9f31'
const builds: string[] = []
const waiting: ServerResponse[] = []
let hookAnswer: number | 'none yet' = 200
// The host that builds the pages.
const hook = createServer((request, response) => {
  builds.push(`${request.method} ${request.url}`)
  if (hookAnswer === 'none yet') waiting.push(response)
  else response.writeHead(hookAnswer, { location: '/elsewhere' }).end(`The hook ${SECRET} answers`)
})
const build = `POST /build/${SECRET}`

let backend: TestBackend
let admin: { id: string; token: string }
let log: string[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const { port } = hook.address() as AddressInfo
  backend = await createTestBackend({ deployHookUrl: `http://127.0.0.1:${port}/build/${SECRET}` })
  admin = await signedIn(backend, 'owner', { role: 'admin' })
})
afterAll(async () => {
  await backend.stop()
  hook.close()
})
beforeEach(() => {
  log = []
  hookAnswer = 200
  vi.spyOn(console, 'error').mockImplementation((...parts) => void log.push(parts.join(' ')))
})
afterEach(() => {
  for (const response of waiting.splice(0)) response.writeHead(503).end()
  builds.length = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const refused = (status: number, code: string) => ({ status, body: { success: false, error: { code } } })
/** Everybody who is no administrator, however much they look like one. */
const strangers = async (): Promise<Identity[]> => {
  const former = await signedIn(backend, 'former', { role: 'admin' })
  await backend.sql(`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`, [former.id])
  const forged = { token: `${admin.token.slice(0, -3)}abc` }
  return ['visitor', 'service', { token: 'nonsense' }, forged, await signedIn(backend, 'member'), former]
}

describe('publishing', () => {
  const image = (file: string, more: object = {}) => ({
    place: 'latest',
    position: 0,
    kind: 'image',
    alt: 'A dry basement',
    files: [file],
    widths: [640],
    width: 640,
    height: 480,
    placeholder: '#d6d0c8',
    ...more,
  })
  const builtIn = {
    place: 'hero',
    position: 0,
    kind: 'built-in',
    alt: 'A terrace',
    built_in: '/pictures/hero/01-terrace',
  }
  const current = async () => {
    const { body } = await callAs(backend, 'visitor', '/rest/v1/rpc/current_publication', { method: 'POST', body: {} })
    return body as { id: number; items: Record<string, unknown>[] } | null
  }
  const publishAs = (who: Identity, items: unknown, replaces: unknown = null) =>
    callAs(backend, who, '/functions/v1/publish', { method: 'POST', body: { items, replaces } })
  /** Publishes in place of whatever is there. */
  const publish = async (items: unknown) => publishAs(admin, items, (await current())?.id ?? null)
  const upload = async (text: string) => {
    const { url, publishableKey, fetch } = backend
    const client = createClient(url, publishableKey, { accessToken: async () => admin.token, global: { fetch } })
    const name = `${createHash('sha256').update(text).digest('hex')}.webp`
    const { error } = await client.storage
      .from(SITE_MEDIA_BUCKET)
      .upload(name, new Blob([text], { type: 'image/webp' }))
    expect(error).toBeNull()
    return name
  }

  test('makes what an administrator sends what visitors see, in its order, and has the pages built again', async () => {
    expect(await current()).toBeNull()
    const items = [image(await upload('one')), image(await upload('two'), { position: 1, alt: 'Another' }), builtIn]
    const answer = await publishAs(admin, items)
    expect(answer).toMatchObject({ status: 200, body: { success: true, rebuild: 'requested' } })
    const now = await current()
    expect(now?.id).toBe((answer.body as { id: number }).id)
    expect(now?.items.map(({ place, position }) => `${place} ${position}`)).toEqual(['hero 0', 'latest 0', 'latest 1'])
    expect(now?.items[1]).toEqual(items[0])
    expect(builds).toEqual([build])
  })

  test('of a second administrator, who has not seen what the first published, is a conflict', async () => {
    const second = await signedIn(backend, 'second', { role: 'admin' })
    const before = (await current())?.id ?? null
    const answers = await Promise.all([1, 2, 3].map(() => publishAs(admin, [builtIn], before)))
    expect(statusesOf(answers)).toEqual([200, 409, 409])
    const now = await current()
    for (const seen of [before, null]) expect(await publishAs(second, [], seen)).toMatchObject(refused(409, 'conflict'))
    expect(await current()).toEqual(now)
    expect(await publishAs(second, [], now?.id)).toMatchObject({ status: 200 })
  })

  test.each([
    ['no list', 'all of them', refused(400, 'invalid')],
    ['a foreign address', [image('https://elsewhere.example/a.webp')], refused(400, 'invalid')],
    ['a kind nobody knows', [{ ...builtIn, kind: 'html' }], refused(400, 'invalid')],
    ['two slides in one position', [builtIn, builtIn], refused(400, 'invalid')],
    ['a file that is not stored', [builtIn, image(`${'0'.repeat(64)}.webp`)], refused(404, 'not-found')],
    ['more than can be', [{ ...builtIn, alt: 'x'.repeat(PUBLISH_BODY_MAX) }], refused(413, 'too-large')],
  ])('of %s is refused and changes nothing', async (_, items, refusal) => {
    const before = await current()
    expect(await publish(items)).toMatchObject(refusal)
    expect(await current()).toEqual(before)
    expect(builds).toEqual([])
  })

  test('deletes the files of no kept publication a day after they were uploaded, or thirty after they were let go', async () => {
    const names = async () =>
      (await backend.sql<{ name: string }>('select name from storage.objects')).map(({ name }) => name)
    const isServed = async (name: string) =>
      (await backend.fetch(`/storage/v1/object/public/${SITE_MEDIA_BUCKET}/${name}`)).ok
    const [used, unused, fresh] = [await upload('used'), await upload('unused'), await upload('fresh')]
    const old = `update storage.objects set created_at = now() - interval '25 hours' where name in ($1, $2)`
    await backend.sql(old, [used, unused])
    expect(await publish([image(used)])).toMatchObject({ status: 200 })
    expect(await names()).not.toContain(unused)
    expect(await names()).toEqual(expect.arrayContaining([used, fresh]))
    expect([await isServed(unused), await isServed(used)]).toEqual([false, true])

    for (let count = 0; count < 11; count += 1) await publish([])
    expect(await names()).toContain(used)
    await backend.sql(`update private.released_media set released_at = now() - interval '31 days'`)
    await publish([])
    expect(await names()).not.toContain(used)
  })

  test('of nothing asks for a build, as for a project, and leaves what visitors see', async () => {
    const before = await current()
    expect(await publishAs(admin, null)).toMatchObject({ status: 200, body: { id: null, rebuild: 'requested' } })
    expect(await current()).toEqual(before)
    expect(builds).toEqual([build])
    expect(await publishAs('visitor', null)).toMatchObject(refused(403, 'not-allowed'))
  })

  test('counts although the deploy hook refuses, leads elsewhere or does not answer, and its address stays secret', async () => {
    const failed = { status: 200, body: { success: true, rebuild: 'failed' } }
    const answers = []
    for (const status of [503, 307]) {
      hookAnswer = status
      answers.push(await publish([builtIn]))
    }
    expect(builds).toEqual([build, build])
    const address = hook.address() as AddressInfo
    hook.closeAllConnections()
    await new Promise((resolve) => hook.close(resolve))
    answers.push(await publish([]))
    await new Promise<void>((resolve) => hook.listen(address.port, '127.0.0.1', resolve))
    expect(answers).toMatchObject([failed, failed, failed])
    expect((await current())?.items).toEqual([])
    expect(log).toEqual([
      '[rebuild] The deploy hook answered 503.',
      '[rebuild] The deploy hook did not answer: TypeError',
      '[rebuild] The deploy hook did not answer: TypeError',
    ])
    expect(JSON.stringify(answers)).not.toContain(SECRET)
  })

  test('has nothing built where there is no deploy hook', async () => {
    expect(await requestRebuild(createServices({ ...FEWEST_SETTINGS }))).toBe('off')
  })
})

describe('moderating', () => {
  const add = async (status: string): Promise<string> => {
    const [row] = await backend.sql<{ id: string }>(
      `insert into reviews (name, location, text, rating, email, status)
       values ('Ann', 'NW3', gen_random_uuid(), 5, 'ann@example.com', $1) returning id`,
      [status],
    )
    return row?.id ?? ''
  }
  const stored = async (id: string) =>
    (await backend.sql('select status, moderated_by from reviews where id = $1', [id]))[0]
  const moderate = (body: object, who: Identity = admin) =>
    callAs(backend, who, '/functions/v1/moderate-reviews', { method: 'POST', body })
  const setStatus = (ids: readonly string[], from: string, to: string, who: Identity = admin) =>
    moderate({ action: 'set-status', ids, from, to }, who)
  const remove = (ids: readonly string[], who: Identity = admin) => moderate({ action: 'delete', ids }, who)

  test('changes those that still have the status, in the name of who calls, and has the pages built once while nobody waits', async () => {
    hookAnswer = 'none yet'
    const background: Promise<unknown>[] = []
    vi.stubGlobal('EdgeRuntime', { waitUntil: (work: Promise<unknown>) => void background.push(work) })
    const [one, other, taken] = [await add('pending'), await add('pending'), await add('rejected')]
    const { status, body } = await setStatus([one, other, taken], 'pending', 'approved')
    expect(status).toBe(200)
    expect((body as { ids: string[] }).ids.sort()).toEqual([one, other].sort())
    expect(await stored(one)).toEqual({ status: 'approved', moderated_by: admin.id })
    expect(await stored(taken)).toMatchObject({ status: 'rejected' })

    await expect.poll(() => builds).toEqual([build])
    // The hosted platform is told what goes on after the answer.
    expect(background).toHaveLength(1)
    for (const response of waiting.splice(0)) response.writeHead(503).end()
    expect(await background[0]).toBe('failed')
    expect(await stored(one)).toMatchObject({ status: 'approved' })
  })

  test('has the pages built again when a review disappears, and not when nothing shows', async () => {
    const [pending, rejected, published] = [await add('pending'), await add('rejected'), await add('approved')]
    await setStatus([pending], 'pending', 'rejected')
    await remove([rejected])
    expect(await setStatus([rejected], 'rejected', 'approved')).toMatchObject({ status: 200, body: { ids: [] } })
    expect(builds).toEqual([])
    await setStatus([published], 'approved', 'rejected')
    await expect.poll(() => builds).toEqual([build])
  })

  test('deletes for ever what is rejected, and nothing else', async () => {
    const [rejected, approved] = [await add('rejected'), await add('approved')]
    expect(await remove([rejected, approved])).toMatchObject({ status: 200, body: { ids: [rejected] } })
    expect(await stored(rejected)).toBeUndefined()
    expect(await stored(approved)).toMatchObject({ status: 'approved' })
    // The database knows which status follows which.
    expect(await setStatus([approved], 'approved', 'approved')).toMatchObject(refused(409, 'conflict'))
  })

  test('is refused to everybody but administrators, as publishing is', async () => {
    const [pending, rejected] = [await add('pending'), await add('rejected')]
    const before = await backend.sql('select id from publications')
    for (const who of await strangers()) {
      const publication = { method: 'POST', body: { items: [], replaces: null } }
      const published = await callAs(backend, who, '/functions/v1/publish', publication)
      expect(published).toMatchObject(refused(403, 'not-allowed'))
      expect(await setStatus([pending], 'pending', 'approved', who)).toMatchObject(refused(403, 'not-allowed'))
      expect(await remove([rejected], who)).toMatchObject(refused(403, 'not-allowed'))
    }
    expect(await stored(pending)).toMatchObject({ status: 'pending' })
    expect(await stored(rejected)).toMatchObject({ status: 'rejected' })
    expect(await backend.sql('select id from publications')).toEqual(before)
    expect(builds).toEqual([])
  })

  test.each([
    ['no reviews', { action: 'delete', ids: [] }, refused(400, 'invalid')],
    [
      'too many',
      { action: 'delete', ids: Array(MODERATION_MAX + 1).fill(crypto.randomUUID()) },
      refused(400, 'invalid'),
    ],
    ['another action', { action: 'publish', ids: [crypto.randomUUID()] }, refused(400, 'invalid')],
    ['too much', { action: 'delete', ids: [], note: 'x'.repeat(MODERATION_BODY_MAX) }, refused(413, 'too-large')],
  ])('is refused with %s', async (_, body, refusal) => {
    expect(await moderate(body)).toMatchObject(refusal)
  })
})
