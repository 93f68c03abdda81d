import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PUBLICATION_LIMITS, SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

let backend: TestBackend
let admin: Identity & { id: string; email: string }

beforeAll(async () => {
  backend = await createTestBackend()
  admin = await signedIn(backend, 'publications-admin', { role: 'admin' })
})
afterAll(() => backend.stop())

const fileOf = (letter: string, ending = 'webp') => `${letter.repeat(64)}.${ending}`
const builtIn = { place: 'hero', position: 0, kind: 'built-in', built_in: '/pictures/hero/01-terrace' }
const image = {
  place: 'latest',
  position: 0,
  kind: 'image',
  alt: 'A dry basement',
  stills: [fileOf('a')],
  still_widths: [640],
  width: 640,
  height: 480,
}
const video = { ...image, place: 'hero', kind: 'video', video: fileOf('b', 'mp4') }

const rpc = (who: Identity, name: string, body: object = {}) =>
  callAs(backend, who, `/rest/v1/rpc/${name}`, { method: 'POST', body })
const newest = async () => {
  const [row] = await backend.sql<{ id: number | null }>('select max(id)::int as id from publications')
  return row?.id ?? null
}
const publish = async (items: object[], who: Identity = admin) =>
  rpc(who, 'publish', { p_items: items, p_replaces: await newest() })

beforeEach(async () => {
  for (const name of [fileOf('a'), fileOf('a', 'svg'), fileOf('b', 'mp4')])
    await backend.sql(`insert into storage.objects (bucket_id, name) values ($1, $2) on conflict do nothing`, [
      SITE_MEDIA_BUCKET,
      name,
    ])
})

describe('visitors', () => {
  test('read the current publication and its items, and no other', async () => {
    expect(await publish([builtIn])).toMatchObject({ status: 200 })
    expect(await publish([image])).toMatchObject({ status: 200 })
    const id = await newest()
    expect(await rpc('visitor', 'current_publication')).toMatchObject({ body: { id, items: [image] } })
    expect((await callAs(backend, 'visitor', '/rest/v1/publications?select=id')).body).toEqual([{ id }])
    const items = await callAs(backend, 'visitor', '/rest/v1/publication_items?select=publication_id')
    expect(items.body).toEqual([{ publication_id: id }])
  })
})

describe('an administrator', () => {
  test('writes no publication but by publishing one', async () => {
    await publish([builtIn])
    const id = await newest()
    const item = { ...builtIn, publication_id: id, position: 1 }
    for (const [path, method, body] of [
      ['publications', 'POST', { published_by: admin.id }],
      ['publication_items', 'POST', item],
      [`publications?id=eq.${id}`, 'DELETE', undefined],
    ] as const)
      expect(await callAs(backend, admin, `/rest/v1/${path}`, { method, body })).toMatchObject({
        status: 403,
        body: { code: '42501' },
      })
    expect(await newest()).toBe(id)
  })

  test('adds files, lists them, and can neither change nor remove one', async () => {
    const name = fileOf('d')
    const path = `/storage/v1/object/${SITE_MEDIA_BUCKET}/${name}`
    const headers = { 'content-type': 'image/webp' }
    expect(await callAs(backend, admin, path, { method: 'POST', body: 'RIFF', headers })).toMatchObject({ status: 200 })
    const list = await callAs(backend, admin, `/storage/v1/object/list/${SITE_MEDIA_BUCKET}`, {
      method: 'POST',
      body: { prefix: '' },
    })
    expect((list.body as { name: string }[]).map((file) => file.name)).toContain(name)
    expect(await callAs(backend, admin, path, { method: 'PUT', body: 'other', headers })).not.toMatchObject({
      status: 200,
    })
    await callAs(backend, admin, path, { method: 'DELETE' })
    expect(await backend.sql('select 1 from storage.objects where name = $1', [name])).toHaveLength(1)
  })

  test('reads who published when, newest first', async () => {
    await publish([builtIn])
    await publish([])
    const history = (await rpc(admin, 'publication_history')).body as {
      id: number
      publisher: string
      items: object[]
    }[]
    expect(history[0]).toMatchObject({ id: await newest(), publisher: admin.email, items: [] })
    expect(history[1]?.items).toMatchObject([builtIn])
    expect(history.map(({ id }) => id)).toEqual(history.map(({ id }) => id).sort((a, b) => b - a))
  })

  test('lists ten publications beside the present one, and keeps others for thirty days', async () => {
    await backend.sql('delete from publications')
    const stored = () => backend.sql('select 1 from publication_items')
    for (let count = 0; count < 13; count += 1) await publish([builtIn])
    expect((await rpc(admin, 'publication_history')).body).toHaveLength(11)
    expect(await stored()).toHaveLength(13)
    await backend.sql(`update publications set published_at = now() - interval '31 days'`)
    await publish([builtIn])
    expect(await stored()).toHaveLength(11)
  })

  test('publishes only in place of what there is', async () => {
    await publish([])
    const seen = await newest()
    await publish([])
    const late = await rpc(admin, 'publish', { p_items: [], p_replaces: seen })
    expect(late).toMatchObject({ status: 409, body: { message: 'published_meanwhile' } })
  })

  test('publishes nothing half: without a file there is no publication', async () => {
    const before = await newest()
    expect(await publish([builtIn, { ...image, stills: [fileOf('e')] }])).toMatchObject({
      status: 422,
      body: { message: 'media_missing' },
    })
    expect(await newest()).toBe(before)
  })

  // The matrix of rights asks with items that are none, which anybody is refused.
  test('is one no longer when the role is gone', async () => {
    const former = await signedIn(backend, 'publications-former', { role: 'admin' })
    await backend.sql(`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`, [former.id])
    expect(await publish([], former)).toMatchObject({ status: 403, body: { code: '42501' } })
  })
})

