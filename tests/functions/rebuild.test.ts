import { createServer, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RebuildStatus } from '../../supabase/functions/_shared/contract/rebuild.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { createHandler } from '../../supabase/functions/rebuild/handler.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createSignedInUser, type Identity, rpc } from '../support/backend-users.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'
import { storeFiles } from '../support/custom-projects.ts'
import { listen } from '../support/listen.ts'
import { addReview } from '../support/rows.ts'
import { createTestUsers } from '../support/test-users.ts'
import { uploadFile } from '../support/uploads.ts'

const SECRET = 'hook-secret-9f31'
const orders: string[] = []
const waiting: ServerResponse[] = []
let hookAnswer: number | 'none yet' = 200
let live: { status: number; body: string }
let looks = 0
// Caches like a host's CDN.
const kept = new Map<string | undefined, typeof live>()
const serve = (changed: number | null) => {
  live = { status: 200, body: JSON.stringify({ changed }) }
}
const host = createServer((request, response) => {
  if (request.url?.startsWith('/version.json')) {
    looks += 1
    const { status, body } = kept.get(request.url) ?? live
    kept.set(request.url, { status, body })
    response.writeHead(status).end(body)
    return
  }
  orders.push(`${request.method} ${request.url}`)
  if (hookAnswer === 'none yet') waiting.push(response)
  else response.writeHead(hookAnswer, { location: '/elsewhere' }).end(`The hook ${SECRET} answers`)
})
const order = `POST /build/${SECRET}`

let backend: TestBackend
let origin = ''
let people: Awaited<ReturnType<typeof createTestUsers>>
let log: string[] = []

const NO_SETTINGS = { BUILDS_PER_MONTH: '', BUILD_QUIET_MINUTES: '', BUILD_LOST_AFTER_MINUTES: '' }
const startBackend = async (hook: boolean, settings: Partial<typeof NO_SETTINGS> = {}) => {
  const DEPLOY_HOOK_URL = hook ? `${origin}/build/${SECRET}` : ''
  const started = await createTestBackend({
    pagesOrigin: origin,
    builds: { ...NO_SETTINGS, ...settings, DEPLOY_HOOK_URL },
  })
  // The only clock of builds.
  await started.sql('create table private.present (at timestamptz)')
  await started.sql(`insert into private.present values ('2026-03-01T00:00Z')`)
  await started.sql(
    `create or replace function private.clock() returns timestamptz language sql stable as 'select at from private.present'`,
  )
  return started
}
beforeAll(async () => {
  origin = await listen(host)
  backend = await startBackend(true)
  people = await createTestUsers(backend)
})
afterAll(async () => {
  await backend.stop()
  host.close()
})
beforeEach(async () => {
  log = []
  orders.length = 0
  looks = 0
  hookAnswer = 200
  vi.spyOn(console, 'error').mockImplementation((...parts) => void log.push(parts.join(' ')))
  // Everything is live and was checked long ago.
  await backend.sql('truncate private.builds')
  await later(2 * 30 * 24 * 60)
  serve(await count())
  await rebuild()
  await later(60)
  looks = 0
})
afterEach(() => {
  for (const response of waiting.splice(0)) response.writeHead(503).end()
  vi.restoreAllMocks()
})

const strangers = (): Identity[] => {
  const { admin, outsiders } = people
  return ['visitor', 'service', { token: 'nonsense' }, { token: `${admin.token.slice(0, -3)}abc` }, ...outsiders]
}
const rebuildAs = async (who: Identity, body: object = {}, on = backend) => {
  const answer = await callAs(on, who, '/functions/v1/rebuild', { method: 'POST', body })
  return { status: answer.status, build: (answer.body as { build: RebuildStatus }).build }
}
const rebuild = async (body: object = {}) => (await rebuildAs(people.admin, body)).build
const state = async () => (await rebuild()).state
const call = async (name: string, body: object, who: Identity = people.admin) => {
  const answer = await rpc(backend, who, name, body)
  expect(answer.status).toBeLessThan(300)
  return answer.body
}
type Site = { changed: number; contents: number; ask_in: number | null; portfolio?: object }
const site = async (known: object = {}) => (await call('site', known, 'visitor')) as Site
const count = async () => (await site()).changed
const visit = async (changed: number) => {
  const answer = await site({ p_changed: changed, p_known: changed })
  if (answer && answer.ask_in !== null && answer.ask_in <= 0) await rebuildAs('visitor', { page: changed })
}
const later = (minutes: number) =>
  backend.sql(`update private.present set at = at + $1 * interval '1 minute'`, [minutes])
