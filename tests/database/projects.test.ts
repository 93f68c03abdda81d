import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  PROJECT_LIMITS,
  projectContentSchema,
  projectDraftSchema,
} from '../../supabase/functions/_shared/contract/project.ts'
import { SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'
import { draftOf, keyOf, ownProjects, type Saved } from './own-projects.ts'
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
const draft = draftOf(content)

const picture = (change: object) => ({ ...content, images: [{ ...image, ...change }, image] })

type Row = Saved & { address: string | null; built_in: boolean; status: string }
const call = async (name: string, body: object = {}, who: Identity = admin) => await rpc(who, name, body)
const { save, publish } = ownProjects(database)
const setStatus = (id: string, status: string, isBuiltIn = false) =>
  call('set_project_status', { p_id: id, p_status: status, p_built_in: isBuiltIn })
const order = (ids: string[], builtIn: string[]) => call('order_portfolio', { p_ids: ids, p_built_in: builtIn })
type Site = { portfolio: (Row & { content: object | null })[] }
const portfolio = async (who: Identity = 'visitor') => ((await call('site', {}, who)).body as Site).portfolio
const visible = async (address: string) => (await call('published_project', { p_id: address }, 'visitor')).body
const known = async () => (await call('admin_portfolio')).body as Row[]
const find = async (id: string) => (await known()).find((row) => row.id === id)
const read = async (id: string) => ((await callAs(database, admin, `/rest/v1/projects?id=eq.${id}`)).body as Saved[])[0]
const added = async (name = 'cellar', wanted: object = draft): Promise<Saved> => {
  const id = keyOf(name)
  return { id, ...((await save({ id, version: null }, wanted)).body as { version: number }) }
}
const shown = async (name = 'cellar'): Promise<Saved & { address: string }> => {
  const saved = await added(name)
  return { ...saved, ...((await publish(saved, content, name)).body as { version: number; address: string }) }
}
const age = (id: string, days: number) =>
  sql(`update projects set deleted_at = now() - make_interval(days => $2) where id = $1`, [id, days])

const changed = { status: 409, body: { message: 'project_changed' } }

const store = (names: string[]) =>
  sql(
    `insert into storage.objects (bucket_id, name) select '${SITE_MEDIA_BUCKET}', unnest($1::text[]) on conflict do nothing`,
    [names],
  )
beforeEach(async () => {
  await sql('delete from projects; delete from private.site_media_removals')
  await store(image.files)
})

test.each([
  ['save_project', { p_id: keyOf('x'), p_version: null, p_form: keyOf('form'), p_save: 1, p_draft: {} }],
  ['publish_project', { p_id: keyOf('own'), p_version: 1, p_address: 'own', p_content: content }],
  ['set_project_status', { p_id: 'built-in', p_status: 'hidden', p_built_in: true }],
  ['order_portfolio', { p_ids: ['built-in', keyOf('own')], p_built_in: ['built-in'] }],
  ['delete_project', { p_id: keyOf('own') }],
  ['restore_project', { p_id: keyOf('own') }],
  ['delete_for_good', {}],
  ['admin_portfolio', {}],
  ['missing_site_media', { p_names: [] }],
])('administrators may call %s, and nobody else', async (name, body) => {
  await added('own')
  if (name === 'restore_project') await sql(`update projects set address = 'own', deleted_at = now()`)
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
      expect(await rows(who, method, `projects?id=eq.${id}`, { status: 'hidden' })).toMatchObject(refused)
    expect(await callAs(database, who, `/rest/v1/projects?id=eq.${id}`, { method: 'DELETE' })).toMatchObject(refused)
  }
})

test('visitors get the cards of what is published, in order, by their addresses, and one project whole; no drafts, keys or versions', async () => {
  const first = await shown('first')
  const second = await shown('second')
  await added('draft')
  await order([first.id, 'built-in', second.id], ['built-in'])
  const { description, services, images, cover, ...words } = content
  const card = { ...words, image: images[1], before: images[1], after: images[0] }
  const own = { built_in: false, status: 'published', published_at: expect.any(String) }
  expect(await portfolio()).toEqual([
    { ...own, id: 'first', position: 1, content: card },
    { id: 'built-in', built_in: true, position: 2, status: 'published', published_at: null, content: null },
    { ...own, id: 'second', position: 3, content: card },
  ])
  expect(await visible('second')).toEqual(content)
  for (const hidden of ['draft', keyOf('draft'), second.id, 'built-in', 'none'])
    expect(await visible(hidden)).toBeNull()
  expect(await portfolio(member)).toEqual(await portfolio())
})

