import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  createCustomProjects,
  fakeContent,
  fakeFileName,
  fakeImage,
  fakeProjectImage,
  type Saved,
  storeFiles,
  toDraft,
  toKey,
} from '../support/custom-projects.ts'
import { startWithUsers } from '../support/test-users.ts'

const database = await startWithUsers()
const { admin, rpc, sql, stop } = database
const projects = createCustomProjects(database, admin)
afterAll(stop)

const [first, second] = [fakeFileName('a'), fakeFileName('b')]

const save = async (file: string, { id, version }: { id: string; version: number | null }): Promise<Saved> => {
  const { body } = await projects.save({ id, version }, toDraft(fakeContent(fakeProjectImage(file))))
  return { id, ...(body as { version: number }) }
}
const publishProject = async (file: string, saved: Saved): Promise<Saved> => ({
  ...saved,
  ...((await projects.publish(saved, fakeContent(fakeProjectImage(file)))).body as { version: number }),
})
const shown = async (file: string, saved: { id: string; version: number | null }) =>
  publishProject(file, await save(file, saved))
const published = (file: string, name = 'cellar') => shown(file, { id: toKey(name), version: null })
const publish = async (...files: string[]) => {
  const [newest] = await sql<{ id: number | null }>('select max(id)::float8 as id from publications')
  const items = files.map((file, position) => ({ ...fakeImage(file), place: 'latest', kind: 'image', position }))
  return (await rpc(admin, 'publish', { p_items: items, p_replaces: newest?.id ?? null })).body as number
}
const claim = async (lease: { p_lease?: string } = {}) =>
  ((await rpc('service', 'claim_unused_site_media', lease)).body as string[]).sort()
const claimLater = async () => {
  await sql('update private.site set cleaned_at = null')
  return claim()
}
const forgetVersions = () => sql('delete from private.project_versions')
const wait = (days: number) =>
  sql('update private.released_media set released_at = released_at - make_interval(days => $1)', [days])

beforeEach(async () => {
  for (const table of [
    'public.projects',
    'public.publications',
    'private.released_media',
    'private.site_media_removals',
    'storage.objects',
  ])
    await sql(`delete from ${table}`)
  await sql('update private.site set cleaned_at = null')
  await storeFiles(database, [first, second], 73)
})

test.each<[string, (saved: Saved) => Promise<unknown>]>([
  ['shows another photo', (saved) => shown(second, saved)],
  [
    'becomes a draft with another photo',
    async (saved) => {
      await rpc(admin, 'set_project_status', { p_id: saved.id, p_status: 'draft' })
      await save(second, saved)
    },
  ],
])('the clean-up keeps a photo for 30 days after its published project %s', async (_, change) => {
  await change(await published(first))
  await forgetVersions()
  expect(await claimLater()).toEqual([])
  await wait(29)
  expect(await claimLater()).toEqual([])
  await wait(2)
  expect(await claimLater()).toEqual([first])
})

test('a file counts as stored even if its removal is dated in the future', async () => {
  await sql(`insert into private.site_media_removals values ($1, now() + interval '20 hours')`, [first])
  expect((await rpc(admin, 'missing_site_media', { p_names: [first] })).body).toEqual([])
})

test('the clean-up keeps a home page image until 30 days after its last publication expires', async () => {
  await publish(first)
  for (let count = 0; count < 11; count += 1) {
    await publish(second)
    expect(await claimLater()).toEqual([])
  }
  await wait(31)
  expect(await claimLater()).toEqual([first])
})

test('the clean-up runs once a day and keeps unreferenced files for three days', async () => {
  const age = (hours: number) =>
    sql(`update storage.objects set created_at = now() - make_interval(hours => $1)`, [hours])
  await age(71)
  expect(await claimLater()).toEqual([])
  await age(73)
  expect(await claim()).toEqual([])
  await sql(`update private.site set cleaned_at = now() - interval '25 hours'`)
  expect(await claim()).toEqual([first, second])
})

