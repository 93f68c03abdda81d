import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyHostedDatabase } from '../support/hosted-database.ts'

const FILE = `${'a'.repeat(64)}.webp`
const PICTURE = {
  place: 'latest',
  position: 0,
  kind: 'image',
  stills: [FILE],
  still_widths: [640],
  width: 640,
  height: 480,
}

let database: Awaited<ReturnType<typeof copyHostedDatabase>>
let owner: ReturnType<typeof postgres>
let restServer: ReturnType<typeof postgres>
let admin: { sub: string; session_id: string }

beforeAll(async () => {
  database = await copyHostedDatabase(process.env.TEST_POSTGRES_URL ?? '')
  const as = (role: string) => postgres(database.urlOf(role), { max: 4, onnotice: () => {} })
  ;[owner, restServer] = [as('postgres'), as('authenticator')]
  const authServer = as('supabase_auth_admin')
  admin = { sub: randomUUID(), session_id: randomUUID() }
  await authServer`
    insert into users (id, email, raw_app_meta_data, created_at) values (${admin.sub}, 'publisher@example.com', '{"role": "admin"}', now())`
  await authServer`insert into sessions (id, user_id, created_at) values (${admin.session_id}, ${admin.sub}, now())`
  await authServer.end()
  await owner`
    insert into storage.objects (bucket_id, name, created_at) values ('site-media', ${FILE}, now() - interval '2 days')`
})
afterAll(async () => {
  await Promise.all([owner.end(), restServer.end(), database.engine.close()])
  await database.discard()
})

/** Runs `act` as a request of the API: in a transaction, with a role and a token's claims. */
const request = <Result>(role: string, act: (run: postgres.TransactionSql) => Promise<Result>) =>
  restServer.begin(async (run) => {
    await run.unsafe(`set local role ${role}`)
    await run`select set_config('request.jwt.claims', ${JSON.stringify({ role, ...admin })}, true)`
    return act(run)
  })
const publish = (run: postgres.TransactionSql, items: object[], replaces: number | null) =>
  run`select public.publish(${JSON.stringify(items)}::text::jsonb, ${replaces}) as id`.then(([row]) => Number(row?.id))
const claim = (run: postgres.TransactionSql) =>
  run`select public.claim_unused_site_media() as name`.then((rows) => rows.map(({ name }) => name))
const newest = async () => (await owner`select max(id)::int as id from public.publications`)[0]?.id ?? null

/** Begins `second` while `first` is done but not committed, and waits until it waits. */
const overlap = async <First, Second>(
  first: [role: string, act: (run: postgres.TransactionSql) => Promise<First>],
  second: [role: string, act: (run: postgres.TransactionSql) => Promise<Second>],
) => {
  let later: Promise<PromiseSettledResult<Second>[]> | undefined
  const done = await request(first[0], async (run) => {
    const result = await first[1](run)
    later = Promise.allSettled([request(second[0], second[1]) as Promise<Second>])
    await expect
      .poll(async () => (await owner`select 1 from pg_locks where not granted`).length, { timeout: 5_000 })
      .toBe(1)
    return result
  })
  const [outcome] = (await later) ?? []
  return { first: done, second: outcome }
}

test('a publication waits for another, and is refused as that one is what it would replace', async () => {
  const before = await newest()
  const { first, second } = await overlap(
    ['authenticated', (run) => publish(run, [], before)],
    ['authenticated', (run) => publish(run, [PICTURE], before)],
  )
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'PT409', message: 'published_meanwhile' } })
  expect(await newest()).toBe(first)
})

test('a publication that waits for the decision to delete its file is refused', async () => {
  const { first, second } = await overlap(
    ['service_role', claim],
    ['authenticated', async (run) => publish(run, [PICTURE], await newest())],
  )
  expect(first).toEqual([FILE])
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'PT422', message: 'media_missing' } })
  // The function ended without deleting it.
  await owner`update private.site_media_removals set decided_at = now() - interval '11 minutes'`
})

test('a file of a publication that is being made is not deleted', async () => {
  const { second } = await overlap(
    ['authenticated', async (run) => publish(run, [PICTURE], await newest())],
    ['service_role', claim],
  )
  expect(second).toEqual({ status: 'fulfilled', value: [] })
})

test('unused files are found in one pass, however many there are', async () => {
  await owner`
    insert into storage.objects (bucket_id, name, created_at)
    select 'site-media', encode(sha256(n::text::bytea), 'hex') || '.webp', now() from generate_series(1, 5000) n`
  await owner`
    insert into public.publications select from generate_series(1, 250)`
  await owner`
    insert into public.publication_items (publication_id, place, position, kind, stills, still_widths, width, height)
    select p.id, 'hero', n, 'image', array[encode(sha256((p.id * 20 + n)::text::bytea), 'hex') || '.webp'], '{640}', 640, 480
    from public.publications p, generate_series(0, 19) n where p.id > 3 and p.id * 20 + n <= 5000`
  await owner`update storage.objects set created_at = now() - interval '2 days'`
  await owner`analyze`
  const started = performance.now()
  await request('service_role', claim)
  expect(performance.now() - started).toBeLessThan(300)
})