test('visitors see an edit only once it is published, and nothing of what is hidden, unpublished or deleted', async () => {
  const first = await shown()
  const { id, address } = first
  const edited = { ...content, title: 'A cellar, edited' }
  const { version } = (await save(first, draftOf(edited))).body as Saved
  expect(await visible(address)).toEqual(content)
  expect(await find(id)).toMatchObject({ title: edited.title, has_changes: true })
  await publish({ id, version }, edited)
  expect(await find(id)).toMatchObject({ has_changes: false })
  const isGone = async () => expect([await visible(address), await portfolio()]).toEqual([null, []])
  await setStatus(id, 'hidden')
  await isGone()
  await setStatus(id, 'published')
  expect(await visible(address)).toEqual(edited)
  await setStatus(id, 'draft')
  await isGone()
  expect(await read(id)).toMatchObject({ draft: draftOf(edited), published: null, published_draft: null })
  await publish((await find(id)) as Row, edited)
  await call('delete_project', { p_id: id })
  await isGone()
})

test('visitors get scripts as the text they are', async () => {
  const script = '<script>alert("1")</script>'
  const words = { title: script, location: script, summary: script, description: [script], services: [script] }
  const hostile = { ...content, ...words, images: [{ ...image, alt: script, description: script }, image] }
  await publish(await added('x', draftOf(hostile)), hostile)
  expect(await visible('cellar')).toEqual(hostile)
})

const missing = { status: 404, body: { message: 'project_missing' } }

test('a form’s own saves are no conflict, whichever answers were lost and in whatever order they come', async () => {
  const { id, version } = await added()
  const form = keyOf('form')
  const write = (save_: number, title: string, base: number | null = version) =>
    save({ id, version: base }, { ...draft, title }, { form, save: save_ })
  const title = async () => ((await read(id)) as unknown as { draft: { title: string } }).draft.title
  expect((await write(3, 'Third')).body).toEqual({ version: 2 })
  // The answer was lost, and there is one more word.
  expect((await write(4, 'Fourth')).body).toEqual({ version: 3 })
  for (const late of [3, 4]) expect((await write(late, 'Late')).body).toEqual({ version: 3 })
  expect(await title()).toBe('Fourth')
  // Of a new project, too.
  const other = { id: keyOf('other'), version: null }
  for (const number of [1, 1, 2]) await save(other, { title: `${number}` }, { form, save: number })
  expect(await find(other.id)).toMatchObject({ title: '2', version: 2 })
})

test('of two forms the second is told, and of what was deleted both are', async () => {
  const first = await added()
  const { id, version } = first
  expect(await save(first, { ...draft, title: 'Theirs' }, { who: other })).toMatchObject({ body: { version: 2 } })
  expect(await save(first, { ...draft, title: 'Mine' })).toMatchObject(changed)
  expect(await save({ id, version: null }, { ...draft, title: 'Mine' })).toMatchObject(changed)
  expect(await publish(first, content)).toMatchObject(changed)
  expect(await read(id)).toMatchObject({ draft: { title: 'Theirs' }, published: null, updated_by: other.email })
  const { version: next } = (await publish({ id, version: version + 1 }, content)).body as Saved
  await setStatus(id, 'hidden')
  expect(await save({ id, version: next }, draft)).toMatchObject(changed)
  const seen = (await find(id)) as Row
  await call('delete_project', { p_id: id })
  expect(await save(seen, draft)).toMatchObject(missing)
  expect(await publish(seen, content)).toMatchObject(missing)
  expect(await save({ id: keyOf('none'), version: 1 }, draft)).toMatchObject(missing)
})

