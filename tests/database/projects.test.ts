import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  PROJECT_LIMITS,
  projectContentSchema,
  projectDraftSchema,
} from '../../supabase/functions/_shared/contract/project.ts'
import { callAs, createSignedInUser, type Identity } from '../support/backend-users.ts'
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
const { admin, member, outsiders, rows, rpc, sql } = database
const other = await createSignedInUser(database, 'other', { role: 'admin' })
afterAll(database.stop)

const threeFiles = fakeImage(fakeFileName('a'), fakeFileName('b', 'jpg'), fakeFileName('c'))
const image = fakeProjectImage(...threeFiles.files)
const content = {
  ...fakeContent(image, { ...fakeProjectImage(fakeFileName('a')), alt: 'A wet basement' }),
  ...{ cover: 1, before: 1, after: 0 },
  facts: { depth: '3.2 m', walls: 'Two, both by award' },
}
const draft = toDraft(content)

const picture = (change: object) => ({ ...content, images: [{ ...image, ...change }, image] })

type Row = Saved & { address: string | null; built_in: boolean; status: string }
const call = async (name: string, body: object = {}, who: Identity = admin) => await rpc(who, name, body)
const { change, save, publish } = createCustomProjects(database, admin)
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
  const id = toKey(name)
  return { id, ...((await save({ id }, wanted)).body as { version: number }) }
}
const shown = async (name = 'cellar'): Promise<Saved & { address: string }> => {
  const saved = await added(name)
  return { ...saved, ...((await publish(saved, content, name)).body as { version: number; address: string }) }
}
const age = (id: string, days: number) =>
  sql(`update projects set deleted_at = now() - make_interval(days => $2) where id = $1`, [id, days])

const changed = { status: 409, body: { message: 'project_changed' } }

beforeEach(async () => {
  await sql('delete from projects; delete from private.site_media_removals; delete from storage.objects')
  await storeFiles(database, image.files)
})

test.each([
  [
    'save_project',
    { p_id: toKey('x'), p_seen: 0, p_browser: 'phone', p_changes: { title: { base: 0, seq: 1, value: 'X' } } },
  ],
  ['publish_project', { p_id: toKey('own'), p_version: 1, p_address: 'own', p_content: content }],
  ['set_project_status', { p_id: 'built-in', p_status: 'hidden', p_built_in: true }],
  ['order_portfolio', { p_ids: ['built-in', toKey('own')], p_built_in: ['built-in'] }],
  ['delete_project', { p_id: toKey('own') }],
  ['restore_project', { p_id: toKey('own') }],
  ['delete_permanently', {}],
  ['delete_image_permanently', { p_files: [fakeFileName('a')] }],
  ['project_history', { p_project: toKey('own') }],
  ['admin_portfolio', {}],
  ['missing_site_media', { p_names: [] }],
])('only administrators may call %s', async (name, body) => {
  await added('own')
  await sql('update projects set version = 1')
  if (name === 'restore_project') await sql(`update projects set address = 'own', deleted_at = now()`)
  const before = await sql('select * from projects')
  for (const who of ['visitor', 'service', ...outsiders] as const)
    expect(await rpc(who, name, body)).toMatchObject({ status: who === 'visitor' ? 401 : 403, body: { code: '42501' } })
  expect(await sql('select * from projects')).toEqual(before)
  expect((await rpc(admin, name, body)).status).toBeLessThan(300)
})

test('only administrators read the projects table, and no caller writes it directly', async () => {
  const { id } = await shown()
  const refused = { body: { code: '42501' } }
  expect((await rows(admin, 'GET', 'projects')).body).toEqual([{ id }])
  for (const who of outsiders) expect((await rows(who, 'GET', 'projects')).body).toEqual([])
  for (const who of ['visitor', 'service'] as const) expect(await rows(who, 'GET', 'projects')).toMatchObject(refused)
  for (const who of ['visitor', 'service', ...outsiders, admin] as const) {
    for (const method of ['POST', 'PATCH'])
      expect(await rows(who, method, `projects?id=eq.${id}`, { status: 'hidden' })).toMatchObject(refused)
    expect(await callAs(database, who, `/rest/v1/projects?id=eq.${id}`, { method: 'DELETE' })).toMatchObject(refused)
  }
})