test('a clean-up gets no file leased to another one until the lease expires', async () => {
  const [one, other] = [{ p_lease: crypto.randomUUID() }, { p_lease: crypto.randomUUID() }]
  const claimAs = async (who: typeof one) => {
    await sql('update private.site set cleaned_at = null')
    return claim(who)
  }
  expect(await claimAs(one)).toEqual([first, second])
  expect(await claimAs(other)).toEqual([])
  expect(await claimAs(one)).toEqual([first, second])
  await sql(`update private.site_media_removals set leased_until = leased_until - interval '11 minutes'`)
  expect(await claimAs(other)).toEqual([first, second])
})

test.each([
  ['the last run', `update private.site set cleaned_at = now() + interval '20 hours'`],
  [
    'a lease',
    `insert into private.site_media_removals (name, lease, leased_until)
      select o.name, gen_random_uuid(), now() + interval '20 hours' from storage.objects o`,
  ],
])('the clean-up still runs if %s is dated in the future', async (_, query) => {
  await sql(query)
  expect(await claim()).toEqual([first, second])
})

test('a file with a future release date is kept for 30 days from now', async () => {
  await sql(`insert into private.released_media values ($1, '2999-01-01')`, [first])
  expect(await claim()).toEqual([second])
  await wait(31)
  expect(await claimLater()).toContain(first)
})

test('removal and upload dates in the future are ignored when checking for missing files', async () => {
  const missing = async () => (await rpc(admin, 'missing_site_media', { p_names: [first] })).body
  const decide = (moment: string) =>
    sql(
      `insert into private.site_media_removals (name, decided_at) values ($1, now() + $2::interval)
      on conflict (name) do update set decided_at = excluded.decided_at`,
      [first, moment],
    )
  await decide('20 hours')
  expect(await missing()).toEqual([])
  await decide('-1 minute')
  expect(await missing()).toEqual([first])
  await sql(`update storage.objects set created_at = now() + interval '20 hours'`)
  expect(await missing()).toEqual([first])
  expect(await claim()).toEqual([first])
})

const deletePermanently = (what: object = {}) => rpc(admin, 'delete_permanently', what)
const renew = () => sql('update storage.objects set created_at = now()')

test('permanently deleting a deleted project immediately releases images that nothing else references', async () => {
  const { id } = await published(first)
  const { id: shared } = await published(second, 'shared')
  await publish(second)
  await renew()
  expect(await deletePermanently({ p_project: id })).toMatchObject({
    status: 409,
    body: { message: 'project_changed' },
  })
  for (const one of [id, shared]) await rpc(admin, 'delete_project', { p_id: one })
  expect(await claim()).toEqual([])
  for (const one of [id, shared]) expect((await deletePermanently({ p_project: one })).status).toBe(204)
  expect(await claim()).toEqual([first])
  expect((await rpc(admin, 'admin_portfolio')).body).toEqual([])
  expect(await rpc(admin, 'restore_project', { p_id: id })).toMatchObject({ status: 404 })
  expect(await sql('select draft, published from projects where id = $1', [id])).toEqual([
    { draft: null, published: null },
  ])
})

test('an earlier publication can be permanently deleted immediately, but the live one cannot', async () => {
  const earlier = await publish(first, second)
  const present = await publish(second)
  await renew()
  for (const p_publication of [present, earlier]) expect((await deletePermanently({ p_publication })).status).toBe(204)
  expect((await rpc(admin, 'publication_history')).body).toMatchObject([{ id: present }])
  expect(await claim()).toEqual([first])
})

test('files that only older pages show can be permanently deleted and uploaded again', async () => {
  const saved = await shown(second, await published(first))
  await forgetVersions()
  await renew()
  expect((await deletePermanently()).status).toBe(204)
  await renew()
  expect(await claim()).toEqual([])
  await deletePermanently()
  await shown(first, saved)
  await forgetVersions()
  await deletePermanently()
  expect(await claim()).toEqual([second])
})