test('a draft takes whatever was typed, up to 128 kB, and files that are named as stored ones are', async () => {
  const typed = { title: 'T'.repeat(300), month: '3', description: 'x'.repeat(100_000), more: { anything: true } }
  const { id, version } = await added('x', typed)
  expect(await read(id)).toMatchObject({ draft: typed })
  const large = { status: 413, body: { message: 'project_draft' } }
  const sized = (bytes: number) => ({ description: 'x'.repeat(bytes - '{"description": ""}'.length) })
  expect(await save({ id: keyOf('longest'), version: null }, sized(131_072))).toMatchObject({ status: 200 })
  for (const wrong of [sized(131_073), [], 1]) expect(await save({ id, version }, wrong as object)).toMatchObject(large)
  expect((await save({ id, version }, null as unknown as object)).status).toBe(400)
  for (const file of [fileOf('a', 'svg'), `../${fileOf('a')}`, 1, null])
    expect(await save({ id, version }, { photographs: [{ picture: { files: [file] } }] })).toMatchObject(large)
  for (const wrong of ['cellar', '', 'x'.repeat(81), null])
    expect((await save({ id: wrong as string, version: null }, draft)).status).toBe(400)
})

test('an address is chosen when a project is first published, is given once, and stays', async () => {
  const { id, version, address } = await shown()
  expect(address).toBe('cellar')
  await setStatus(id, 'draft')
  expect((await publish({ id, version: version + 1 }, content, 'basement')).body).toEqual({
    version: version + 2,
    address,
  })
  await call('delete_project', { p_id: id })
  await age(id, 31)
  const long = 'x'.repeat(80)
  const given = []
  for (const [index, wanted] of ['cellar', 'cellar', long, long].entries())
    given.push(((await publish(await added(`${index}`), content, wanted)).body as Row).address)
  expect(given).toEqual(['cellar-2', 'cellar-3', long, `${'x'.repeat(76)}-2`])
  for (const wrong of ['Cellar', 'a/b', '-a', 'a--b', '', 'x'.repeat(81)])
    expect(await publish(await added(`wrong ${wrong}`), content, wrong)).toMatchObject({ status: 400 })
})

test('what is published again after a lost answer is published once', async () => {
  const saved = await added()
  for (const _ of ['once', 'twice'])
    expect((await publish(saved, content)).body).toEqual({ version: 2, address: 'cellar' })
  expect(await publish(saved, { ...content, title: 'Another' })).toMatchObject(changed)
})

test('no address is that of a built-in project which was hidden or moved', async () => {
  await setStatus('mayfair', 'hidden', true)
  expect((await publish(await added(), content, 'mayfair')).body).toMatchObject({ address: 'mayfair-2' })
})

test('the list shows a draft of which anything is missing', async () => {
  const [photograph] = draft.photographs
  for (const [index, some] of [{}, { photographs: [photograph] }, { photographs: 1, title: [] }].entries())
    await added(`${index}`, some)
  expect((await known()).map(({ id }) => id)).toEqual(['2', '1', '0'].map(keyOf))
})

test('a draft that was never published is gone when it is deleted, and counts to no limit', async () => {
  const { id } = await added()
  await call('delete_project', { p_id: id })
  expect(await sql('select 1 from projects')).toEqual([])
  expect(await call('restore_project', { p_id: id })).toMatchObject(missing)
  expect((await added()).version).toBe(1)
})

test('built-in projects are hidden, shown and moved, and no more; new ones come first', async () => {
  await setStatus('mayfair', 'hidden', true)
  const own = await added('own')
  expect(await known()).toMatchObject([{ id: own.id }, { id: 'mayfair', status: 'hidden' }])
  expect(await portfolio()).toMatchObject([{ id: 'mayfair', status: 'hidden', position: null, content: null }])
  await setStatus('mayfair', 'published', true)
  await order(['feltham', own.id, 'mayfair'], ['feltham', 'mayfair'])
  const newest = await added('newest', {})
  expect((await known()).map(({ id }) => id)).toEqual([newest.id, 'feltham', own.id, 'mayfair'])
  expect(await setStatus('mayfair', 'draft', true)).toMatchObject({ status: 400, body: { code: '23514' } })
  expect(await save({ id: 'mayfair', version: 2 }, draft)).toMatchObject(missing)
  expect(await publish({ id: 'mayfair', version: 2 }, content)).toMatchObject(missing)
  expect(await call('delete_project', { p_id: 'mayfair' })).toMatchObject({ status: 400, body: { code: '23514' } })
})