test('visitors get ordered cards and single projects without drafts, keys or versions', async () => {
  const first = await shown('first')
  const second = await shown('second')
  await added('draft')
  await order([first.id, 'built-in', second.id], ['built-in'])
  const { description, services, images, cover, facts, ...words } = content
  const card = { ...words, image: images[1], before: images[1], after: images[0] }
  const own = { built_in: false, status: 'published', published_at: expect.any(String) }
  expect(await portfolio()).toEqual([
    { ...own, id: 'first', position: 1, content: card },
    { id: 'built-in', built_in: true, position: 2, status: 'published', published_at: null, content: null },
    { ...own, id: 'second', position: 3, content: card },
  ])
  expect(await visible('second')).toEqual(content)
  for (const hidden of ['draft', toKey('draft'), second.id, 'built-in', 'none'])
    expect(await visible(hidden)).toBeNull()
  expect(await portfolio(member)).toEqual(await portfolio())
})

test('visitors see edits only after publishing, and no hidden, unpublished or deleted projects', async () => {
  const first = await shown()
  const { id, address } = first
  const edited = { ...content, title: 'A cellar, edited' }
  const { version } = (await save(first, toDraft(edited))).body as Saved
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
  expect(await read(id)).toMatchObject({ draft: toDraft(edited), published: null, published_draft: null })
  await publish((await find(id)) as Row, edited)
  await call('delete_project', { p_id: id })
  await isGone()
})

test('HTML in project texts reaches visitors unchanged as plain text', async () => {
  const script = '<script>alert("1")</script>'
  const words = { title: script, location: script, summary: script, description: [script], services: [script] }
  const hostile = { ...content, ...words, images: [{ ...image, alt: script, description: script }, image] }
  await publish(await added('x', toDraft(hostile)), hostile)
  expect(await visible('cellar')).toEqual(hostile)
})

const missing = { status: 404, body: { message: 'project_missing' } }

type Answer = {
  version: number
  fields: Record<string, { at: number; by: string | null; value?: unknown }>
  rejected: Record<string, string>
}
const id = toKey('cellar')
const send = async (changes: Record<string, Change>, options?: Parameters<typeof change>[2]) =>
  (await change(id, changes, options)).body as Answer
const begun = (title = 'First') => send({ title: { base: 0, value: title } })
const stored = async () =>
  (await read(id)) as unknown as { draft: Record<string, unknown> & { photographs: Record<string, object> } }
const photograph = (name: string, more: object = {}): Record<string, Change> =>
  Object.fromEntries(
    Object.entries({ name: `${name}.jpg`, place: 1, alt: name, ...more }).map(([part, value]) => [
      `photographs/${name}/${part}`,
      { base: 0, value },
    ]),
  )

