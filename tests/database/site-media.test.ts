import { afterAll, beforeEach, expect, test } from 'vitest'
import { startWithPeople } from './people.ts'

const { admin, rpc, sql, stop } = await startWithPeople()
afterAll(stop)

const fileOf = (letter: string) => `${letter.repeat(64)}.webp`
const [first, second] = [fileOf('a'), fileOf('b')]
const pictureOf = (file: string) => ({
  ...{ files: [file], widths: [640], width: 640, height: 480 },
  ...{ placeholder: '#d6d0c8', alt: 'A dry basement' },
})
const contentOf = (file: string) => ({
  ...{ title: 'A cellar', location: 'Camden', completed: '2025-11', summary: 'One dry room under a terrace.' },
  ...{ description: ['Dug by hand.'], services: [], images: [{ ...pictureOf(file), description: '' }] },
  ...{ cover: 0, before: null, after: null },
})

type Saved = { id: string; version: number }
const save = async (file: string, saved?: Saved) => {
  const base = { p_id: saved?.id ?? 'cellar', p_version: saved?.version ?? null }
  return (await rpc(admin, 'save_project', { ...base, p_draft: contentOf(file) })).body as Saved
}
const publishProject = async ({ id, version }: Saved) =>
  (await rpc(admin, 'publish_project', { p_id: id, p_version: version })).body as Saved
const published = async (file: string) => publishProject(await save(file))
const publish = async (...files: string[]) => {
  const [newest] = await sql<{ id: number | null }>('select max(id)::int as id from publications')
  const items = files.map((file, position) => ({ ...pictureOf(file), place: 'latest', kind: 'image', position }))
  return (await rpc(admin, 'publish', { p_items: items, p_replaces: newest?.id ?? null })).body as number
}
const claim = async () => ((await rpc('service', 'claim_unused_site_media')).body as string[]).sort()
/** Makes everything that was released this many days older. */
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
  await sql(
    `insert into storage.objects (bucket_id, name, created_at)
     select 'site-media', unnest($1::text[]), now() - interval '25 hours'`,
    [[first, second]],
  )
})

test.each<[string, (saved: Saved) => Promise<unknown>]>([
  ['shows another photograph', async (saved) => publishProject(await save(second, saved))],
  [
    'is a draft again, with another photograph',
    async (saved) => {
      await rpc(admin, 'set_project_status', { p_id: saved.id, p_status: 'draft' })
      await save(second, { ...saved, version: saved.version + 1 })
    },
  ],
])('the photograph of a published project stays for 30 days after the project %s', async (_, change) => {
  await change(await published(first))
  expect(await claim()).toEqual([])
  await wait(29)
  expect(await claim()).toEqual([])
  await wait(2)
  expect(await claim()).toEqual([first])
})

test('a picture of the home page stays for 30 days after the last publication that names it is gone', async () => {
  await publish(first)
  for (let count = 0; count < 11; count += 1) await publish(second)
  expect(await claim()).toEqual([])
  await wait(31)
  expect(await claim()).toEqual([first])
})

const deleteForGood = (what: object = {}) => rpc(admin, 'delete_for_good', what)
/** As if all of them had been uploaded just now. */
const renew = () => sql('update storage.objects set created_at = now()')

test('a deleted project goes for good at once, with the photographs that nothing else names', async () => {
  const { id } = await published(first)
  const shared = contentOf(second)
  await publishProject(
    (await rpc(admin, 'save_project', { p_id: 'shared', p_version: null, p_draft: shared })).body as Saved,
  )
  await publish(second)
  await renew()
  expect(await deleteForGood({ p_project: id })).toMatchObject({ status: 409, body: { message: 'project_changed' } })
  for (const one of [id, 'shared']) await rpc(admin, 'delete_project', { p_id: one })
  expect(await claim()).toEqual([])
  for (const one of [id, 'shared']) expect((await deleteForGood({ p_project: one })).status).toBe(204)
  expect(await claim()).toEqual([first])
  expect((await rpc(admin, 'admin_portfolio')).body).toEqual([])
  expect(await rpc(admin, 'restore_project', { p_id: id })).toMatchObject({ status: 404 })
  expect(await sql('select draft, published from projects where id = $1', [id])).toEqual([
    { draft: null, published: null },
  ])
})

test('an earlier publication goes for good at once, the present one never', async () => {
  const earlier = await publish(first, second)
  const present = await publish(second)
  await renew()
  for (const p_publication of [present, earlier]) expect((await deleteForGood({ p_publication })).status).toBe(204)
  expect((await rpc(admin, 'publication_history')).body).toMatchObject([{ id: present }])
  expect(await claim()).toEqual([first])
})

test('what only older pages show goes for good at once, and may be uploaded and published again', async () => {
  await publishProject(await save(second, await published(first)))
  await renew()
  expect((await deleteForGood()).status).toBe(204)
  await renew()
  expect(await claim()).toEqual([])
  await deleteForGood()
  await publishProject(await save(first, { id: 'cellar', version: 4 }))
  await deleteForGood()
  expect(await claim()).toEqual([second])
})
