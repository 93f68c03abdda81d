import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  PROJECT_LIMITS,
  projectContentSchema,
  projectDraftSchema,
} from '../../supabase/functions/_shared/contract/project.ts'
import { SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'
import { startWithPeople } from './people.ts'

const database = await startWithPeople()
const { admin, member, former, rows, rpc, sql } = database
const other = await signedIn(database, 'other', { role: 'admin' })
afterAll(database.stop)

const fileOf = (letter: string, ending = 'webp') => `${letter.repeat(64)}.${ending}`
const image = {
  files: [fileOf('a'), fileOf('b', 'jpg'), fileOf('c')],
  widths: [640, 1024, 1600],
  ...{ width: 1600, height: 1200, placeholder: '#d6d0c8' },
  alt: 'A dry basement',
  description: '',
}
const content = {
  title: 'A cellar in Camden',
  location: 'Camden',
  completed: '2025-11',
  summary: 'One dry room under a terrace.',
  description: ['Dug by hand.'],
  services: ['Underpinning'],
  images: [image, { ...image, alt: 'A wet basement', files: [fileOf('a')], widths: [640] }],
  ...{ cover: 1, before: 1, after: 0 },
}
const empty = {
  ...{ title: '', location: '', completed: '', summary: '', description: [], services: [], images: [], cover: 0 },
  ...{ before: null, after: null },
}

const picture = (change: object) => ({ ...content, images: [{ ...image, ...change }, image] })

type Saved = { id: string; version: number }
type Row = Saved & { built_in: boolean; status: string }
const call = async (name: string, body: object = {}, who: Identity = admin) => await rpc(who, name, body)
const save = (id: string, version: number | null, draft: object, who?: Identity) =>
  call('save_project', { p_id: id, p_version: version, p_draft: draft }, who)
const publish = ({ id, version }: Saved, wanted?: string) =>
  call('publish_project', { p_id: id, p_version: version, ...(wanted && { p_wanted_id: wanted }) })
const setStatus = (id: string, status: string, isBuiltIn = false) =>
  call('set_project_status', { p_id: id, p_status: status, p_built_in: isBuiltIn })
const order = (ids: string[], builtIn: string[]) => call('order_portfolio', { p_ids: ids, p_built_in: builtIn })
type Site = { portfolio: (Row & { content: object | null })[] }
const portfolio = async (who: Identity = 'visitor') => ((await call('site', {}, who)).body as Site).portfolio
const visible = async (id: string) => (await call('published_project', { p_id: id }, 'visitor')).body
const known = async () => (await call('admin_portfolio')).body as Row[]
const find = async (id: string) => (await known()).find((row) => row.id === id)
const read = async (id: string) => ((await callAs(database, admin, `/rest/v1/projects?id=eq.${id}`)).body as Saved[])[0]
const added = async (id = 'cellar', draft: object = content) => (await save(id, null, draft)).body as Saved
const shown = async (id?: string) => (await publish(await added(id))).body as Saved
const age = (id: string, days: number) =>
  sql(`update projects set deleted_at = now() - make_interval(days => $2) where id = $1`, [id, days])

const changed = { status: 409, body: { message: 'project_changed' } }

const store = (names: string[]) =>
  sql(
    `insert into storage.objects (bucket_id, name) select '${SITE_MEDIA_BUCKET}', unnest($1::text[]) on conflict do nothing`,
    [names],
  )
beforeEach(async () => {
  await sql('delete from projects')
  await store(image.files)
})

test.each([
  ['save_project', { p_id: 'x', p_version: null, p_draft: empty }],
  ['publish_project', { p_id: 'own', p_version: 1 }],
  ['set_project_status', { p_id: 'built-in', p_status: 'hidden', p_built_in: true }],
  ['order_portfolio', { p_ids: ['built-in', 'own'], p_built_in: ['built-in'] }],
  ['delete_project', { p_id: 'own' }],
  ['restore_project', { p_id: 'own' }],
  ['delete_for_good', {}],
  ['admin_portfolio', {}],
  ['missing_site_media', { p_names: [] }],
])('administrators may call %s, and nobody else', async (name, body) => {
  await added('own')
  const before = await sql('select * from projects')
  for (const who of ['visitor', 'service', member, former] as const)
    expect(await rpc(who, name, body)).toMatchObject({ status: who === 'visitor' ? 401 : 403, body: { code: '42501' } })
  expect(await sql('select * from projects')).toEqual(before)
  expect((await rpc(admin, name, body)).status).toBeLessThan(300)
})

test('administrators read the table and write it by the functions alone, others do not even see a row', async () => {
  const { id } = await shown()
  const refused = { body: { code: '42501' } }
  expect((await rows(admin, 'GET', 'projects')).body).toEqual([{ id }])
  for (const who of [member, former]) expect((await rows(who, 'GET', 'projects')).body).toEqual([])
  for (const who of ['visitor', 'service'] as const) expect(await rows(who, 'GET', 'projects')).toMatchObject(refused)
  for (const who of ['visitor', 'service', member, former, admin] as const) {
    for (const method of ['POST', 'PATCH'])
      expect(await rows(who, method, 'projects?id=eq.cellar', { status: 'hidden' })).toMatchObject(refused)
    expect(await callAs(database, who, '/rest/v1/projects?id=eq.cellar', { method: 'DELETE' })).toMatchObject(refused)
  }
})

test('visitors get the cards of what is published, in order, and one project whole; no drafts, versions or addresses', async () => {
  await shown('first')
  const { id } = await shown('second')
  await added('draft', { ...content, title: 'Not yet' })
  await order(['first', 'built-in', 'second'], ['built-in'])
  const { description, services, images, cover, ...words } = content
  const card = { ...words, image: images[1], before: images[1], after: images[0] }
  const own = { built_in: false, status: 'published', published_at: expect.any(String) }
  expect(await portfolio()).toEqual([
    { ...own, id: 'first', position: 1, content: card },
    { id: 'built-in', built_in: true, position: 2, status: 'published', published_at: null, content: null },
    { ...own, id: 'second', position: 3, content: card },
  ])
  expect(await visible(id)).toEqual(content)
  for (const hidden of ['draft', 'built-in', 'none']) expect(await visible(hidden)).toBeNull()
  expect(await portfolio(member)).toEqual(await portfolio())
})

test('visitors see an edit only once it is published, and nothing of what is hidden, unpublished or deleted', async () => {
  const { id, version } = await shown()
  const edited = { ...content, title: 'A cellar, edited' }
  const next = (await save(id, version, edited)).body as Saved
  expect(await visible(id)).toEqual(content)
  await publish(next)
  const isGone = async () => expect([await visible(id), await portfolio()]).toEqual([null, []])
  await setStatus(id, 'hidden')
  await isGone()
  await setStatus(id, 'published')
  expect(await visible(id)).toEqual(edited)
  await setStatus(id, 'draft')
  await isGone()
  expect(await read(id)).toMatchObject({ draft: edited, published: null })
  await publish((await find(id)) as Row)
  await call('delete_project', { p_id: id })
  await isGone()
})

test('visitors get scripts as the text they are', async () => {
  const script = '<script>alert("1")</script>'
  const words = { title: script, location: script, summary: script, description: [script], services: [script] }
  const hostile = { ...content, ...words, images: [{ ...image, alt: script, description: script }, image] }
  const { id } = (await publish(await added('x', hostile))).body as Saved
  expect(await visible(id)).toEqual(hostile)
})

test('of two administrators the second is told; the same again, after a lost response, is no second change', async () => {
  const { id, version } = await added()
  expect(await added()).toEqual({ id, version })
  const [mine, theirs] = ['Mine', 'Theirs'].map((title) => ({ ...content, title })) as [object, object]
  for (const _ of ['once', 'twice'])
    expect(await save(id, version, theirs, other)).toMatchObject({ status: 200, body: { id, version: version + 1 } })
  expect(await save(id, version, mine)).toMatchObject(changed)
  expect(await publish({ id, version })).toMatchObject(changed)
  expect(await read(id)).toMatchObject({ draft: theirs, published: null, updated_by: other.email })
  for (const change of [() => setStatus(id, 'draft'), () => call('delete_project', { p_id: id })]) {
    const seen = (await find(id)) as Row
    await change()
    expect(await save(id, seen.version, mine)).toMatchObject(changed)
  }
})

test('an id is never given twice: not that of a draft, a built-in or a deleted project', async () => {
  expect((await added('cellar')).id).toBe('cellar')
  await setStatus('mayfair', 'hidden', true)
  await call('delete_project', { p_id: 'cellar' })
  await age('cellar', 31)
  const long = 'x'.repeat(80)
  const given = []
  for (const [index, wanted] of ['cellar', 'cellar', 'mayfair', long, long].entries())
    given.push((await added(wanted, { ...content, title: `Number ${index}` })).id)
  expect(given).toEqual(['cellar-2', 'cellar-3', 'mayfair-2', long, `${'x'.repeat(76)}-2`])
  for (const wrong of ['Cellar', 'a/b', '-a', 'a--b', '', 'x'.repeat(81), null])
    expect(await save(wrong as string, null, { ...content, title: 'Wrong' })).toMatchObject({ status: 400 })
})

test('an id follows the title until it is first published, and then stays', async () => {
  expect((await publish(await added('untitled'), 'cellar')).body).toEqual({ id: 'cellar', version: 2 })
  await setStatus('cellar', 'draft')
  expect((await publish({ id: 'cellar', version: 3 }, 'basement')).body).toEqual({ id: 'cellar', version: 4 })
  const second = await added('cellar', { ...content, title: 'Second' })
  expect((await publish(second, 'cellar')).body).toEqual({ id: 'cellar-2', version: 2 })
})

test('built-in projects are hidden, shown and moved, and no more; new ones come first', async () => {
  await setStatus('mayfair', 'hidden', true)
  await added('own')
  expect(await known()).toMatchObject([{ id: 'own' }, { id: 'mayfair', status: 'hidden' }])
  expect(await portfolio()).toMatchObject([{ id: 'mayfair', status: 'hidden', position: null, content: null }])
  await setStatus('mayfair', 'published', true)
  await order(['feltham', 'own', 'mayfair'], ['feltham', 'mayfair'])
  await added('newest', empty)
  expect((await known()).map(({ id }) => id)).toEqual(['newest', 'feltham', 'own', 'mayfair'])
  expect(await setStatus('mayfair', 'draft', true)).toMatchObject({ status: 400, body: { code: '23514' } })
  expect(await save('mayfair', 2, content)).toMatchObject(changed)
  expect(await publish({ id: 'mayfair', version: 2 })).toMatchObject(changed)
  expect(await call('delete_project', { p_id: 'mayfair' })).toMatchObject({ status: 400, body: { code: '23514' } })
})

test('a change of what was deleted, renamed or never there is refused, and makes no row', async () => {
  await added('own', empty)
  const { id } = await shown()
  await call('delete_project', { p_id: id })
  for (const status of ['draft', 'hidden'])
    for (const gone of [id, 'none']) expect(await setStatus(gone, status)).toMatchObject(changed)
  expect(await setStatus(id, 'hidden', true)).toMatchObject(changed)
  expect(await order(['mayfair', 'none', 'own'], ['mayfair'])).toMatchObject(changed)
  expect((await known()).map((row) => [row.id, row.built_in, row.status])).toEqual([
    [id, false, 'published'],
    ['own', false, 'draft'],
  ])
})

test('what is deleted comes back as it was within 30 days, and then is gone but for its id', async () => {
  const { id } = await shown()
  await call('delete_project', { p_id: id })
  await age(id, 29)
  const deleted = await find(id)
  await call('delete_project', { p_id: id })
  expect(await find(id)).toEqual(deleted)
  expect((await call('restore_project', { p_id: id })).status).toBeLessThan(300)
  expect(await visible(id)).toEqual(content)
  await call('delete_project', { p_id: id })
  await age(id, 31)
  expect(await known()).toEqual([])
  const missing = { status: 404, body: { message: 'project_missing' } }
  for (const gone of [id, 'none']) expect(await call('restore_project', { p_id: gone })).toMatchObject(missing)
  expect(await call('delete_project', { p_id: 'none' })).toMatchObject(missing)
  await added('another', empty)
  const left = await sql('select draft, published, updated_by from projects where id = $1', [id])
  expect(left).toEqual([{ draft: null, published: null, updated_by: '' }])
})

test('there is room for 200 own projects and 300 in order', async () => {
  const insert = `insert into projects (id, position, draft) select 'p' || n, n, $1 from generate_series(1, 199) n`
  await sql(insert, [JSON.stringify(empty)])
  await added('last')
  expect((await save('more', null, { ...content, title: 'More' })).body).toMatchObject({ message: 'too_many_projects' })
  const ids = Array.from({ length: 301 }, (_, index) => `b${index}`)
  expect((await order(ids.slice(1), ids)).status).toBeLessThan(300)
  expect(await order(ids, ids)).toMatchObject({ status: 400, body: { code: '23514' } })
})

test('the list is short and put in order at once, though every project is as long as it may be', async () => {
  const draft = JSON.stringify({ ...content, images: Array(30).fill({ ...image, description: 'x'.repeat(300) }) })
  // Checking all of it would take as long as the test may.
  await sql('alter table projects disable trigger user')
  await sql(
    `insert into projects (id, position, status, draft, published)
     select 'p' || n, n, 'published', $1, $1 from generate_series(1, 200) n`,
    [draft],
  )
  await sql(`update projects set draft = jsonb_set(draft, '{title}', '"Edited"') where id = 'p200'`)
  await sql('alter table projects enable trigger user')
  const cards = await known()
  expect(JSON.stringify(cards).length).toBeLessThan(100_000)
  const card = { title: content.title, location: 'Camden', cover: fileOf('a'), has_changes: false }
  expect(cards[0]).toMatchObject(card)
  expect(cards.at(-1)).toMatchObject({ ...card, title: 'Edited', has_changes: true })

  const written = () => sql<{ id: string; xmin: string }>('select id, xmin::text from projects order by position')
  const before = await written()
  const ids = before.map(({ id }) => id)
  const started = performance.now()
  await order([...ids.slice(1, 100), 'p1', ...ids.slice(100)], [])
  expect(performance.now() - started).toBeLessThan(500)
  const after = await written()
  expect(after[99]?.id).toBe('p1')
  expect(after.slice(100)).toEqual(before.slice(100))
})

test('only stored files are named, and those of a project stay until it cannot be restored any more', async () => {
  const missing = { status: 422, body: { message: 'media_missing' } }
  const withFile = (letter: string) => picture({ files: [fileOf(letter)], widths: [1] })
  expect(await save('cellar', null, withFile('d'))).toMatchObject(missing)
  await store([fileOf('d')])
  await sql(`update storage.objects set created_at = now() - interval '25 hours'`)
  const claim = async () => {
    await sql(`update private.released_media set released_at = now() - interval '31 days'`)
    return ((await call('claim_unused_site_media', {}, 'service')).body as string[]).sort()
  }

  const { id, version } = (await publish(await added('cellar', withFile('d')))).body as Saved
  const { version: next } = (await save(id, version, content)).body as Saved
  expect(await claim()).toEqual([])
  await publish({ id, version: next })
  const unstored = async () =>
    (await call('missing_site_media', { p_names: [fileOf('d'), fileOf('a'), fileOf('e')] })).body
  expect(await unstored()).toEqual([fileOf('e')])
  expect(await claim()).toEqual([fileOf('d')])
  expect(await unstored()).toEqual([fileOf('d'), fileOf('e')])
  expect(await save(id, next + 1, withFile('d'))).toMatchObject(missing)

  await setStatus(id, 'draft')
  await call('delete_project', { p_id: id })
  await age(id, 29)
  expect(await claim()).not.toContain(fileOf('a'))
  await age(id, 31)
  expect(await claim()).toEqual([...image.files, fileOf('d')].sort())
})

describe('contract and database agree about', () => {
  const text = (size: number) => 'ü'.repeat(size)
  const many = (count: number) => Array(count).fill('x') as string[]
  const sized: { [name: string]: (size: number) => object } = {
    description: (size) => ({ description: many(size) }),
    paragraph: (size) => ({ description: [text(size)] }),
    services: (size) => ({ services: many(size) }),
    service: (size) => ({ services: [text(size)] }),
    images: (size) => ({ images: Array(size).fill(image), cover: 0, before: null, after: null }),
    alt: (size) => picture({ alt: text(size) }),
    caption: (size) => picture({ description: text(size) }),
  }
  const agree = async (change: object, publishable: boolean, draftable: boolean) => {
    const tried = { ...content, ...change }
    const query = 'select private.is_project_content($1, 1) as p, private.is_project_content($1, 0) as d'
    expect(await sql(query, [JSON.stringify(tried)])).toEqual([{ p: publishable, d: draftable }])
    const takes = (schema: v.GenericSchema) => v.safeParse(schema, tried).success
    expect([takes(projectContentSchema), takes(projectDraftSchema)]).toEqual([publishable, draftable])
  }

  test.each(Object.entries(PROJECT_LIMITS))('the limits of %s', async (name, [least, most]) => {
    const make = sized[name] ?? ((size) => ({ [name]: text(size) }))
    for (const size of [least, most]) await agree(make(size), true, true)
    await agree(make(most + 1), false, false)
    if (least > 0) await agree(make(least - 1), false, true)
  })

  test('which numbers are whole, of what only JSON tells apart', async () => {
    for (const number of ['1.0', '-0.0', '1e-1', '10e-1']) {
      const tried = JSON.stringify(content).replace('"cover":1', `"cover":${number}`)
      expect(await sql('select private.is_project_content($1, 0) as is', [tried])).toEqual([{ is: false }])
    }
  })

  const fileOrNone = (...files: unknown[]) => picture({ files, widths: files.map(() => 1) })
  test.each<[string, object[]]>([
    ['months', [{ completed: '2025-13' }, { completed: '2025' }, { completed: 2025 }]],
    ['covers', [{ cover: 2 }, { cover: -1 }, { cover: 0.5 }, { cover: null }]],
    ['a before and an after', [{ before: 2 }, { after: '1' }, { after: undefined }, { before: 0, after: 0 }]],
    ['texts and lists', [{ title: null }, { description: 'x' }, { services: [null] }, { images: [image, 'x'] }]],
    [
      'files',
      [fileOrNone(), fileOrNone(fileOf('a', 'svg')), fileOrNone(`../${fileOf('a')}`), fileOrNone(fileOf('a'), null)],
    ],
    ['as many files', [fileOrNone(...Array(4).fill(fileOf('a'))), picture({ widths: [1, 2] })]],
    ['sizes', [picture({ height: 10_001 }), picture({ width: 0 }), picture({ widths: [0, 1, 2] })]],
    ['colours', [picture({ placeholder: 'red' }), picture({ placeholder: null })]],
  ])('%s that are none', async (_, changes) => {
    for (const change of changes) await agree(change, false, false)
  })

  test('what may be missing, in a draft and when published; other keys only the database refuses', async () => {
    await agree({ before: null, after: null, services: [] }, true, true)
    await agree(empty, false, true)
    const refused = { status: 400, body: { code: '23514' } }
    expect(await publish(await added('x', empty))).toMatchObject(refused)
    for (const draft of [{ ...content, more: 1 }, picture({ more: 1 }), [], null])
      expect(await save('x', null, draft as object)).toMatchObject(refused)
  })
})