describe('a field change', () => {
  test('a field change is stored unless that field has changed since its base', async () => {
    const first = await begun()
    expect(first.fields.title?.at).toBe(first.version)
    const { version: seen } = await send({ location: { base: 0, value: 'Camden' } })
    const { version, fields } = await send({ title: { base: first.version, value: 'Second' } }, { seen })
    expect(version).toBeGreaterThan(seen)
    expect(fields.title?.at).toBe(version)
    expect((await stored()).draft).toEqual({ title: 'Second', location: 'Camden', photographs: {} })
  })

  test('field changes that arrive again or late do not change the row', async () => {
    const { version: at } = await begun()
    const first = { title: { base: at, seq: 1_000, value: 'Bene' } }
    const second = { title: { base: at, seq: 1_001, value: 'Beneath' } }
    for (const changes of [first, first, second]) await send(changes)
    const { version } = (await read(id)) as Saved
    for (const changes of [second, first]) await send(changes)
    expect(await read(id)).toMatchObject({ version, draft: { title: 'Beneath' } })
    const { version: newest } = await send({ title: { base: version, value: 'Another' } }, { who: other })
    for (const changes of [first, second]) await send(changes)
    expect(await read(id)).toMatchObject({ version: newest, draft: { title: 'Another' } })
  })

  test('a conflicting field change is rejected with the current value, other fields are stored', async () => {
    const { version: at } = await begun()
    const theirs = await send({ title: { base: at, value: 'Theirs' } }, { who: other })
    const { version, fields } = await send(
      { title: { base: at, value: 'Mine' }, summary: { base: 0, value: 'Dry' } },
      { seen: at },
    )
    expect(fields).toMatchObject({
      title: { at: theirs.version, by: 'desk', value: 'Theirs' },
      summary: { at: version, by: 'phone', foreign: 0 },
    })
    expect(fields.summary).not.toHaveProperty('value')
    expect((await stored()).draft).toMatchObject({ title: 'Theirs', summary: 'Dry' })
    // Equal values don't conflict.
    expect((await send({ title: { base: at, value: 'Theirs' } }, { seen: version })).fields).toMatchObject({
      title: { at: theirs.version, by: 'desk', value: 'Theirs' },
    })
  })

  test('a field change from before a restore does not replace later edits', async () => {
    const { version } = await begun()
    const before = await sql('select draft, fields, version::float8 from projects')
    const lost = await send({ title: { base: version, value: 'Lost' } })
    await sql(`update projects set draft = $1, fields = $2, version = $3`, Object.values(before[0] ?? {}))
    const { version: at } = await send({ title: { base: version, value: 'Theirs' } }, { who: other })
    const { fields } = await send({ title: { base: lost.version, value: 'Mine' } }, { seen: lost.version })
    expect(fields).toMatchObject({ title: { at, by: 'desk', value: 'Theirs' } })
  })

  test('a field change is compared by version if its stamp lacks seq', async () => {
    const { version: at } = await begun()
    await sql(`update projects set fields = fields #- '{title,seq}' #- '{title,foreign}'`)
    await send({ title: { base: at - 1, value: 'Too late' } })
    expect((await stored()).draft).toMatchObject({ title: 'First' })
    await send({ title: { base: at, value: 'Second' } })
    expect((await stored()).draft).toMatchObject({ title: 'Second' })
  })

  test('a save returns only fields changed since the last seen version', async () => {
    const { version: first } = await begun()
    const { version: second } = await send({ location: { base: 0, value: 'Camden' } })
    const { version: third } = await send({ summary: { base: 0, value: 'Dry' } })
    const look = async (seen: number) => ((await change(id, {}, { seen })).body as Answer).fields
    expect(await look(first)).toMatchObject({
      location: { at: second, value: 'Camden' },
      summary: { at: third, value: 'Dry' },
    })
    expect(Object.keys(await look(first)).sort()).toEqual(['location', 'summary'])
    expect(await look(third)).toEqual({})
    const long = 'x'.repeat(60_000)
    const { body } = await change(id, { description: { base: 0, value: long } }, { seen: third })
    expect(JSON.stringify(body).length).toBeLessThan(400)
  })

  test('only the invalid fields of a save are rejected, the others are stored', async () => {
    await begun()
    const wrong = {
      ...{ summary: 1, month: null, cover: 2, pair: { before: 'a' }, unknown: 'x', photographs: {}, 'title/x': 'x' },
      ...{ depth: 3.2, facts: { depth: 'x' }, 'facts/depth': 'x' },
      ...{ 'photographs/a/place': 'x', 'photographs/a/removed': 1, 'photographs/a/alt': 'no such photograph' },
      ...{ 'photographs/b/picture': { ...image, files: ['../x.webp'] }, 'photographs/../name': 'x' },
      description: 'x'.repeat(131_072),
    }
    const changes = Object.fromEntries(Object.entries(wrong).map(([field, value]) => [field, { base: 0, value }]))
    const answer = await send({ ...changes, location: { base: 0, value: 'Camden' } })
    const rejected = Object.fromEntries(Object.keys(wrong).map((field) => [field, 'project_field']))
    expect(answer.rejected).toEqual({ ...rejected, description: 'project_draft' })
    expect(Object.keys(answer.fields).sort()).toEqual(['location', 'title'])
    expect((await stored()).draft).toEqual({ title: 'First', location: 'Camden', photographs: {} })
  })

  test('a field that exceeds the draft size is rejected without affecting other fields', async () => {
    const { version: at } = await begun('x'.repeat(60_000))
    await send({ summary: { base: 0, value: 'y'.repeat(60_000) } })
    const { rejected } = await send({
      ...photograph('a'),
      title: { base: at, value: 'Short' },
      description: { base: 0, value: 'z'.repeat(80_000) },
    })
    expect(rejected).toEqual({ description: 'project_draft' })
    expect((await stored()).draft).toMatchObject({ title: 'Short', photographs: { a: { name: 'a.jpg', alt: 'a' } } })
  })

  test('a draft accepts texts of any length up to 128 kB in total', async () => {
    const room = 131_072 - '{"title": "", "photographs": {}}'.length
    const { version: at, rejected } = await begun('x'.repeat(room))
    expect(rejected).toEqual({})
    expect((await send({ title: { base: at, value: 'x'.repeat(room + 1) } })).rejected).toEqual({
      title: 'project_draft',
    })
    expect((await send({ title: { base: at, value: 'x' } })).rejected).toEqual({})
  })
})