const edit = () => addReview(backend, { status: 'approved' })
const takeDown = () => backend.sql('delete from projects').then(() => hide())
const hide = () => call('set_project_status', { p_id: 'mayfair-basement', p_status: 'hidden', p_built_in: true })
const overview = async () => ((await call('waiting_counts', {})) as { build: RebuildStatus }).build

describe('rebuild requests', () => {
  test('requests one rebuild ten minutes after the last ordinary edit', async () => {
    expect([await state(), (await overview()).state]).toEqual(['current', 'current'])
    await edit()
    await later(6)
    await edit()
    expect(await rebuild()).toMatchObject({ state: 'waiting', due: expect.any(String) })
    await later(9.9)
    expect(await state()).toBe('waiting')
    await later(0.2)
    await Promise.all([rebuild(), rebuild(), rebuild()])
    await later(1)
    expect([await state(), (await overview()).state]).toEqual(['ordered', 'ordered'])
    expect(orders).toEqual([order])
    serve(await count())
    await later(1)
    expect([await state(), (await overview()).state]).toEqual(['current', 'current'])
  })

  test('requests a rebuild immediately when content is unpublished, at most every two minutes', async () => {
    await edit()
    await takeDown()
    expect(await state()).toBe('ordered')
    expect(orders).toEqual([order])
    await takeDown()
    expect(await state()).toBe('waiting')
    await later(1.9)
    expect(await state()).toBe('waiting')
    await later(0.2)
    expect(await state()).toBe('ordered')
    expect(orders).toEqual([order, order])
  })

  test("the next visitor's page requests a due rebuild when no dashboard is open", async () => {
    const built = await count()
    await takeDown()
    await visit(built)
    expect(orders).toEqual([order])
    await takeDown()
    await visit(built)
    expect(orders).toEqual([order])
    await later(2)
    await visit(built)
    expect(orders).toEqual([order, order])
    const before = await count()
    await edit()
    const { changed, contents } = await site()
    expect(await site({ p_changed: built, p_known: contents })).toEqual({ changed, contents, ask_in: 600 })
    await later(30)
    serve(before)
    await visit(built)
    expect(orders).toEqual([order, order, order])
  })

  test('calls by outsiders request no rebuild and check the live version only once', async () => {
    await edit()
    for (const who of strangers()) {
      const answer = await rebuildAs(who, { page: await count(), extra: true })
      expect(answer).toMatchObject({ status: 200, build: { state: 'waiting' } })
      await later(0.1)
    }
    expect([orders, looks]).toEqual([[], 1])
  })

  test('concurrent visitors check the live version once, and request nothing when it is current', async () => {
    await takeDown()
    serve(await count())
    await Promise.all(Array.from({ length: 4 }, () => rebuildAs('visitor', { page: 0 })))
    expect([orders, looks]).toEqual([[], 1])
  })

  test('requests a rebuild after a restore even if the change counts match', async () => {
    await backend.sql('update private.site set changed = 100, contents = 100, taken_down = 90, live = 103')
    serve(103)
    for (let change = 0; change < 3; change += 1) await edit()
    await later(11)
    expect(await state()).toBe('ordered')
    expect(orders).toEqual([order])
  })

  test.each(['changed_at', 'looked_at', 'live_at', 'failed_at'])(
    'a visitor requests a due rebuild although %s is dated twenty hours ahead',
    async (column) => {
      const built = await count()
      await takeDown()
      await backend.sql(`update private.site set ${column} = (select at + interval '20 hours' from private.present)`)
      await visit(built)
      expect(orders).toEqual([order])
    },
  )

  test('requests a rebuild although an earlier request is dated twenty hours ahead', async () => {
    const built = await count()
    await takeDown()
    await backend.sql(
      `insert into private.builds (ordered_at, changed, kind)
      select at + interval '20 hours', $1::bigint, 'ordinary' from private.present`,
      [built],
    )
    await visit(built)
    expect(await state()).toBe('ordered')
    expect(orders).toEqual([order])
  })

  test('requests a rebuild immediately after files are permanently deleted', async () => {
    await edit()
    await call('delete_permanently', {})
    expect(await state()).toBe('ordered')
  })
})

