import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

let backend: TestBackend
let admin: Identity

beforeAll(async () => {
  backend = await createTestBackend()
  admin = await signedIn(backend, 'limit-admin', { role: 'admin' })
})
afterAll(() => backend.stop())

type Verdict = { allowed: boolean; remaining: number; retry_after: number }

const hit = (who: Identity, bucket: string, limit = 10, seconds = 3_600) =>
  callAs(backend, who, '/rest/v1/rpc/hit_rate_limit', {
    method: 'POST',
    body: { p_bucket: bucket, p_limit: limit, p_window_seconds: seconds },
  })
const verdict = async (bucket: string, limit?: number, seconds?: number): Promise<Verdict> => {
  const { body } = await hit('service', bucket, limit, seconds)
  return (body as [Verdict])[0]
}
/** Moves a bucket's calls into the past. */
const age = (bucket: string, minutes: number) =>
  backend.sql(
    `update private.rate_limit_hits set hit_at = hit_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2) where bucket = $1`,
    [bucket, minutes],
  )

test('neither visitors nor administrators can call it or read its table', async () => {
  expect(await hit('visitor', 'x')).toMatchObject({ status: 401, body: { code: '42501' } })
  expect(await hit(admin, 'x')).toMatchObject({ status: 403, body: { code: '42501' } })
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const sql = `select has_table_privilege($1, 'private.rate_limit_hits', 'select, insert, update, delete') as allowed`
    expect(await backend.sql(sql, [role])).toEqual([{ allowed: false }])
  }
})

test('of 40 parallel calls exactly the limit is allowed', async () => {
  const bucket = randomUUID()
  const verdicts = await Promise.all(Array.from({ length: 40 }, () => verdict(bucket)))
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10)
  expect(
    verdicts
      .map(({ remaining }) => remaining)
      .sort((a, b) => b - a)
      .slice(0, 10),
  ).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
})

test('the window slides: two bursts around a full hour do not add up to more than the limit', async () => {
  const bucket = randomUUID()
  for (let call = 0; call < 6; call++) expect((await verdict(bucket)).allowed).toBe(true)
  await age(bucket, 50)
  for (let call = 0; call < 4; call++) expect((await verdict(bucket)).allowed).toBe(true)
  const refused = await verdict(bucket)
  expect(refused.allowed).toBe(false)
  expect(refused.retry_after).toBeGreaterThan(9 * 60)
  expect(refused.retry_after).toBeLessThanOrEqual(10 * 60)
  await age(bucket, 11)
  for (let call = 0; call < 6; call++) expect((await verdict(bucket)).allowed).toBe(true)
  expect((await verdict(bucket)).allowed).toBe(false)
})

test('a refused call does not make the wait longer', async () => {
  const bucket = randomUUID()
  await verdict(bucket, 1)
  const first = await verdict(bucket, 1)
  await verdict(bucket, 1)
  expect((await verdict(bucket, 1)).retry_after).toBeLessThanOrEqual(first.retry_after)
  const [row] = await backend.sql('select count(*)::int as kept from private.rate_limit_hits where bucket = $1', [
    bucket,
  ])
  expect(row).toEqual({ kept: 1 })
})

test('buckets do not count for each other', async () => {
  const bucket = randomUUID()
  await verdict(bucket, 1)
  expect((await verdict(bucket, 1)).allowed).toBe(false)
  expect((await verdict(`${bucket}:other`, 1)).allowed).toBe(true)
})

test('calls that no window needs any more are removed', async () => {
  const bucket = randomUUID()
  await verdict(bucket)
  await age(bucket, 61)
  await verdict(randomUUID())
  expect(await backend.sql('select 1 from private.rate_limit_hits where bucket = $1', [bucket])).toEqual([])
})

test('a limit or window that is not positive is an error', async () => {
  expect(await hit('service', randomUUID(), 0)).toMatchObject({ status: 400, body: { code: '22023' } })
  expect(await hit('service', randomUUID(), 1, 0)).toMatchObject({ status: 400, body: { code: '22023' } })
})
