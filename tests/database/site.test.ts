import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  createCustomProjects,
  fakeContent,
  fakeFileName,
  fakeImage,
  fakeProjectImage,
  storeFiles,
  toDraft,
  toKey,
} from '../support/custom-projects.ts'
import { addReview } from '../support/rows.ts'
import { startWithUsers } from '../support/test-users.ts'

const database = await startWithUsers()
const { admin, rows, rpc, sql } = database
afterAll(database.stop)

const [file, other] = [fakeFileName('a'), fakeFileName('b')]
const content = fakeContent(fakeProjectImage(file))
type Review = { name: string; verified: boolean } | null
type Site = {
  changed: number
  contents: number
  publication: object | null
  portfolio: { id: string }[]
  review: Review
}
const site = async (known: object = {}) => (await rpc('visitor', 'site', known)).body as Site
const count = async () => (await site()).changed
const isTakeDown = async () =>
  (await sql<{ is: boolean }>('select taken_down = changed as is from private.site'))[0]?.is ?? false
const call = (name: string, body: object) => rpc(admin, name, body)
const cellar = toKey('cellar')
const own = createCustomProjects(database, admin)
let title = 1
const save = (version: number | null) =>
  own.save({ id: cellar, version }, { ...toDraft(content), title: `A cellar ${title++}` })
const hide = (p_id: string) => call('set_project_status', { p_id, p_status: 'hidden', p_built_in: p_id !== cellar })
const show = (p_id: string) => call('set_project_status', { p_id, p_status: 'published', p_built_in: true })
const review = (status: string) => addReview(database, { status })
const moderate = (id: string, status: string) => rows(admin, 'PATCH', `reviews?id=eq.${id}`, { status })

beforeEach(async () => {
  // The clock went back by a day, so each change adds one.
  await sql(`update private.site set changed = extract(epoch from now() + interval '1 day') * 1000`)
  await sql('delete from projects; delete from publications')
  await storeFiles(database, [file, other])
})

test('site() returns the full state if the known count differs, and null otherwise', async () => {
  await hide('hampstead-basement')
  const { changed, contents, portfolio, publication } = await site()
  expect([portfolio, publication]).toMatchObject([[{ id: 'hampstead-basement', status: 'hidden' }], null])
  expect(await site({ p_known: contents, p_changed: changed })).toBeNull()
  // A page may know another count after a restore.
  for (const known of [changed - 1, changed + 1])
    expect(await site({ p_known: known, p_changed: known })).toMatchObject({ changed, portfolio })
})

test('the change counter starts at the clock’s milliseconds and rises with simultaneous changes', async () => {
  await sql('update private.site set changed = 7')
  const two = `insert into projects (id, built_in, status) values ('a', true, 'hidden'); delete from projects`
  await sql(`do $$ begin ${two}; end $$`)
  const since = 'changed - floor(extract(epoch from changed_at) * 1000)'
  expect(await sql(`select (${since})::int as since from private.site`)).toEqual([{ since: 1 }])
})

test('site() returns no contents when the page lacks only a rebuild', async () => {
  await review('approved')
  const { changed, contents } = await site()
  await addReview(database, { created_at: '2020-01-01', status: 'approved' })
  expect(await site({ p_known: contents, p_changed: changed })).toEqual({
    changed: changed + 1,
    contents,
    // It is unknown whether a deploy hook exists.
    ask_in: 0,
  })
})