test('a change of what was deleted or never there is refused, and makes no row', async () => {
  const own = await added('own', {})
  const { id } = await shown()
  await call('delete_project', { p_id: id })
  for (const status of ['draft', 'hidden'])
    for (const gone of [id, 'none']) expect(await setStatus(gone, status)).toMatchObject(changed)
  expect(await setStatus(id, 'hidden', true)).toMatchObject(changed)
  expect(await order(['mayfair', 'none', own.id], ['mayfair'])).toMatchObject(changed)
  expect((await known()).map((row) => [row.id, row.built_in, row.status])).toEqual([
    [id, false, 'published'],
    [own.id, false, 'draft'],
  ])
})

test('what is deleted comes back as it was within 30 days, and then is gone but for its address', async () => {
  const { id, address } = await shown()
  await call('delete_project', { p_id: id })
  await age(id, 29)
  const deleted = await find(id)
  await call('delete_project', { p_id: id })
  expect(await find(id)).toEqual(deleted)
  expect((await call('restore_project', { p_id: id })).status).toBeLessThan(300)
  expect(await visible(address)).toEqual(content)
  await call('delete_project', { p_id: id })
  await age(id, 31)
  expect(await known()).toEqual([])
  for (const gone of [id, 'none']) expect(await call('restore_project', { p_id: gone })).toMatchObject(missing)
  expect(await call('delete_project', { p_id: 'none' })).toMatchObject(missing)
  await order([], [])
  const left = await sql('select address, draft, published, published_draft, updated_by from projects')
  expect(left).toEqual([{ address, draft: null, published: null, published_draft: null, updated_by: '' }])
})

const insertMany = (columns: string, values: string, count: number, parameters: unknown[] = []) =>
  sql(
    `insert into projects (id, position, ${columns}) select gen_random_uuid(), n, ${values} from generate_series(1, ${count}) n`,
    parameters,
  )

test('there is room for 200 own projects and 300 in order', async () => {
  await insertMany('draft, deleted_at', `'{}', now() - interval '31 days'`, 1)
  await insertMany('draft', `'{}'`, 199)
  expect((await added('last')).version).toBe(1)
  expect((await save({ id: keyOf('more'), version: null }, draft)).body).toMatchObject({ message: 'too_many_projects' })
  const ids = Array.from({ length: 301 }, (_, index) => `b${index}`)
  expect((await order(ids.slice(1), ids)).status).toBeLessThan(300)
  expect(await order(ids, ids)).toMatchObject({ status: 400, body: { code: '23514' } })
})

test('the list is short and put in order at once, though every project is as long as it may be', async () => {
  const longest = { ...content, images: Array(30).fill({ ...image, description: 'x'.repeat(300) }), cover: 0 }
  // Checking all of it would take as long as the test may.
  await sql('alter table projects disable trigger user')
  const [words, published] = [JSON.stringify(draftOf(longest)), JSON.stringify(longest)]
  const columns = 'address, status, draft, published_draft, published'
  await insertMany(columns, `'p' || n, 'published', $1, $1, $2`, 200, [words, published])
  await sql(`update projects set draft = jsonb_set(draft, '{title}', '"Edited"') where address = 'p200'`)
  await sql('alter table projects enable trigger user')
  const cards = await known()
  expect(JSON.stringify(cards).length).toBeLessThan(100_000)
  const card = { title: content.title, location: 'Camden', cover: fileOf('a'), has_changes: false }
  expect(cards[0]).toMatchObject(card)
  expect(cards.at(-1)).toMatchObject({ ...card, title: 'Edited', has_changes: true })

  const written = () => sql<{ id: string; xmin: string }>('select id, xmin::text from projects order by position')
  const before = await written()
  const [first = '', ...ids] = before.map(({ id }) => id)
  const started = performance.now()
  await order([...ids.slice(0, 99), first, ...ids.slice(99)], [])
  expect(performance.now() - started).toBeLessThan(500)
  const after = await written()
  expect(after[99]?.id).toBe(first)
  expect(after.slice(100)).toEqual(before.slice(100))
})

