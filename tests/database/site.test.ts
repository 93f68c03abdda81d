import { afterAll, beforeEach, expect, test } from 'vitest'
import { SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import { draftOf, keyOf, ownProjects } from './own-projects.ts'
import { startWithPeople } from './people.ts'

const database = await startWithPeople()
const { admin, rows, rpc, sql } = database
afterAll(database.stop)

const file = `${'a'.repeat(64)}.webp`
const image = {
  ...{ files: [file], widths: [640], width: 640, height: 480, placeholder: '#d6d0c8' },
  ...{ alt: 'A dry basement', description: '' },
}
const content = {
  ...{ title: 'A cellar in Camden', location: 'Camden', completed: '2025-11', summary: 'One dry room.' },
  ...{ description: ['Dug by hand.'], services: [], images: [image], cover: 0, before: null, after: null },
}
type Site = { count: number; publication: object | null; portfolio: { id: string }[] }
const site = async () => (await rpc('visitor', 'site')).body as Site
const count = async () => (await site()).count
const call = (name: string, body: object) => rpc(admin, name, body)
const cellar = keyOf('cellar')
const own = ownProjects(database)
let title = 1
const save = (version: number | null) =>
  own.save({ id: cellar, version }, { ...draftOf(content), title: `A cellar ${title++}` })
const publish = (version: number) => own.publish({ id: cellar, version }, content)
const hide = (p_id: string) => call('set_project_status', { p_id, p_status: 'hidden', p_built_in: p_id !== cellar })
const review = async (status: string) =>
  (
    await sql<{ id: string }>(
      `insert into reviews (name, location, text, rating, email, status) values ('Ann', 'Bow', $1, 5, 'a@example.com', $2) returning id`,
      [crypto.randomUUID(), status],
    )
  )[0]?.id
const moderate = (id: string | undefined, status: string) => rows(admin, 'PATCH', `reviews?id=eq.${id}`, { status })

beforeEach(async () => {
  await sql('delete from projects; delete from publications')
  await sql(
    `insert into storage.objects (bucket_id, name) values ('${SITE_MEDIA_BUCKET}', $1) on conflict do nothing`,
    [file],
  )
})

test('a visitor asks once for all that is newer than what the page was built with, and for nothing when nothing is', async () => {
  await hide('hampstead-basement')
  const { count: now, portfolio, publication } = await site()
  expect([portfolio, publication]).toMatchObject([[{ id: 'hampstead-basement', status: 'hidden' }], null])
  expect((await rpc('visitor', 'site', { p_known: now })).body).toBeNull()
  // Whatever else a page knows, as after a backup was restored, the database is right.
  for (const known of [now - 1, now + 1])
    expect((await rpc('visitor', 'site', { p_known: known })).body).toMatchObject({ count: now, portfolio })
})

test('every change that visitors see counts once, in the statement that makes it, and nothing else counts', async () => {
  const steps: [string, () => Promise<unknown>, 0 | 1][] = [
    ['save a draft', () => save(null), 0],
    ['publish it', () => publish(1), 1],
    ['save it again', () => save(2), 0],
    ['republish it', () => publish(3), 1],
    ['hide a built-in one', () => hide('hampstead-basement'), 1],
    ['put them in order', () => call('order_portfolio', { p_ids: [cellar, 'hampstead-basement'], p_built_in: [] }), 1],
    ['the same order', () => call('order_portfolio', { p_ids: [cellar, 'hampstead-basement'], p_built_in: [] }), 0],
    ['hide it', () => hide(cellar), 1],
    ['delete it hidden', () => call('delete_project', { p_id: cellar }), 0],
    ['restore it hidden', () => call('restore_project', { p_id: cellar }), 0],
    ['show it', () => call('set_project_status', { p_id: cellar, p_status: 'published' }), 1],
    ['delete it', () => call('delete_project', { p_id: cellar }), 1],
    ['publish pictures', () => call('publish', { p_items: [], p_replaces: null }), 1],
    ['a refused publication', () => call('publish', { p_items: [], p_replaces: null }), 0],
  ]
  const counted: [string, number][] = []
  for (const [name, act] of steps) {
    const before = await count()
    await act()
    counted.push([name, (await count()) - before])
  }
  expect(counted).toEqual(steps.map(([name, , counts]) => [name, counts]))
})

test('reviews count when they come to be seen, change while they are, or go', async () => {
  const start = await count()
  const id = await review('pending')
  await moderate(id, 'rejected')
  expect(await count()).toBe(start)
  await moderate(id, 'approved')
  expect(await count()).toBe(start + 1)
  await sql('update reviews set thanked_at = now()')
  expect(await count()).toBe(start + 1)
  // As whoever corrects a word in Supabase's dashboard.
  await sql(`update reviews set text = 'Corrected' where id = $1`, [id])
  expect(await count()).toBe(start + 2)
  await moderate(id, 'rejected')
  expect(await count()).toBe(start + 3)
  await sql(`update reviews set text = 'Corrected again' where id = $1`, [id])
  await rows(admin, 'DELETE', `reviews?id=eq.${id}`)
  expect(await count()).toBe(start + 3)
})

test.each([true, false])(
  'an outcome that comes after that of a newer build changes nothing (asked: %s)',
  async (p_is_asked) => {
    const settle = (p_count: number, isAsked: boolean) =>
      rpc('service', 'settle_build', { p_count, p_is_asked: isAsked })
    const claim = async () => (await rpc('service', 'claim_build', { p_has_hook: true })).body as { count: number }
    await sql('update private.site set asked_at = null, claimed_at = null, failed_at = null')
    await hide('hampstead-basement')
    const { count: older } = await claim()
    await hide('mayfair-basement')
    await sql(`update private.site set claimed_at = claimed_at - interval '2 minutes'`)
    const { count: newer } = await claim()
    expect(newer).toBe(older + 1)
    await settle(newer, true)
    await settle(older, p_is_asked)
    expect(await claim()).toEqual({ count: null, is_due: false })
    await hide('chelsea-basement')
    expect((await call('waiting_counts', {})).body).toMatchObject({ build: 'due' })
  },
)