test('every change visible to visitors increments the counter once, and no other change does', async () => {
  const twelve = async () => {
    const [newest] = await sql<{ id: number }>('select max(id)::float8 as id from publications')
    let replaces: unknown = newest?.id ?? null
    for (let number = 0; number < 12; number += 1)
      replaces = (await call('publish', { p_items: [], p_replaces: replaces })).body
    return replaces
  }
  const republish = async (changed: object) => {
    const [row] = await sql<{ version: number }>('select version::float8 from projects where id = $1', [cellar])
    return own.publish({ id: cellar, version: row?.version ?? 0 }, changed)
  }
  const builtIn = { built_in: '/pictures/hero/01-mayfair-section', kind: 'built-in', place: 'hero' }
  const steps: [string, () => Promise<unknown>, number, boolean?][] = [
    ['save a draft', () => save(null), 0],
    ['publish it', () => republish(content), 1],
    ['save it again', () => save(1), 0],
    ['republish it', () => republish(content), 1],
    ['hide a built-in one', () => hide('hampstead-basement'), 1, true],
    ['show it again', () => show('hampstead-basement'), 1, false],
    ['hide what has a row', () => hide('hampstead-basement'), 1, true],
    ['put them in order', () => call('order_portfolio', { p_ids: [cellar, 'hampstead-basement'], p_built_in: [] }), 1],
    ['the same order', () => call('order_portfolio', { p_ids: [cellar, 'hampstead-basement'], p_built_in: [] }), 0],
    ['hide it', () => hide(cellar), 1, true],
    ['delete it hidden', () => call('delete_project', { p_id: cellar }), 0],
    ['restore it hidden', () => call('restore_project', { p_id: cellar }), 0],
    ['show it', () => call('set_project_status', { p_id: cellar, p_status: 'published' }), 1],
    [
      'correct a word by SQL',
      () => sql(`update projects set published = published || '{"summary": "Two dry rooms."}'`),
      1,
    ],
    ['correct its address by SQL', () => sql(`update projects set address = 'vault' where not built_in`), 1],
    ['publish it without a picture', () => republish(fakeContent(fakeProjectImage(other))), 1, true],
    ['delete it', () => call('delete_project', { p_id: cellar }), 1, true],
    ['delete what is deleted by SQL', () => sql('delete from projects where not built_in'), 0],
    ['delete a built-in one’s row by SQL', () => sql('delete from projects'), 1, false],
    ['truncate projects', () => sql('truncate projects cascade'), 1, true],
    ['publish pictures', () => call('publish', { p_items: [{ ...builtIn, position: 0 }], p_replaces: null }), 1],
    ['a refused publication', () => call('publish', { p_items: [], p_replaces: null }), 0],
    ['delete an item by SQL', () => sql('delete from publication_items'), 1],
    ['publish a twelfth and more', twelve, 12],
    [
      'delete earlier ones by SQL',
      () => sql('delete from publications where id < (select max(id) from publications)'),
      0,
    ],
    ['delete the current one by SQL', () => sql('delete from publications'), 1],
    ['publish again', () => call('publish', { p_items: [], p_replaces: null }), 1],
    ['truncate publications', () => sql('truncate publications cascade'), 1],
    ['approve a review by SQL', () => review('approved'), 1],
    ['truncate reviews', () => sql('truncate reviews cascade'), 1, true],
  ]
  const counted: unknown[] = []
  for (const [name, act, , takes] of steps) {
    const before = await count()
    await act()
    counted.push([name, (await count()) - before, ...(takes === undefined ? [] : [await isTakeDown()])])
  }
  expect(counted).toEqual(steps.map(([name, , counts, ...takes]) => [name, counts, ...takes]))
})

test('removing an uploaded image from the publication counts as a take-down', async () => {
  const item = { ...fakeImage(file), kind: 'image', place: 'latest', position: 0 }
  const id = (await call('publish', { p_items: [item], p_replaces: null })).body
  expect(await isTakeDown()).toBe(false)
  await call('publish', { p_items: [], p_replaces: id })
  expect(await isTakeDown()).toBe(true)
})

test('review changes increment the counter only if visitors can see them', async () => {
  const start = await count()
  const id = await review('pending')
  await moderate(id, 'rejected')
  expect(await count()).toBe(start)
  await moderate(id, 'approved')
  expect([await count(), await isTakeDown()]).toEqual([start + 1, false])
  await sql('update reviews set thanked_at = now()')
  expect(await count()).toBe(start + 1)
  // An edit in Supabase's dashboard.
  await sql(`update reviews set text = 'Corrected' where id = $1`, [id])
  expect([await count(), await isTakeDown()]).toEqual([start + 2, true])
  await moderate(id, 'rejected')
  expect([await count(), await isTakeDown()]).toEqual([start + 3, true])
  await sql(`update reviews set text = 'Corrected again' where id = $1`, [id])
  await rows(admin, 'DELETE', `reviews?id=eq.${id}`)
  expect(await count()).toBe(start + 3)
  await sql(`insert into reviews (name, location, text, rating, email, status)
    select 'Ann', 'Bow', 'Dry ' || n, 5, 'a@example.com', 'pending' from generate_series(1, 1000) n`)
  // A connection keeps the plan of its first call.
  await sql(`update reviews set status = 'approved' where text = 'Dry 1'`)
  await sql(`update reviews set status = 'approved' where status = 'pending'`)
  expect(await count()).toBe(start + 5)
})