test('only stored files are named, and those of a project stay until it cannot be restored any more', async () => {
  const withFile = (letter: string) => picture({ files: [fileOf(letter)], widths: [1] })
  const lacks = { status: 422, body: { message: 'media_missing', details: fileOf('d') } }
  const { id } = await added('cellar', {})
  expect(await save({ id, version: 1 }, draftOf(withFile('d')))).toMatchObject(lacks)
  await store([fileOf('d')])
  const claim = async () => {
    await sql(`update storage.objects set created_at = now() - interval '73 hours'`)
    await sql(`update private.released_media set released_at = now() - interval '31 days'`)
    await sql('update private.site set cleaned_at = null')
    return ((await call('claim_unused_site_media', {}, 'service')).body as string[]).sort()
  }

  const { version } = (await save({ id, version: 1 }, draftOf(withFile('d')))).body as Saved
  expect(await publish({ id, version }, withFile('e'))).toMatchObject({ status: 422 })
  const first = (await publish({ id, version }, withFile('d'))).body as Saved
  const { version: next } = (await save({ id, version: first.version }, draft)).body as Saved
  expect(await claim()).toEqual([])
  const again = (await publish({ id, version: next }, content)).body as Saved
  const unstored = async () =>
    (await call('missing_site_media', { p_names: [fileOf('d'), fileOf('a'), fileOf('e')] })).body
  expect(await unstored()).toEqual([fileOf('e')])
  expect(await claim()).toEqual([fileOf('d')])
  expect(await unstored()).toEqual([fileOf('d'), fileOf('e')])
  expect(await save({ id, version: again.version }, draftOf(withFile('d')))).toMatchObject(lacks)

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
  const agree = async (change: object, isTaken: boolean) => {
    const tried = { ...content, ...change }
    expect(await sql('select private.is_project_content($1) as is', [JSON.stringify(tried)])).toEqual([{ is: isTaken }])
    expect(v.safeParse(projectContentSchema, tried).success).toBe(isTaken)
  }

  test.each(Object.entries(PROJECT_LIMITS))('the limits of %s', async (name, [least, most]) => {
    const make = sized[name] ?? ((size) => ({ [name]: text(size) }))
    for (const size of [least, most]) await agree(make(size), true)
    await agree(make(most + 1), false)
    if (least > 0) await agree(make(least - 1), false)
  })

  test('which numbers are whole, of what only JSON tells apart', async () => {
    for (const number of ['1.0', '-0.0', '1e-1', '10e-1']) {
      const tried = JSON.stringify(content).replace('"cover":1', `"cover":${number}`)
      expect(await sql('select private.is_project_content($1) as is', [tried])).toEqual([{ is: false }])
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
    for (const change of changes) await agree(change, false)
  })

  test('what may be missing; other keys only the database refuses', async () => {
    await agree({ before: null, after: null, services: [] }, true)
    for (const key of Object.keys(content)) await agree({ [key]: undefined }, false)
    const saved = await added()
    for (const wrong of [{}, { ...content, more: 1 }, picture({ more: 1 }), [], null])
      expect(await publish(saved, wrong as object)).toMatchObject({ status: 400, body: { code: '23514' } })
  })

  test('a draft, of which whatever cannot be read is empty', () => {
    expect(v.parse(projectDraftSchema, draft)).toEqual(draft)
    const empty = v.parse(projectDraftSchema, {})
    const broken = { title: 1, month: null, photographs: [1, { alt: 'Nameless' }], cover: 2, more: true }
    expect(v.parse(projectDraftSchema, broken)).toEqual(empty)
    const [photograph] = v.parse(projectDraftSchema, {
      photographs: [{ id: 'a', picture: { files: 'x' } }],
    }).photographs
    expect(photograph).toEqual({ id: 'a', name: '', alt: '', description: '', picture: null })
  })
})