describe('a project photo', () => {
  const part = (name: string, key: string) => `photographs/${name}/${key}`

  test('a photo stores its texts, image and position as separate fields', async () => {
    await begun()
    const { version: at } = await send({ ...photograph('a', { picture: threeFiles }), ...photograph('b') })
    await send({ [part('a', 'place')]: { base: at, value: 1.5 } })
    expect((await stored()).draft.photographs).toEqual({
      a: { name: 'a.jpg', alt: 'a', place: 1.5, picture: threeFiles },
      b: { name: 'b.jpg', alt: 'b', place: 1 },
    })
    expect(await find(id)).toMatchObject({ cover: fakeFileName('a') })
  })

  test('a removed photo ignores late changes and is restored with all its fields', async () => {
    await begun()
    const { version: added } = await send(photograph('a'))
    const { version: at } = await send({ [part('a', 'removed')]: { base: 0, value: true } })
    for (const late of [photograph('a'), { [part('a', 'alt')]: { base: added, value: 'Late' } }])
      expect((await send(late)).fields[part('a', 'removed')]).toMatchObject({ at, value: true })
    expect((await stored()).draft.photographs.a).toMatchObject({ alt: 'a', removed: true })
    await send({ [part('a', 'removed')]: { base: at, value: false } })
    expect((await stored()).draft.photographs.a).toEqual({ name: 'a.jpg', alt: 'a', place: 1, removed: false })
  })

  test('a removed photo releases its file for clean-up and can still be restored', async () => {
    await save({ id }, draft)
    await storeFiles(database, [fakeFileName('d')])
    const own = fakeImage(fakeFileName('d'))
    await send(photograph('gone', { picture: own }))
    const { version: at } = await send({ [part('gone', 'removed')]: { base: 0, value: true } })
    await publish((await find(id)) as Row, content)
    expect(await find(id)).toMatchObject({ has_changes: false })
    await sql(`update storage.objects set created_at = now() - interval '73 hours'`)
    await sql('update private.site set cleaned_at = null')
    expect((await call('claim_unused_site_media', {}, 'service')).body).toEqual([fakeFileName('d')])
    const { rejected } = await send({ [part('gone', 'removed')]: { base: at, value: false } })
    expect(rejected).toEqual({})
    expect((await stored()).draft.photographs.gone).toMatchObject({ alt: 'gone', picture: own })
  })

  test('removing and restoring a photo leaves no unpublished changes', async () => {
    await begun()
    await send(photograph('a', { picture: threeFiles }))
    await publish((await find(id)) as Row, content)
    const { fields } = await send({ [part('a', 'removed')]: { base: 0, value: true } })
    expect(await find(id)).toMatchObject({ has_changes: true })
    await send({ [part('a', 'removed')]: { base: fields[part('a', 'removed')]?.at ?? 0, value: false } })
    expect(await find(id)).toMatchObject({ has_changes: false })
  })

  test('a photo accepts only stored files, and a lost file blocks only publishing', async () => {
    const lost = fakeImage(fakeFileName('d'))
    const { version: at } = await begun()
    const answer = await send({ ...photograph('a', { picture: lost }), summary: { base: 0, value: 'Dry' } })
    expect(answer.rejected).toEqual({ [part('a', 'picture')]: 'media_missing' })
    expect((await stored()).draft).toMatchObject({ summary: 'Dry', photographs: { a: { alt: 'a' } } })
    await send({ [part('a', 'picture')]: { base: 0, value: threeFiles } })
    await sql('delete from storage.objects')
    expect((await send({ title: { base: at, value: 'Second' } })).rejected).toEqual({})
    expect((await stored()).draft).toMatchObject({ title: 'Second' })
    expect(await publish((await find(id)) as Row, content)).toMatchObject({ status: 422 })
  })
})