describe('what the contract accepts fits, and more does not', () => {
  const cases: [string, object, number][] = [
    ['the last slide', { ...builtIn, position: PUBLICATION_LIMITS.hero - 1 }, 200],
    ['a slide too many', { ...builtIn, position: PUBLICATION_LIMITS.hero }, 400],
    ['the last project', { ...image, position: PUBLICATION_LIMITS.latest - 1 }, 200],
    ['a project too many', { ...image, position: PUBLICATION_LIMITS.latest }, 400],
    ['the longest words', { ...image, alt: '😀'.repeat(PUBLICATION_LIMITS.alt) }, 200],
    ['words that are too long', { ...image, alt: 'x'.repeat(PUBLICATION_LIMITS.alt + 1) }, 400],
    ['a video with its poster', video, 200],
    ['a video among the projects', { ...video, place: 'latest' }, 400],
    ['a video without its file', { ...video, video: undefined }, 400],
    ['a picture without files', { ...image, stills: [], still_widths: [], width: undefined, height: undefined }, 400],
    ['a picture without its size', { ...image, width: undefined, height: undefined }, 400],
    ['a width without its file', { ...image, still_widths: [640, 1024] }, 400],
    ['a file that is none', { ...image, stills: [null] }, 400],
    ['a width that is none', { ...image, still_widths: [null] }, 400],
    ['files within files', { ...image, stills: [[fileOf('a')]] }, 400],
    ['widths within widths', { ...image, still_widths: [[640]] }, 400],
    ['a file of another kind', { ...image, stills: [fileOf('a', 'svg')] }, 400],
    ['a built-in picture elsewhere', { ...builtIn, built_in: '//elsewhere.example' }, 400],
    ['a built-in picture with a file', { ...builtIn, video: fileOf('b', 'mp4') }, 400],
  ]
  test.each(cases)('%s', async (_, item, status) => {
    const answer = await publish([item])
    expect(answer.status).toBe(status)
    // What the publish function takes for the caller's fault.
    if (status === 400) expect(answer.body).toMatchObject({ code: '23514' })
  })

  test('the bucket takes the size that the draft takes and none but these types, and is public', async () => {
    const { uploadRules } = await import('../../src/domain/media-upload.ts')
    const [bucket] = await backend.sql(
      'select public, file_size_limit::int as size, allowed_mime_types as types from storage.buckets',
    )
    expect(bucket).toEqual({
      public: true,
      size: uploadRules.video.maxBytes,
      types: ['video/mp4', 'video/webm', 'video/ogg', 'image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    })
  })
})

test('only the server learns which files are unused, and those count as not stored until they are deleted', async () => {
  const old = fileOf('f')
  await backend.sql(
    `insert into storage.objects (bucket_id, name, created_at) values ($1, $2, now() - interval '25 hours'), ($1, $3, now())`,
    [SITE_MEDIA_BUCKET, old, fileOf('0')],
  )
  await backend.sql(`update storage.objects set created_at = now() - interval '25 hours' where name = $1`, [
    fileOf('a'),
  ])
  await publish([image])
  expect(await rpc(admin, 'claim_unused_site_media')).toMatchObject({ status: 403, body: { code: '42501' } })
  expect((await rpc('service', 'claim_unused_site_media')).body).toEqual([old])
  const withOld = { ...image, stills: [old] }
  expect(await publish([withOld])).toMatchObject({ status: 422, body: { message: 'media_missing' } })
  await backend.sql('update storage.objects set created_at = now() where name = $1', [old])
  expect(await publish([withOld])).toMatchObject({ status: 200 })
})
