import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadRules } from '../../src/domain/media-upload.ts'
import { PUBLICATION_LIMITS, SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import { callAs, type Identity } from '../support/backend-users.ts'
import { fakeFileName, fakeImage, storeFiles } from '../support/custom-projects.ts'
import { startWithUsers } from '../support/test-users.ts'

const database = await startWithUsers()
const { admin, outsiders, rows, rpc, sql } = database
afterAll(database.stop)

const builtIn = { place: 'hero', position: 0, kind: 'built-in', built_in: '/pictures/hero/01-terrace' }
const image = { place: 'latest', position: 0, kind: 'image', alt: 'A dry basement', ...fakeImage(fakeFileName('a')) }
const video = { ...image, place: 'hero', kind: 'video', video: fakeFileName('b', 'mp4') }

const newest = async () =>
  (await sql<{ id: number | null }>('select max(id)::float8 as id from publications'))[0]?.id ?? null
const publish = async (items: object[], who: Identity = admin) =>
  rpc(who, 'publish', { p_items: items, p_replaces: await newest() })

beforeEach(() => storeFiles(database, [fakeFileName('a'), fakeFileName('a', 'svg'), fakeFileName('b', 'mp4')]))

test('visitors get the current publication but cannot read the publication tables', async () => {
  const current = async (who: Identity) => ((await rpc(who, 'site')).body as { publication: object | null }).publication
  expect(await current('visitor')).toBeNull()
  await publish([builtIn])
  const before = await newest()
  const second = { ...image, position: 1 }
  expect(await publish([second, image])).toMatchObject({ status: 200 })
  const id = await newest()
  const read = async (who: Identity) => [
    (await rows(who, 'GET', 'publications?order=id.desc')).body,
    (await callAs(database, who, '/rest/v1/publication_items?select=id:publication_id&order=publication_id.desc')).body,
  ]
  const both = [{ id }, { id: before }]
  for (const who of [admin, 'service'] as const) expect(await read(who)).toEqual([both, [{ id }, ...both]])
  expect(await read('visitor')).toMatchObject([{ code: '42501' }, { code: '42501' }])
  for (const who of outsiders) expect(await read(who)).toEqual([[], []])
  for (const who of [admin, ...outsiders, 'visitor'] as const)
    expect(await current(who)).toEqual({ id, items: [image, second] })
})

describe('an administrator', () => {
  test('only administrators publish, and only through the publish function', async () => {
    const id = await newest()
    const refused = { body: { code: '42501' } }
    expect(await rows(admin, 'POST', 'publications', { published_by: admin.id })).toMatchObject(refused)
    expect(await rows(admin, 'DELETE', `publications?id=eq.${id}`)).toMatchObject(refused)
    for (const who of ['visitor', 'service', ...outsiders] as const)
      expect(await publish([], who)).toMatchObject(refused)
    expect(await newest()).toBe(id)
  })

  test('an administrator can upload files but not list, change or remove them', async () => {
    const name = fakeFileName('d')
    const path = `/storage/v1/object/${SITE_MEDIA_BUCKET}/${name}`
    const headers = { 'content-type': 'image/webp' }
    const send = (who: Identity, method: string, at = path) =>
      callAs(database, who, at, { method, body: 'RIFF', headers })
    const list = async (who: Identity) => {
      const call = { method: 'POST', body: { prefix: '' } }
      const { body } = await callAs(database, who, `/storage/v1/object/list/${SITE_MEDIA_BUCKET}`, call)
      return (body as { name: string }[]).map((file) => file.name)
    }
    const refused = { status: 400, body: { statusCode: '403' } }
    for (const who of ['visitor', ...outsiders] as const) expect(await send(who, 'POST')).toMatchObject(refused)
    expect(await send(admin, 'POST', path.replace('ddd', 'ddx'))).toMatchObject(refused)
    expect(await send(admin, 'POST')).toMatchObject({ status: 200 })
    expect(await send(admin, 'POST')).toMatchObject({ status: 400, body: { statusCode: '409' } })
    for (const who of ['visitor', ...outsiders, admin] as const) expect(await list(who)).toEqual([])
    expect(await send(admin, 'PUT')).toMatchObject(refused)
    const copy = { bucketId: SITE_MEDIA_BUCKET, sourceKey: name, destinationKey: fakeFileName('e') }
    const unseen = { status: 400, body: { statusCode: '404' } }
    expect(await callAs(database, admin, '/storage/v1/object/copy', { method: 'POST', body: copy })).toMatchObject(
      unseen,
    )
    await callAs(database, admin, path, { method: 'DELETE' })
    expect(await sql('select 1 from storage.objects where name = $1', [name])).toHaveLength(1)
  })

  test('an administrator reads the live publication and ten before it, with publishers', async () => {
    type Entry = { id: number; publisher: string; items: object[] }
    const history = async () => (await rpc(admin, 'publication_history')).body as Entry[]
    await publish([builtIn])
    await publish([])
    const [present, before] = await history()
    expect(present).toMatchObject({ id: await newest(), publisher: admin.email, items: [] })
    expect(before?.items).toMatchObject([builtIn])
    const by = await sql('select distinct published_by as by from publications where id = $1', [present?.id])
    expect(by).toEqual([{ by: admin.id }])

    await sql('delete from publications')
    for (let count = 0; count < 13; count += 1) await publish([builtIn])
    const ids = (await history()).map(({ id }) => id)
    expect(ids).toHaveLength(11)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(ids[0]).toBe(await newest())
    expect(await sql('select 1 from publication_items')).toHaveLength(11)
  })

  test('publishing is refused if the live publication has changed or a file is missing', async () => {
    const seen = await newest()
    await publish([])
    const late = await rpc(admin, 'publish', { p_items: [], p_replaces: seen })
    expect(late).toMatchObject({ status: 409, body: { message: 'published_meanwhile' } })
    const before = await newest()
    const missing = { status: 422, body: { message: 'media_missing' } }
    expect(await publish([builtIn, { ...image, files: [fakeFileName('e')] }])).toMatchObject(missing)
    expect(await newest()).toBe(before)
  })
})

describe('publication limits', () => {
  const last = { hero: PUBLICATION_LIMITS.hero - 1, latest: PUBLICATION_LIMITS.latest - 1 }
  const without = (name: string) => Object.fromEntries(Object.entries(image).filter(([key]) => key !== name))
  test.each<[string, object, number]>([
    ['accepts the last hero slide', { ...builtIn, position: last.hero }, 200],
    ['rejects a hero slide too many', { ...builtIn, position: last.hero + 1 }, 400],
    ['accepts the last project image', { ...image, position: last.latest }, 200],
    ['rejects a project image too many', { ...image, position: last.latest + 1 }, 400],
    ['accepts the longest alt text', { ...image, alt: '😀'.repeat(PUBLICATION_LIMITS.alt) }, 200],
    ['rejects an alt text that is too long', { ...image, alt: 'x'.repeat(PUBLICATION_LIMITS.alt + 1) }, 400],
    ['accepts a video with its poster', video, 200],
    ['rejects a video in the projects slot', { ...video, place: 'latest' }, 400],
    ['rejects a bundled image in the projects slot', { ...builtIn, place: 'latest' }, 400],
    ['rejects an unknown kind', { ...image, kind: 'project' }, 400],
    ['rejects a video without its file', { ...video, video: undefined }, 400],
    ['rejects an unknown slot', { ...image, place: 'footer' }, 400],
    ...['files', 'widths', 'width', 'height', 'placeholder'].map((name): [string, object, number] => [
      `rejects an image without its ${name}`,
      without(name),
      400,
    ]),
    ['rejects an image without files', { ...image, files: [], widths: [] }, 400],
    ['rejects an image that is too large', { ...image, width: 10_001 }, 400],
    ['rejects a width beyond the maximum', { ...image, widths: [10_001] }, 400],
    ['rejects an invalid colour', { ...image, placeholder: 'red' }, 400],
    ['rejects a width without its file', { ...image, widths: [640, 1024] }, 400],
    [
      'rejects five files per image',
      { ...image, files: Array(5).fill(fakeFileName('a')), widths: [1, 2, 3, 4, 5] },
      400,
    ],
    ['rejects a file that is null', { ...image, files: [null] }, 400],
    ['rejects a width that is null', { ...image, widths: [null] }, 400],
    ['rejects nested files', { ...image, files: [[fakeFileName('a')]] }, 400],
    ['rejects nested widths', { ...image, widths: [[640]] }, 400],
    ['rejects a file of another type', { ...image, files: [fakeFileName('a', 'svg')] }, 400],
    ['rejects a bundled image from another host', { ...builtIn, built_in: '//elsewhere.example' }, 400],
    ['rejects a bundled image with a file', { ...builtIn, video: fakeFileName('b', 'mp4') }, 400],
  ])('the publish function %s', async (_, item, status) => {
    const answer = await publish([item])
    expect(answer.status).toBe(status)
    // A retry can't help.
    if (status === 400) expect(answer.body).toMatchObject({ message: 'publication_items' })
  })

  test('the media bucket is public and accepts only the listed types and size', async () => {
    const buckets = await sql(
      'select public, file_size_limit::int as size, allowed_mime_types as types from storage.buckets where name = $1',
      [SITE_MEDIA_BUCKET],
    )
    const types = ['video/mp4', 'video/webm', 'video/ogg', 'image/jpeg', 'image/png', 'image/gif', 'image/webp']
    expect(buckets).toEqual([{ public: true, size: uploadRules.video.maxBytes, types }])
  })
})