describe('a project', () => {
  test('a project is created only once, by its first change, even after deletion', async () => {
    expect(await change(id, { title: { base: 1, value: 'X' } })).toMatchObject(missing)
    expect(await change(id, { title: { base: 0, value: 'X' } }, { seen: 1 })).toMatchObject(missing)
    const { version: at } = await begun()
    const twice = await change(id, { title: { base: 0, value: 'Twice' } }, { browser: 'desk' })
    expect(twice.body).toMatchObject({ version: at, fields: { title: { at, value: 'First' } } })
    await call('delete_project', { p_id: id })
    for (const base of [0, at]) expect(await change(id, { title: { base, value: 'Late' } })).toMatchObject(missing)
    expect(await known()).toEqual([])
    expect(await call('restore_project', { p_id: id })).toMatchObject(missing)
    expect(await sql('select draft from projects')).toEqual([{ draft: null }])
    expect(await sql('select fields, updated_by from projects')).toEqual([{ fields: {}, updated_by: '' }])
    // A late save may arrive a year later.
    await age(id, 365)
    await order([], [])
    expect(await begun('Late')).toMatchObject(missing.body)
  })

  test('a project deleted before its first save is never created', async () => {
    expect((await call('delete_project', { p_id: id })).status).toBeLessThan(300)
    expect(await begun('Late')).toMatchObject(missing.body)
  })

  test('publishing is refused for an outdated version or a deleted project', async () => {
    const saved = await added()
    const { version } = await send({ title: { base: saved.version, value: 'Theirs' } }, { who: other })
    expect(await publish(saved, content)).toMatchObject(changed)
    expect(await read(id)).toMatchObject({ published: null, updated_by: other.email })
    await publish({ ...saved, version }, content)
    expect(await read(id)).toMatchObject({ published: content, updated_by: admin.email })
    await call('delete_project', { p_id: id })
    expect(await publish(saved, content)).toMatchObject(missing)
    expect(await change(toKey('none'), { title: { base: 1, value: 'x' } })).toMatchObject(missing)
  })

  test.each(['cellar', '', 'x'.repeat(81), null])(
    'a project cannot be created with the invalid ID %j',
    async (wrong) => {
      expect(await change(wrong as string, { title: { base: 0, value: 'x' } })).toMatchObject({
        status: 400,
        body: { message: 'project_id' },
      })
    },
  )
})

