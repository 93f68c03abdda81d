import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Identity } from '../support/backend-users.ts'
import { createSignedInUser } from '../support/backend-users.ts'
import {
  type Change,
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
const { admin, rpc, sql } = database
const other = await createSignedInUser(database, 'other', { role: 'admin' })
const projects = createCustomProjects(database, admin)
afterAll(database.stop)

const [first, small, second, video] = [
  fakeFileName('a'),
  fakeFileName('b'),
  fakeFileName('c'),
  fakeFileName('d', 'mp4'),
]
const photograph = fakeProjectImage(small, first)
const contentWith = (...files: string[]) =>
  fakeContent(...files.map((file) => (file === first ? photograph : fakeProjectImage(file))))

type Version = { what: string; by_whom: string; happened_at: string; draft: object | null; deleted: number }
const history = async (id: string) => (await rpc(admin, 'project_history', { p_project: id })).body as Version[]
const happened = async (id: string) => (await history(id)).map(({ what, by_whom }) => [what, by_whom])
const publish = async (files: string[], saved: { id: string; version?: number | null }): Promise<Saved> => {
  const content = contentWith(...files)
  const { version } = (await projects.save(saved, toDraft(content))).body as Saved
  const { body } = await projects.publish({ id: saved.id, version }, content)
  return { id: saved.id, version: (body as Saved).version }
}
const published = (files = [first], name = 'cellar') => publish(files, { id: toKey(name) })
const setStatus = (id: string, p_status: string, who: Identity = admin, p_built_in = false) =>
  rpc(who, 'set_project_status', { p_id: id, p_status, p_built_in })
const remove = (id: string, who: Identity = admin) => rpc(who, 'delete_project', { p_id: id })
const restore = (id: string, who: Identity = admin) => rpc(who, 'restore_project', { p_id: id })
const publishHome = async (...items: object[]) => {
  const [newest] = await sql<{ id: number | null }>('select max(id)::float8 as id from publications')
  const p_items = items.map((item, position) => ({ place: 'hero', position, kind: 'image', ...item }))
  expect((await rpc(admin, 'publish', { p_items, p_replaces: newest?.id ?? null })).status).toBe(200)
}
const claimLater = async () => {
  await sql(`update private.released_media set released_at = released_at - interval '31 days'`)
  await sql('update private.site set cleaned_at = null')
  return ((await rpc('service', 'claim_unused_site_media')).body as string[]).sort()
}
const age = (days: number, where = 'true') =>
  sql(`update private.project_versions set happened_at = happened_at - make_interval(days => $1) where ${where}`, [
    days,
  ])
const change = () => rpc(admin, 'order_portfolio', { p_ids: [], p_built_in: [] })

beforeEach(async () => {
  for (const table of ['public.projects', 'public.publications', 'private.released_media'])
    await sql(`delete from ${table}`)
  await sql('delete from private.site_media_removals; delete from storage.objects')
  await storeFiles(database, [first, small, second], 73)
})

test('publishing records one version with content, time and publisher, even if repeated', async () => {
  const saved = await published()
  await projects.publish({ ...saved, version: saved.version - 1 }, contentWith(first))
  expect(await history(saved.id)).toEqual([
    {
      ...{ id: expect.any(Number), what: 'published', by_whom: admin.email, deleted: 0 },
      ...{ draft: toDraft(contentWith(first)), happened_at: expect.any(String) },
    },
  ])
  await publish([second], saved)
  expect((await history(saved.id)).map(({ draft }) => draft)).toEqual(
    [second, first].map((file) => toDraft(contentWith(file))),
  )
})

test('the history lists actions by all administrators newest first, without drafts or reordering', async () => {
  const { id } = await published()
  await setStatus(id, 'hidden', other)
  await setStatus(id, 'published')
  await setStatus(id, 'draft', other)
  await projects.change(id, { title: { base: 9, value: 'Another' } })
  await rpc(admin, 'order_portfolio', { p_ids: [id, 'built-in'], p_built_in: ['built-in'] })
  await remove(id, other)
  await restore(id)
  expect(await happened(id)).toEqual([
    ['restored', admin.email],
    ['deleted', other.email],
    ['unpublished', other.email],
    ['shown again', admin.email],
    ['hidden', other.email],
    ['published', admin.email],
  ])
  expect(await happened('built-in')).toEqual([])
  await setStatus('built-in', 'hidden', other, true)
  await setStatus('built-in', 'published', admin, true)
  await setStatus('another', 'hidden', other, true)
  expect(await happened('built-in')).toEqual([
    ['shown again', admin.email],
    ['hidden', other.email],
  ])
  expect(await happened('another')).toEqual([['hidden', other.email]])
})

test('a project keeps 20 publications and 50 events for a year, the newest publication permanently', async () => {
  const { id } = await published()
  const { id: untouched } = await published([second], 'other')
  const add = (what: string, count: number) =>
    sql(
      `insert into private.project_versions (project, what, draft)
       select $1, $2, case when $2 = 'published' then '{}'::jsonb end from generate_series(1, $3)`,
      [id, what, count],
    )
  await add('published', 25)
  await add('hidden', 60)
  await setStatus(id, 'hidden')
  const counts = async () => {
    const kept = (await history(id)).map(({ what }) => what)
    return [kept.filter((what) => what === 'published').length, kept.filter((what) => what === 'hidden').length]
  }
  expect(await counts()).toEqual([20, 50])
  await age(364)
  await change()
  expect(await counts()).toEqual([20, 50])
  await age(2)
  await change()
  expect(await happened(id)).toEqual([['published', '']])
  expect(await happened(untouched)).toEqual([['published', admin.email]])
})

test('the clean-up keeps a file as long as a version references it', async () => {
  const saved = await published()
  await publish([second], saved)
  await rpc(admin, 'delete_permanently')
  expect(await claimLater()).toEqual([])
  await age(366)
  await change()
  expect(await claimLater()).toEqual([first, small])
})

test.each([
  [
    '30 days after its deletion',
    (id: string) => sql(`update projects set deleted_at = now() - interval '31 days' where id = $1`, [id]),
  ],
  ['when it is permanently deleted', (id: string) => rpc(admin, 'delete_permanently', { p_project: id })],
])('the versions of a project and their files are removed %s', async (_, go) => {
  const saved = await published()
  await publish([second], saved)
  await remove(saved.id)
  await go(saved.id)
  await change()
  expect(await history(saved.id)).toEqual([])
  expect(await claimLater()).toEqual([first, small, second])
})

test('the clean-up claims permanently deleted files immediately, even if visitors just saw them', async () => {
  const saved = await published()
  await publish([second], saved)
  await remove(saved.id)
  await rpc(admin, 'delete_permanently', { p_project: saved.id })
  expect(((await rpc('service', 'claim_unused_site_media')).body as string[]).sort()).toEqual([first, small, second])
})

describe('a permanently deleted image', () => {
  const deletePermanently = (...p_files: string[]) => rpc(admin, 'delete_image_permanently', { p_files })
  beforeEach(() => storeFiles(database, [video]))
  const refused = { status: 409, body: { message: 'photograph_shown' } }
  // Searches every column.
  const placesOf = async (...files: string[]) => {
    const tables = await sql<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r'
       and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace, 'auth'::regnamespace)`,
    )
    const named = await Promise.all(
      tables.map(async ({ name }) => {
        const found = await sql(`select from ${name} t where t::text ~ $1 limit 1`, [
          files.join('|').replaceAll('.', '\\.'),
        ])
        return found.length > 0 ? [name] : []
      }),
    )
    return named.flat().sort()
  }

  test('permanently deleting an image is refused while visitors can see it', async () => {
    const { id } = await published()
    const before = await history(id)
    expect(await deletePermanently(small, first)).toMatchObject(refused)
    await remove(id)
    await publishHome(fakeImage(second), { ...fakeImage(small, first), kind: 'video', video })
    for (const file of [first, video, second]) expect(await deletePermanently(file)).toMatchObject(refused)
    expect((await history(id)).slice(1)).toEqual(before)
    expect(await sql('select deleted_items from publications')).toEqual([{ deleted_items: 0 }])
  })

  test('permanently deleting an image removes every reference and queues its files for clean-up', async () => {
    const item = { ...fakeImage(small, first), kind: 'video', video }
    await publishHome(item, fakeImage(second))
    // The same video with another poster.
    await publishHome({ ...fakeImage(second), kind: 'video', video })
    await publishHome(fakeImage(second))
    const shown = await published([first, second])
    await publish([second], shown)
    const again = { base: 99, value: fakeImage(small, first) }
    await projects.change(shown.id, { 'photographs/0/picture': again, 'photographs/1/picture': again })
    await projects.change(shown.id, { 'photographs/1/removed': { base: 99, value: true } })
    for (const name of ['hidden', 'deleted', 'draft']) await published([first, second], name)
    await setStatus(toKey('hidden'), 'hidden')
    await remove(toKey('deleted'))
    await setStatus(toKey('draft'), 'draft')
    expect((await deletePermanently(small, first, video)).status).toBe(204)
    expect(await placesOf(small, first, video)).toEqual(['private.site_media_removals', 'storage.objects'])
    expect(((await rpc('service', 'claim_unused_site_media')).body as string[]).sort()).toEqual([first, small, video])
    expect(await placesOf(second)).toContain('projects')
  })

  test('permanently deleting an image requires a valid list of file names', async () => {
    for (const p_files of [null, [], [null], ['x'], [first, 'x'], [first, second, small, video, first]])
      expect(await rpc(admin, 'delete_image_permanently', { p_files }), `${p_files}`).toMatchObject({ status: 400 })
  })

  test('permanently deleting an image queues only stored files for the clean-up', async () => {
    expect((await deletePermanently(fakeFileName('e'), first)).status).toBe(204)
    expect(await sql('select name from private.site_media_removals')).toEqual([{ name: first }])
  })

  test('versions and publications count permanently deleted images and keep the remaining positions', async () => {
    await publishHome({ ...fakeImage(first), kind: 'video', video }, fakeImage(second))
    await publishHome()
    const saved = await published([first, second])
    await publish([second], saved)
    await deletePermanently(first)
    const [present, before] = await history(saved.id)
    expect(present).toMatchObject({ deleted: 0, draft: toDraft(contentWith(second)) })
    const { photographs } = toDraft(contentWith(first, second))
    expect(before).toMatchObject({ deleted: 1, draft: { title: 'A cellar in Camden' } })
    expect(before?.draft).toHaveProperty('photographs', { 1: photographs[1] })
    expect((await rpc(admin, 'publication_history')).body).toMatchObject([
      { items: [], deleted: 0 },
      { items: [{ position: 1, files: [second] }], deleted: 1 },
    ])
  })

  test('permanently deleting an image turns hidden or deleted projects with it into drafts', async () => {
    await published([first], 'hidden')
    await published([first], 'deleted')
    await setStatus(toKey('hidden'), 'hidden')
    await remove(toKey('deleted'))
    await deletePermanently(first)
    expect(await restore(toKey('deleted'))).toMatchObject({ status: 204 })
    expect(await setStatus(toKey('hidden'), 'published')).toMatchObject({ status: 409 })
    expect((await happened(toKey('hidden'))).map(([what]) => what)).toEqual(['unpublished', 'hidden', 'published'])
    expect((await rpc('visitor', 'site')).body).toMatchObject({ portfolio: [] })
  })

  test('an open editor learns of a permanently deleted image and cannot restore it', async () => {
    const saved = await published()
    await setStatus(saved.id, 'draft')
    const [row] = await sql<{ seen: number }>('select version::float8 as seen from projects')
    await deletePermanently(first)
    const { body } = await projects.change(saved.id, {}, { ...row, who: other })
    const { version: at } = body as Saved
    const gone = { at }
    expect(body).toMatchObject({
      fields: { 'photographs/0/removed': { ...gone, value: true }, 'photographs/0/picture': { ...gone, value: null } },
    })
    const late: Record<string, Change> = { 'photographs/0/picture': { base: at, value: fakeImage(first) } }
    await projects.change(saved.id, { 'photographs/0/removed': { base: at, value: false } })
    expect((await projects.change(saved.id, late)).body).toMatchObject({
      rejected: { 'photographs/0/picture': 'media_missing' },
    })
  })
})
