import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

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
})

/** Everybody who is no administrator, however much they look like one. */
const strangers = async (): Promise<Identity[]> => {
  const former = await signedIn(backend, 'former', { role: 'admin' })
  await backend.sql(`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`, [former.id])
  const forged = { token: `${admin.token.slice(0, -3)}abc` }
  return ['visitor', 'service', { token: 'nonsense' }, forged, await signedIn(backend, 'member'), former]
}
const rebuildAs = (who: Identity, on = backend) =>
  callAs(on, who, '/functions/v1/rebuild', { method: 'POST', body: {} })
const rebuild = async () => ((await rebuildAs(admin)).body as { rebuild: string }).rebuild
const call = async (rpc: string, body: object) => {
  const answer = await callAs(backend, admin, `/rest/v1/rpc/${rpc}`, { method: 'POST', body })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}
/** As if it had been asked for a while ago. */
const longAgo = () =>
  backend.sql(`update private.site set asked_at = asked_at - interval '6 minutes',
    claimed_at = claimed_at - interval '2 minutes'`)
let isHidden = false
/** A change that visitors see. */
const change = () => {
  isHidden = !isHidden
  const p_status = isHidden ? 'hidden' : 'published'
  return call('set_project_status', { p_id: 'mayfair-basement', p_status, p_built_in: true })
}
const waitsFor = async () => ((await call('waiting_counts', {})) as { build: string }).build

beforeEach(async () => {
  await backend.sql('update private.site set asked = changed, asked_at = null, claimed_at = null, failed_at = null')
})

test('asks the host once for what is newer, and for nothing while nothing is', async () => {
  expect([await rebuild(), await waitsFor()]).toEqual(['current', 'none'])
  await change()
  expect(await waitsFor()).toBe('due')
  const outcomes = await Promise.all([rebuild(), rebuild(), rebuild()])
  expect(outcomes.toSorted()).toEqual(['later', 'later', 'requested'])
  expect([await rebuild(), await waitsFor()]).toEqual(['current', 'none'])
  expect(builds).toEqual([build])
})

test('has what changes within five minutes built together, and what changes meanwhile once more', async () => {
  await change()
  expect(await rebuild()).toBe('requested')
  await change()
  await change()
  expect([await rebuild(), await waitsFor()]).toEqual(['later', 'due'])
  await longAgo()
  hookAnswer = 'none yet'
  const asked = rebuild()
  await expect.poll(() => waiting).toHaveLength(1)
  await change()
  for (const response of waiting.splice(0)) response.writeHead(200).end()
  expect(await asked).toBe('requested')
  expect(await waitsFor()).toBe('due')
  expect(builds).toEqual([build, build])
})

test('says that the host could not be asked, keeps its address secret, and asks again after a minute', async () => {
  await change()
  for (const status of [500, 307]) {
    hookAnswer = status
    expect([await rebuild(), await waitsFor(), await rebuild()]).toEqual(['failed', 'failed', 'later'])
    await longAgo()
  }
  const { port } = hook.address() as AddressInfo
  hook.closeAllConnections()
  await new Promise((resolve) => hook.close(resolve))
  const answer = await rebuildAs(admin)
  await new Promise<void>((resolve) => hook.listen(port, '127.0.0.1', resolve))
  expect(answer).toMatchObject({ status: 200, body: { success: true, rebuild: 'failed' } })
  expect(JSON.stringify([answer, log])).not.toContain(SECRET)
  expect(log).toEqual([
    '[rebuild] The deploy hook answered 500.',
    '[rebuild] The deploy hook did not answer: TypeError',
    '[rebuild] The deploy hook did not answer: TypeError',
  ])
  await longAgo()
  hookAnswer = 200
  expect([await rebuild(), await waitsFor()]).toEqual(['requested', 'none'])
})

test('goes on after a call that ended before the host answered', async () => {
  await change()
  await backend.sql('update private.site set claimed_at = now()')
  expect(await rebuild()).toBe('later')
  await longAgo()
  expect(await rebuild()).toBe('requested')
})

test('waits for nothing where there is no deploy hook', async () => {
  const without = await createTestBackend()
  const owner = await signedIn(without, 'owner', { role: 'admin' })
  const body = { p_id: 'mayfair-basement', p_status: 'hidden', p_built_in: true }
  await callAs(without, owner, '/rest/v1/rpc/set_project_status', { method: 'POST', body })
  expect(await rebuildAs(owner, without)).toMatchObject({ status: 200, body: { rebuild: 'off' } })
  const counts = await callAs(without, owner, '/rest/v1/rpc/waiting_counts', { method: 'POST', body: {} })
  expect(counts).toMatchObject({ body: { build: 'none' } })
  await without.stop()
})

test('is refused to everybody but administrators', async () => {
  await change()
  for (const who of await strangers())
    expect(await rebuildAs(who)).toMatchObject({ status: 403, body: { error: { code: 'not-allowed' } } })
  expect(builds).toEqual([])
})

test('deletes the files of no kept publication three days after they were uploaded, or thirty after they were let go', async () => {
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
  const names = async () =>
    (await backend.sql<{ name: string }>('select name from storage.objects')).map(({ name }) => name)
  const isServed = async (name: string) =>
    (await backend.fetch(`/storage/v1/object/public/${SITE_MEDIA_BUCKET}/${name}`)).ok
  let current: unknown = null
  const publish = async (...files: string[]) => {
    const size = { widths: [640], width: 640, height: 480, placeholder: '#d6d0c8' }
    const p_items = files.map((file) => ({
      ...{ place: 'latest', position: 0, kind: 'image', alt: 'A dry basement', files: [file], ...size },
    }))
    current = await call('publish', { p_items, p_replaces: current })
    // Unused files are looked for once a day.
    await backend.sql('update private.site set cleaned_at = null')
    await rebuild()
  }
  const [used, unused, fresh] = [await upload('used'), await upload('unused'), await upload('fresh')]
  await backend.sql(`update storage.objects set created_at = now() - interval '73 hours' where name in ($1, $2)`, [
    used,
    unused,
  ])
  await publish(used)
  expect(await names()).not.toContain(unused)
  expect(await names()).toEqual(expect.arrayContaining([used, fresh]))
  expect([await isServed(unused), await isServed(used)]).toEqual([false, true])

  for (let count = 0; count < 11; count += 1) await publish()
  expect(await names()).toContain(used)
  await backend.sql(`update private.released_media set released_at = now() - interval '31 days'`)
  await backend.sql('update private.site set cleaned_at = null')
  await rebuild()
  expect(await names()).not.toContain(used)
})