test('a project gets a unique address at first publication and keeps it', async () => {
  const { id, address } = await shown()
  expect(address).toBe('cellar')
  await setStatus(id, 'draft')
  expect((await publish((await find(id)) as Row, content, 'basement')).body).toMatchObject({ address })
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

test('publishing is idempotent until the project is hidden or edited', async () => {
  const saved = await added()
  const first = await publish(saved, content)
  expect(first.body).toMatchObject({ address: 'cellar' })
  expect((await publish(saved, content)).body).toEqual(first.body)
  expect(await publish(saved, { ...content, title: 'Another' })).toMatchObject(changed)
  await sql(`update projects set status = 'hidden'`)
  expect(await publish(saved, content)).toMatchObject(changed)
  await sql(`update projects set status = 'published', draft = draft || '{"title": "Edited"}'`)
  expect(await publish(saved, content)).toMatchObject(changed)
})

test('invalid or missing arguments are refused with a specific error code', async () => {
  const saved = await added()
  const refused = (message: string) => ({ status: 400, body: { message } })
  for (const wrong of [null, {}, [], { ...content, more: 1 }])
    expect(await publish(saved, wrong as object)).toMatchObject(refused('project_content'))
  for (const wrong of [null, '', 'A/b'])
    expect(await publish(saved, content, wrong)).toMatchObject(refused('project_content'))
  for (const wrong of [null, 'x']) expect(await setStatus(id, wrong as string)).toMatchObject(refused('project_status'))
  expect(await setStatus('mayfair', 'draft', true)).toMatchObject(refused('project_status'))
  for (const status of ['published', 'hidden']) expect(await setStatus(id, status)).toMatchObject(changed)
  for (const p_changes of [
    null,
    [],
    1,
    { title: { at: 1, is: 'x' } },
    { title: { base: 1, value: 'x' } },
    { title: 'x' },
  ])
    expect(await call('save_project', { p_id: id, p_seen: 0, p_browser: 'phone', p_changes })).toMatchObject(
      refused('project_changes'),
    )
  expect(await order(['A b'], ['A b'])).toMatchObject(refused('project_id'))
  for (const items of [null, {}, 1, [null], [{}], [{ place: 'hero', position: 99, kind: 'image' }]])
    expect(await call('publish', { p_items: items, p_replaces: null })).toMatchObject(refused('publication_items'))
  expect(await sql('select 1 from publications')).toEqual([])
})

test('a new project cannot take the address of a hidden bundled project', async () => {
  await setStatus('mayfair', 'hidden', true)
  expect((await publish(await added(), content, 'mayfair')).body).toMatchObject({ address: 'mayfair-2' })
})

test('the project list shows incomplete drafts', async () => {
  for (const [index, some] of [{ title: '' }, { photographs: { a: { name: 'a.jpg' } } }].entries())
    await added(`${index}`, some)
  expect((await known()).map(({ id }) => id)).toEqual(['1', '0'].map(toKey))
})

test('bundled projects can be hidden, shown and reordered, but not edited or deleted', async () => {
  await setStatus('mayfair', 'hidden', true)
  const own = await added('own')
  expect(await known()).toMatchObject([{ id: own.id }, { id: 'mayfair', status: 'hidden' }])
  expect(await portfolio()).toMatchObject([{ id: 'mayfair', status: 'hidden', position: null, content: null }])
  await setStatus('mayfair', 'published', true)
  await order(['feltham', own.id, 'mayfair'], ['feltham', 'mayfair'])
  const newest = await added('newest', { title: '' })
  expect((await known()).map(({ id }) => id)).toEqual([newest.id, 'feltham', own.id, 'mayfair'])
  expect(await save({ id: 'mayfair', version: 2 }, draft)).toMatchObject(missing)
  expect(await publish({ id: 'mayfair', version: 2 }, content)).toMatchObject(missing)
  expect(await call('delete_project', { p_id: 'mayfair' })).toMatchObject(missing)
})

test('changing the status or order of a missing project is refused without side effects', async () => {
  const own = await added('own', { title: '' })
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

test('a deleted project can be restored for 30 days, then only its address remains', async () => {
  const { id, version, address } = await shown()
  await call('delete_project', { p_id: id })
  await age(id, 29)
  const deleted = await find(id)
  await call('delete_project', { p_id: id })
  expect(await find(id)).toEqual(deleted)
  expect((await call('restore_project', { p_id: id })).status).toBeLessThan(300)
  expect(deleted?.version).toBeGreaterThan(version)
  expect((await find(id))?.version).toBeGreaterThan(deleted?.version ?? 0)
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

test('at most 200 custom projects are stored, and 300 projects can be ordered', async () => {
  const empty = `'{"photographs": {}}'`
  await insertMany('draft, deleted_at', `${empty}, now() - interval '31 days'`, 1)
  await insertMany('draft', empty, 199)
  expect((await added('last')).version).toBeGreaterThan(0)
  expect((await save({ id: toKey('more') }, draft)).body).toMatchObject({ message: 'too_many_projects' })
  const own = await sql<{ id: string }>('select id from projects')
  const builtIn = Array.from({ length: 101 }, (_, index) => `b${index}`)
  const ids = [...builtIn, ...own.map(({ id }) => id).slice(0, 200)]
  expect((await order(ids.slice(1), builtIn)).status).toBeLessThan(300)
  expect(await order(ids, builtIn)).toMatchObject({ status: 400, body: { message: 'project_id' } })
})

test('the list of 200 maximum-size projects stays small and is reordered within 500 ms', async () => {
  const longest = { ...content, images: Array(30).fill({ ...image, description: 'x'.repeat(300) }), cover: 0 }
  // Checking every change would exceed the timeout.
  await sql('alter table projects disable trigger user')
  const [words, published] = [JSON.stringify(toDraft(longest)), JSON.stringify(longest)]
  const columns = 'address, status, draft, published_draft, published'
  await insertMany(columns, `'p' || n, 'published', $1, $1, $2`, 200, [words, published])
  await sql(`update projects set draft = jsonb_set(draft, '{title}', '"Edited"') where address = 'p200'`)
  await sql('alter table projects enable trigger user')
  const cards = await known()
  expect(JSON.stringify(cards).length).toBeLessThan(100_000)
  const card = { title: content.title, location: 'Camden', cover: fakeFileName('a'), has_changes: false }
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

test('at most 100 bundled projects are stored, and the site response stays small', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `${'built-in-'.repeat(8)}${index}`)
  const limit = { status: 409, body: { message: 'too_many_built_in' } }
  expect(await order(ids, ids)).toMatchObject(limit)
  expect(await order(ids.slice(0, 100), ids)).toMatchObject({ status: 204 })
  expect(await setStatus(ids[100] ?? '', 'hidden', true)).toMatchObject(limit)
  expect(await setStatus(ids[0] ?? '', 'hidden', true)).toMatchObject({ status: 204 })
  expect(await portfolio()).toHaveLength(100)
  expect(JSON.stringify((await call('site', {}, 'visitor')).body).length).toBeLessThan(25_000)
})

test('the clean-up keeps the files of a project until it is no longer restorable', async () => {
  const withFile = (letter: string) => picture(fakeImage(fakeFileName(letter)))
  const lease = crypto.randomUUID()
  await storeFiles(database, [fakeFileName('d')])
  const claim = async () => {
    await sql(`update storage.objects set created_at = now() - interval '73 hours'`)
    await sql(`update private.released_media set released_at = now() - interval '31 days'`)
    await sql('update private.site set cleaned_at = null')
    return ((await call('claim_unused_site_media', { p_lease: lease }, 'service')).body as string[]).sort()
  }
  const { version } = await added('cellar', toDraft(withFile('d')))
  expect(await publish({ id, version }, withFile('e'))).toMatchObject({ status: 422 })
  await publish({ id, version }, withFile('d'))
  await save({ id, version }, draft)
  expect(await claim()).toEqual([])
  await publish((await find(id)) as Row, content)
  const unstored = async () =>
    (await call('missing_site_media', { p_names: [fakeFileName('d'), fakeFileName('a'), fakeFileName('e')] })).body
  expect(await unstored()).toEqual([fakeFileName('e')])
  await sql('delete from private.project_versions')
  expect(await claim()).toEqual([fakeFileName('d')])
  expect(await unstored()).toEqual([fakeFileName('d'), fakeFileName('e')])
  const { body } = await save({ id, version }, toDraft(withFile('d')))
  expect(body).toMatchObject({ rejected: { 'photographs/0/picture': 'media_missing' } })

  await setStatus(id, 'draft')
  await call('delete_project', { p_id: id })
  await age(id, 29)
  expect(await claim()).not.toContain(fakeFileName('a'))
  await age(id, 31)
  expect(await claim()).toEqual([...image.files, fakeFileName('d')].sort())
})

describe('agreement of contract and database', () => {
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
    fact: (size) => ({ facts: { walls: text(size) } }),
  }
  const agree = async (change: object, isTaken: boolean) => {
    const tried = { ...content, ...change }
    expect(await sql('select private.is_project_content($1) as is', [JSON.stringify(tried)])).toEqual([{ is: isTaken }])
    expect(v.safeParse(projectContentSchema, tried).success).toBe(isTaken)
  }

  test.each(Object.entries(PROJECT_LIMITS))(
    'contract and database agree on the limits of %s',
    async (name, [least, most]) => {
      const make = sized[name] ?? ((size) => ({ [name]: text(size) }))
      for (const size of [least, most]) await agree(make(size), true)
      await agree(make(most + 1), false)
      if (least > 0) await agree(make(least - 1), false)
    },
  )

  test('the database rejects numbers with a fraction or exponent where integers are expected', async () => {
    for (const number of ['1.0', '-0.0', '1e-1', '10e-1']) {
      const tried = JSON.stringify(content).replace('"cover":1', `"cover":${number}`)
      expect(await sql('select private.is_project_content($1) as is', [tried])).toEqual([{ is: false }])
    }
  })

  const fileOrNone = (...files: unknown[]) => picture({ files, widths: files.map(() => 1) })
  test.each<[string, object[]]>([
    ['months', [{ completed: '2025-13' }, { completed: '2025' }, { completed: 2025 }]],
    ['covers', [{ cover: 2 }, { cover: -1 }, { cover: 0.5 }, { cover: null }]],
    ['before and after indexes', [{ before: 2 }, { after: '1' }, { after: undefined }, { before: 0, after: 0 }]],
    ['texts and lists', [{ title: null }, { description: 'x' }, { services: [null] }, { images: [image, 'x'] }]],
    [
      'files',
      [
        fileOrNone(),
        fileOrNone(fakeFileName('a', 'svg')),
        fileOrNone(`../${fakeFileName('a')}`),
        fileOrNone(fakeFileName('a'), null),
      ],
    ],
    ['file counts', [fileOrNone(...Array(5).fill(fakeFileName('a'))), picture({ widths: [1, 2] })]],
    ['sizes', [picture({ height: 10_001 }), picture({ width: 0 }), picture({ widths: [0, 1, 2] })]],
    ['facts', [{ facts: null }, { facts: 'x' }, { facts: { depth: 3 } }, { facts: { area: null } }]],
    ['colours', [picture({ placeholder: 'red' }), picture({ placeholder: null })]],
  ])('contract and database both reject invalid %s', async (_, changes) => {
    for (const change of changes) await agree(change, false)
  })

  test('contract and database agree on optional keys, and the database rejects unknown ones', async () => {
    await agree({ before: null, after: null, services: [] }, true)
    for (const facts of [undefined, {}, { weeks: '26 weeks' }]) await agree({ facts }, true)
    for (const key of Object.keys(content)) await agree({ [key]: undefined }, key === 'facts')
    const saved = await added()
    for (const wrong of [{ ...content, more: 1 }, picture({ more: 1 }), { ...content, facts: { price: '1' } }])
      expect(await publish(saved, wrong)).toMatchObject({ status: 400, body: { message: 'project_content' } })
  })

  test('the draft schema replaces unreadable fields with empty values', () => {
    const empty = v.parse(projectDraftSchema, {})
    const broken = { title: 1, month: null, photographs: [1], cover: 2, pair: 'x', more: true }
    expect(v.parse(projectDraftSchema, broken)).toEqual(empty)
    expect(v.parse(projectDraftSchema, { photographs: { a: { picture: { files: 'x' } } } }).photographs).toEqual({
      a: { name: '', alt: '', description: '', picture: null, place: 0, removed: false },
    })
  })
})
