import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Identity } from '../support/backend-users.ts'
import { startWithUsers } from '../support/test-users.ts'

const { admin, outsiders, rpc, sql, stop } = await startWithUsers()
afterAll(stop)

type Verdict = { allowed: boolean; remaining: number; retry_after: number }

const hit = (who: Identity, bucket: string, limit = 10, seconds = 3_600) =>
  rpc(who, 'hit_rate_limit', { p_bucket: bucket, p_limit: limit, p_window_seconds: seconds })
const release = (who: Identity, bucket: string) => rpc(who, 'release_rate_limit', { p_bucket: bucket })
const verdict = async (bucket: string, limit?: number): Promise<Verdict> => {
  const { body } = await hit('service', bucket, limit)
  return (body as [Verdict])[0]
}
const kept = (bucket: string) => sql('select 1 from private.rate_limit_hits where bucket = $1', [bucket])
const age = (bucket: string, minutes: number) =>
  sql(
    `update private.rate_limit_hits set hit_at = hit_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2) where bucket = $1`,
    [bucket, minutes],
  )

test('a rate limit of ten allows exactly ten of 40 parallel calls', async () => {
  const bucket = randomUUID()
  const verdicts = await Promise.all(Array.from({ length: 40 }, () => verdict(bucket)))
  const allowed = verdicts.filter(({ allowed }) => allowed)
  expect(allowed.map(({ remaining }) => remaining).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('the rate limit uses a sliding window, so bursts cannot exceed it', async () => {
  const bucket = randomUUID()
  const burst = async (calls: number) => {
    for (let call = 0; call < calls; call++) expect((await verdict(bucket)).allowed).toBe(true)
    const refused = await verdict(bucket)
    expect(refused).toMatchObject({ allowed: false, remaining: 0 })
    return refused.retry_after
  }
  for (let call = 0; call < 6; call++) await verdict(bucket)
  await age(bucket, 50)
  const wait = await burst(4)
  expect(wait).toBeGreaterThan(9 * 60)
  expect(wait).toBeLessThanOrEqual(10 * 60)
  await age(bucket, 11)
  await burst(6)
})

test('the rate limit ignores calls dated in the future by a wrong clock', async () => {
  const bucket = randomUUID()
  await verdict(bucket, 1)
  await age(bucket, -10)
  expect((await verdict(bucket, 1)).allowed).toBe(true)
  await release('service', bucket)
  expect((await verdict(bucket, 1)).allowed).toBe(true)
})

test('a refused call does not extend the wait or affect other buckets', async () => {
  const bucket = randomUUID()
  await verdict(bucket, 1)
  const first = await verdict(bucket, 1)
  expect(first.allowed).toBe(false)
  await verdict(bucket, 1)
  expect((await verdict(bucket, 1)).retry_after).toBeLessThanOrEqual(first.retry_after)
  expect(await kept(bucket)).toHaveLength(1)
  expect((await verdict(`${bucket}:other`, 1)).allowed).toBe(true)
})

test('the rate limiter removes expired calls', async () => {
  const bucket = randomUUID()
  await verdict(bucket)
  await age(bucket, 61)
  await verdict(randomUUID())
  expect(await kept(bucket)).toEqual([])
})

test('only the service role counts calls and releases them', async () => {
  const bucket = randomUUID()
  for (const who of ['visitor', ...outsiders, admin] as const)
    for (const call of [hit, release]) expect(await call(who, bucket)).toMatchObject({ body: { code: '42501' } })
  expect(await verdict(bucket, 2)).toMatchObject({ allowed: true, remaining: 1 })
  expect(await verdict(bucket, 2)).toMatchObject({ allowed: true, remaining: 0 })
  await release('service', bucket)
  expect(await verdict(bucket, 2)).toMatchObject({ allowed: true, remaining: 0 })
  expect(await verdict(bucket, 2)).toMatchObject({ allowed: false })
})

test('a rate limit without a bucket name, positive limit or positive window is rejected', async () => {
  expect(await hit('service', '')).toMatchObject({ status: 400, body: { code: '23514' } })
  for (const [limit, seconds] of [
    [0, 3_600],
    [1, 0],
  ])
    expect(await hit('service', randomUUID(), limit, seconds)).toMatchObject({ status: 400, body: { code: '22023' } })
})
