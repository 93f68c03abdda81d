import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MODERATION_BODY_MAX, MODERATION_MAX } from '../../supabase/functions/_shared/contract/moderation.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

const builds: string[] = []
const waiting: ServerResponse[] = []
// The host that builds the pages takes its time.
const hook = createServer((request, response) => {
  builds.push(`${request.method} ${request.url}`)
  waiting.push(response)
})
const answerHook = () => {
  for (const response of waiting.splice(0)) response.writeHead(503).end()
}
let backend: TestBackend
let admin: { id: string; token: string }

beforeAll(async () => {
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const { port } = hook.address() as AddressInfo
  backend = await createTestBackend({ deployHookUrl: `http://127.0.0.1:${port}/build` })
  admin = await signedIn(backend, 'moderator', { role: 'admin' })
})
afterAll(async () => {
  await backend.stop()
  hook.close()
})
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  answerHook()
  builds.length = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

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
const refused = (status: number, code: string) => ({ status, body: { success: false, error: { code } } })

describe('moderating', () => {
  test('changes those that still have the status, in the name of who calls, and tells which', async () => {
    const [one, other, taken] = [await add('pending'), await add('pending'), await add('rejected')]
    const { status, body } = await setStatus([one, other, taken], 'pending', 'approved')
    expect(status).toBe(200)
    expect((body as { ids: string[] }).ids.sort()).toEqual([one, other].sort())
    expect(await stored(one)).toEqual({ status: 'approved', moderated_by: admin.id })
    expect(await stored(taken)).toMatchObject({ status: 'rejected' })
    expect(await setStatus([one], 'pending', 'approved')).toMatchObject({ status: 200, body: { ids: [] } })
  })

  test('deletes for ever what is rejected, and nothing else', async () => {
    const [rejected, approved] = [await add('rejected'), await add('approved')]
    expect(await remove([rejected, approved])).toMatchObject({ status: 200, body: { ids: [rejected] } })
    expect(await stored(rejected)).toBeUndefined()
    expect(await stored(approved)).toMatchObject({ status: 'approved' })
  })

  test('leaves it to the database which status follows which', async () => {
    const id = await add('approved')
    expect(await setStatus([id], 'approved', 'approved')).toMatchObject(refused(409, 'conflict'))
  })

  test('is refused to everybody but administrators, and has nothing built', async () => {
    const [pending, rejected] = [await add('pending'), await add('rejected')]
    const former = await signedIn(backend, 'former-moderator', { role: 'admin' })
    await backend.sql(`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`, [former.id])
    const forged = { token: `${admin.token.slice(0, -3)}abc` }
    const member = await signedIn(backend, 'no-moderator')
    for (const who of ['visitor', { token: 'nonsense' }, forged, member, former] as const) {
      expect(await setStatus([pending], 'pending', 'approved', who)).toMatchObject(refused(403, 'not-allowed'))
      expect(await remove([rejected], who)).toMatchObject(refused(403, 'not-allowed'))
    }
    expect(await stored(pending)).toMatchObject({ status: 'pending' })
    expect(await stored(rejected)).toMatchObject({ status: 'rejected' })
    expect(builds).toEqual([])
  })

  test.each([
    ['no reviews', { action: 'delete', ids: [] }, 400],
    ['an id that is none', { action: 'delete', ids: ['1 or true'] }, 400],
    ['more than may be', { action: 'delete', ids: Array(MODERATION_MAX + 1).fill(crypto.randomUUID()) }, 400],
    ['a status nobody knows', { action: 'set-status', ids: [crypto.randomUUID()], from: 'pending', to: 'spam' }, 400],
    ['an action nobody knows', { action: 'publish', ids: [crypto.randomUUID()] }, 400],
    ['too much', { action: 'delete', ids: [], note: 'x'.repeat(MODERATION_BODY_MAX) }, 413],
  ])('is refused with %s', async (_, body, status) => {
    expect((await moderate(body)).status).toBe(status)
  })
})

describe('the pages', () => {
  test('are built again once when several reviews appear, without anybody waiting for it', async () => {
    const background: Promise<unknown>[] = []
    vi.stubGlobal('EdgeRuntime', { waitUntil: (work: Promise<unknown>) => void background.push(work) })
    const ids = [await add('pending'), await add('pending')]
    expect(await setStatus(ids, 'pending', 'approved')).toMatchObject({ status: 200 })
    await expect.poll(() => builds).toEqual(['POST /build'])
    // The hosted platform is told what goes on after the answer.
    expect(background).toHaveLength(1)
    answerHook()
    expect(await background[0]).toBe('failed')
    expect(await stored(ids[0] ?? '')).toMatchObject({ status: 'approved' })
  })

  test('are built again when a review disappears, and only then', async () => {
    const [pending, rejected, published] = [await add('pending'), await add('rejected'), await add('approved')]
    await setStatus([pending], 'pending', 'rejected')
    await remove([rejected])
    await setStatus([rejected], 'rejected', 'approved')
    expect(builds).toEqual([])
    await setStatus([published], 'approved', 'rejected')
    await expect.poll(() => builds).toHaveLength(1)
  })
})