describe('unreliable hosts', () => {
  test('retries a lost rebuild three times, then reports it to the owner', async () => {
    await takeDown()
    const since = (await backend.sql<{ at: string }>('select at from private.present'))[0]?.at ?? ''
    expect(await state()).toBe('ordered')
    for (const number of [2, 3, 4]) {
      await later(29)
      expect(await state()).toBe('ordered')
      expect(orders).toHaveLength(number - 1)
      await later(2)
      expect(await state()).toBe('ordered')
      expect(orders).toHaveLength(number)
    }
    await later(31)
    const lost = await rebuild()
    expect(lost).toMatchObject({ state: 'lost', times: 3, due: null })
    expect(new Date(lost.since ?? '')).toEqual(new Date(since))
    await visit(0)
    expect(orders).toHaveLength(4)
    await rebuild({ extra: true })
    expect(orders).toHaveLength(5)
    serve(await count())
    await later(1)
    expect(await state()).toBe('current')
  })

  test('requests a rebuild again when an older build goes live after a newer one', async () => {
    await takeDown()
    await rebuild()
    const first = await count()
    await later(3)
    await takeDown()
    await rebuild()
    const second = await count()
    serve(second)
    await later(5)
    expect(await state()).toBe('current')
    serve(first)
    // The overview polls every minute while an order is new.
    await later(1)
    expect(await state()).toBe('ordered')
    await later(25)
    const before = orders.length
    await visit(first)
    await later(20)
    await visit(first)
    expect(orders).toHaveLength(before + 1)
    serve(second)
    await later(2)
    await visit(second)
    expect(await state()).toBe('current')
  })

  test('waits for a build that takes twenty minutes without requesting another', async () => {
    await takeDown()
    for (let minute = 0; minute < 20; minute += 1) {
      expect(await state()).toBe('ordered')
      await later(1)
    }
    expect(orders).toEqual([order])
    expect(looks).toBe(20)
    serve(await count())
    expect(await state()).toBe('current')
  })

  test('retries a failing deploy hook and never reveals its URL', async () => {
    await takeDown()
    for (const status of [404, 500, 307]) {
      hookAnswer = status
      orders.length = 0
      expect([await state(), (await overview()).state]).toEqual(['failed', 'failed'])
      expect(orders).toEqual([order])
      await later(4)
    }
    host.closeAllConnections()
    await new Promise((resolve) => host.close(resolve))
    const answer = await rebuildAs(people.admin)
    await listen(host, Number(new URL(origin).port))
    expect(answer).toMatchObject({ status: 200, build: { state: 'failed' } })
    expect(JSON.stringify([answer, log])).not.toContain(SECRET)
    expect(log).toEqual([
      '[rebuild] The deploy hook answered 404.',
      '[rebuild] The deploy hook answered 500.',
      '[rebuild] The deploy hook did not answer: TypeError',
      '[rebuild] The deploy hook did not answer: TypeError',
    ])
    await later(8)
    hookAnswer = 200
    expect([await state(), (await overview()).state]).toEqual(['ordered', 'ordered'])
  })

  /** Expects hook calls after exactly these minutes. */
  const expectOrdersAfter = async (...pauses: number[]) => {
    for (const pause of pauses) {
      const before = orders.length
      await later(pause - 0.1)
      expect([await state(), orders.length]).toEqual(['failed', before])
      await later(0.1)
      expect([await state(), orders.length]).toEqual(['failed', before + 1])
    }
  }

  test('retries a refused rebuild with exponential backoff, without using the budget', async () => {
    hookAnswer = 403
    await takeDown()
    expect(await state()).toBe('failed')
    await expectOrdersAfter(1, 2, 4, 8, 16, 32, 60, 60)
    expect(await backend.sql('select from private.builds')).toEqual([])
    // The owner's orders don't wait.
    await rebuild({ extra: true })
    expect(orders).toHaveLength(10)
    hookAnswer = 200
    await later(60)
    expect(await state()).toBe('ordered')
    serve(await count())
    // An old failure delays nothing.
    await later(180)
    hookAnswer = 403
    await takeDown()
    expect(await state()).toBe('failed')
    await later(1)
    hookAnswer = 200
    expect(await state()).toBe('ordered')
  })

  test('counts rebuild requests answered with 503, and stops when the budget is spent', async () => {
    await backend.sql(`insert into private.builds (ordered_at, changed, kind)
      select at - interval '1 day', 0, 'take-down' from private.present, generate_series(1, 6)`)
    hookAnswer = 503
    await takeDown()
    expect(await state()).toBe('failed')
    await expectOrdersAfter(2, 2, 4, 8)
    await later(16)
    expect(await state()).toBe('spent')
    await later(24 * 60)
    expect(await state()).toBe('spent')
    expect(orders).toHaveLength(6)
    serve(await count())
    await later(1)
    expect(await state()).toBe('current')
  })

  test('treats a rebuild request that timed out as accepted', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    await takeDown()
    hookAnswer = 'none yet'
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(orders.length > 0 || looks > 0 ? 2_000 : ms))
    expect(await state()).toBe('ordered')
    await later(29)
    expect(await state()).toBe('ordered')
    expect(orders).toEqual([order])
    hookAnswer = 200
    await later(2)
    await rebuild()
    expect(orders).toEqual([order, order])
  })

  test.each([
    ['needs a password', 401, ''],
    ['is an HTML page', 200, '<!doctype html>'],
    ['contains a quoted number', 200, '{"changed":"7"}'],
    ['contains an oversized number', 200, '{"changed":1e300}'],
  ])('requests only one rebuild when the live version file %s', async (_, status, body) => {
    await takeDown()
    live = { status, body }
    await rebuild()
    await later(31)
    expect(await rebuild()).toMatchObject({ state: 'current', is_readable: false })
    await visit(0)
    expect(orders).toEqual([order])
    serve(await count())
    await later(1)
    expect(await rebuild()).toMatchObject({ state: 'current', is_readable: true })
  })

  test('retries a rebuild half an hour later when the live version was briefly unreadable', async () => {
    const built = await count()
    await takeDown()
    await rebuild()
    await later(31)
    const { body } = live
    live = { status: 503, body: '' }
    await visit(built)
    live = { status: 200, body }
    await later(31)
    await visit(built)
    await later(1)
    await visit(built)
    expect(orders).toEqual([order, order])
  })

  test.each([null, Number.MAX_SAFE_INTEGER])(
    'a visitor whose page comes from another database requests a rebuild: version %s',
    async (changed) => {
      serve(changed)
      await later(31)
      const answer = await site(changed === null ? {} : { p_changed: changed, p_known: changed })
      expect(answer.ask_in).toBeLessThanOrEqual(0)
      await rebuildAs('visitor', { page: changed })
      await later(11)
      await rebuildAs('visitor', { page: changed })
      expect(orders).toEqual([order])
    },
  )

  test.each([
    ['was built without a backend', null],
    ['was built from another database', Number.MAX_SAFE_INTEGER],
  ])('requests and retries a rebuild when the live site %s', async (_, changed) => {
    serve(changed)
    await edit()
    await later(11)
    expect(await state()).toBe('ordered')
    expect(orders).toEqual([order])
    await later(31)
    expect(await state()).toBe('ordered')
    expect(orders).toEqual([order, order])
  })
})