test('a reply changes pages but no contents, and editing or deleting one is a take-down', async () => {
  const id = await review('approved')
  const { contents, changed } = await site()
  const reply = (p_reply: string, p_seen: string) => rpc('service', 'save_review_reply', { p_id: id, p_reply, p_seen })
  const after: unknown[] = []
  for (const [next, seen] of [
    ['Thanks', ''],
    ['Thanks', ''],
    ['Thank you', 'Thanks'],
    ['', 'Thank you'],
  ] as const) {
    await reply(next, seen)
    after.push([(await count()) - changed, await isTakeDown()])
  }
  expect(after).toEqual([
    [1, false],
    [1, false],
    [2, true],
    [3, true],
  ])
  expect(await site()).toMatchObject({ contents })
})

test('withdrawing a published review is a take-down, and counting reviews changes no page', async () => {
  const withdraw = async (status: string) => {
    const id = await review(status)
    await sql(
      `insert into private.withdrawal_links
       select encode(sha256(convert_to(id::text, 'UTF8')), 'hex'), id from reviews where id = $1`,
      [id],
    )
    expect((await rpc('service', 'withdraw_review', { p_token: id })).body).toHaveLength(1)
    return id
  }
  const start = await count()
  await withdraw('approved')
  expect([await count(), await isTakeDown()]).toEqual([start + 2, true])
  const before = await sql('select * from private.site')
  await call('delete_reviews', { p_ids: [await withdraw('pending')] })
  expect(await sql('select * from private.site')).toEqual(before)
})

test('the featured review is the newest of the last sixty, preferably verified, whatever its rating', async () => {
  await sql('truncate reviews cascade')
  const add = (name: string, rating: number, verified: boolean, daysAgo: number) => {
    const created_at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
    return addReview(database, { name, text: `${name}’s`, rating, verified, created_at, status: 'approved' })
  }
  const shown = async () => (await site()).review
  expect(await shown()).toBeNull()
  await add('Old', 5, false, 9)
  await add('New', 1, false, 2)
  expect(await shown()).toEqual({ name: 'New', location: 'NW3', text: 'New’s', verified: false })
  await add('Known', 2, true, 10)
  expect(await shown()).toMatchObject({ name: 'Known', verified: true })
  const { changed, contents } = await site()
  await sql(`update reviews set status = 'rejected' where name = 'Known'`)
  expect(await site({ p_changed: changed, p_known: contents })).toMatchObject({
    review: { name: 'New' },
    contents: contents + 1,
  })
  await sql(`update reviews set status = 'approved' where name = 'Known'`)
  await sql(`insert into reviews (name, location, text, rating, email, status)
    select 'Some', 'Bow', 'Damp ' || n, 3, 'a@example.com', 'approved' from generate_series(1, 60) n`)
  expect(await shown()).toMatchObject({ name: 'Some', verified: false })
})

test('changing every rating changes neither which reviews are shown nor their order', async () => {
  await sql('truncate reviews cascade')
  const statuses = ['approved', 'approved', 'approved', 'pending', 'rejected']
  for (let index = 0; index < 25; index += 1)
    await addReview(database, { rating: 1 + (index % 5), status: statuses[index % 5], verified: index % 7 === 3 })
  const lists = async () => {
    const { review } = await site()
    const answers = [
      await rpc('visitor', 'approved_reviews'),
      ...(await Promise.all(
        ['pending', 'approved', 'rejected'].map((p_status) => rpc(admin, 'moderation_page', { p_status })),
      )),
    ]
    return { review, ids: answers.map(({ body }) => (body as { id: string }[]).map(({ id }) => id)) }
  }
  const before = await lists()
  expect(before.ids.flat().length).toBeGreaterThan(25)
  for (const rating of ['6 - rating', '1', '5']) {
    await sql(`update reviews set rating = ${rating}`)
    expect(await lists()).toEqual(before)
  }
})