describe('the 30-day rebuild budget', () => {
  const DAY = 24 * 60
  test('spreads eight builds over 500 edits and reserves four for unpublishing', async () => {
    const times: number[] = []
    let built = await count()
    const quick = async () => {
      const before = orders.length
      await visit(built)
      if (orders.length === before) return false
      built = await count()
      serve(built)
      return true
    }
    // A busy owner.
    for (let change = 0; change < 500; change += 1) {
      await edit()
      await later(43)
      if (await quick()) times.push(change * 86 + 43)
      await later(43)
    }
    expect(times).toHaveLength(8)
    const [first = 0] = times
    for (const [n, time] of times.entries()) {
      const earliest = n === 0 ? first : first + 30 * DAY * (n / 8) ** 3
      expect(time).toBeGreaterThanOrEqual(earliest)
      expect(time).toBeLessThan(earliest + 2 * 86)
    }
    // The first order leaves the 30 days in half an hour.
    expect(await overview()).toMatchObject({ state: 'spent' })
    for (let number = 9; number <= 12; number += 1) {
      await takeDown()
      await later(2)
      expect(await quick()).toBe(true)
      expect(orders).toHaveLength(number)
    }
    await takeDown()
    await later(2)
    expect([await quick(), await state()]).toEqual([false, 'spent'])
    await rebuild({ extra: true })
    expect(orders).toHaveLength(13)
    await rebuild({ extra: true })
    expect(orders).toHaveLength(13)
    expect(await backend.sql(`select from private.builds where kind = 'extra'`)).toHaveLength(1)
  })

  test('keeps builds reserved for unpublishing after twelve manual rebuilds', async () => {
    for (let number = 1; number <= 12; number += 1) {
      await edit()
      await later(3)
      await rebuild({ extra: true })
      expect(orders).toHaveLength(number)
      serve(await count())
    }
    await takeDown()
    await later(3)
    expect(await state()).toBe('ordered')
    expect(orders).toHaveLength(13)
  })

  test('unpublishing may use the builds that ordinary edits have left', async () => {
    for (let number = 1; number <= 12; number += 1) {
      await takeDown()
      await later(3)
      await rebuild()
      expect(orders).toHaveLength(number)
      serve(await count())
    }
    await takeDown()
    await later(3)
    expect(await state()).toBe('spent')
    await later(30 * DAY - 12 * 3 - 1)
    expect(await state()).toBe('spent')
    await later(2)
    expect(await state()).toBe('ordered')
  })
})

test.each([
  ['there is no deploy hook', false, {}],
  ['the build budget is zero', true, { BUILDS_PER_MONTH: '0' }],
] as const)('shows the owner outdated pages without requesting a rebuild when %s', async (_, hook, settings) => {
  const without = await startBackend(hook, settings)
  const owner = await createSignedInUser(without, 'owner', { role: 'admin' })
  serve(0)
  expect((await rebuildAs(owner, {}, without)).build.state).toBe('current')
  const hidden = { p_id: 'mayfair-basement', p_status: 'hidden', p_built_in: true }
  await rpc(without, owner, 'set_project_status', hidden)
  expect((await rebuildAs(owner, { extra: true }, without)).build).toMatchObject({ state: 'older', due: null })
  expect((await rpc(without, 'visitor', 'site', { p_changed: 0 })).body).toMatchObject({ ask_in: null })
  // `npm start` doesn't serve this file.
  live = { status: 404, body: '' }
  await without.sql(`update private.present set at = at + interval '1 hour'`)
  expect((await rebuildAs(owner, {}, without)).build).toMatchObject({ state: 'current', is_readable: true })
  expect(orders).toEqual([])
  await without.stop()
})

test.each([{ page: -1 }, { page: 0.5 }, { page: '1' }, { extra: 'yes' }])(
  'the rebuild function refuses the body %j',
  async (body) => {
    expect(await rebuildAs('visitor', body)).toMatchObject({ status: 400 })
  },
)

test('deletes no unused file when the claim response arrives after the lease', async () => {
  await storeFiles(backend, [`${'e'.repeat(64)}.webp`], 73)
  await backend.sql('update private.site set cleaned_at = null')
  const slowly: typeof fetch = async (input, init) => {
    const answer = await backend.fetch(input, init)
    const sixMinutesOn = Date.now() + 6 * 60_000
    if (String(input).endsWith('/claim_unused_site_media')) vi.spyOn(Date, 'now').mockReturnValue(sixMinutesOn)
    return answer
  }
  const keys = { SUPABASE_ANON_KEY: backend.publishableKey, SUPABASE_SERVICE_ROLE_KEY: backend.secretKey }
  const settings = { ...FEWEST_SETTINGS, ...keys, SUPABASE_URL: backend.url }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${people.admin.token}` }
  const request = new Request(backend.url, { method: 'POST', headers, body: '{}' })
  expect((await createHandler(createServices(settings, { fetch: slowly }))(request)).status).toBe(200)
  vi.restoreAllMocks()
  expect(await backend.sql('select from private.site_media_removals')).toHaveLength(1)
  expect(await backend.sql('select from storage.objects')).toHaveLength(1)
  await backend.sql('delete from storage.objects')
})

test('deletes all unused files in batches, only for administrators', async () => {
  const { url, fetch } = backend
  const name = await uploadFile(backend, people.admin, new TextEncoder().encode('unused'))
  const others = Array.from({ length: 249 }, (_, index) => `${String(index).padStart(64, '0')}.webp`)
  await storeFiles(backend, others, 73)
  await backend.sql(`update storage.objects set created_at = now() - interval '73 hours'`)
  await backend.sql('update private.site set cleaned_at = null')
  const stored = async () => (await backend.sql('select from storage.objects')).length
  const isServed = async () => (await fetch(`${url}/storage/v1/object/public/site-media/${name}`)).ok
  for (const who of strangers()) await rebuildAs(who)
  expect([await stored(), await isServed()]).toEqual([250, true])
  await rebuild()
  expect([await stored(), await isServed()]).toEqual([0, false])
})
