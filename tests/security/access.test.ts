import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { insert } from '../support/rows.ts'
import { type Callers, createCallers, listColumns, listFunctions, listHiddenTables } from './access-catalogue.ts'
import { FUNCTIONS, TABLES, VALUES } from './access-decisions.ts'

type Caller = 'nobody' | 'visitor' | 'member' | 'former' | 'unproven' | 'admin'

let backend: TestBackend
let callers: Callers
let columns: Awaited<ReturnType<typeof listColumns>>
let stored: string

const everything = async () => {
  const tables = [...new Set(columns.map(({ table }) => `public.${table}`)), 'auth.users']
  const rowsOf = (name: string) => `(select string_agg(t::text, '|' order by t::text) from ${name} t)`
  const [found] = await backend.sql<{ rows: string }>(
    `select md5(concat_ws('#', ${tables.map(rowsOf).join(', ')})) as rows`,
  )
  return found?.rows ?? ''
}

beforeAll(async () => {
  backend = await createTestBackend({ seed: true })
  const ann = { name: 'Ann', email: 'ann@example.com' }
  await insert(backend, 'enquiries', { ...ann, kind: 'contact', message: 'Hi' })
  await insert(backend, 'review_invitations', { ...ann, token_hash: 'a'.repeat(64) })
  await insert(backend, 'projects', { id: 'x', built_in: true, status: 'published', position: 1 })
  await backend.sql(`
    with made as (insert into publications (id) values (1) returning id)
    insert into publication_items (publication_id, place, position, kind, built_in)
    select id, 'hero', 0, 'built-in', '/pictures/hero/terrace' from made`)
  const { strangers, admin } = await createCallers(backend)
  callers = { ...strangers, admin }
  columns = await listColumns(backend)
  stored = await everything()
})
afterAll(() => backend.stop())
afterEach(async () => expect(await everything()).toBe(stored))

const ask = async (caller: Caller, path: string, method = 'GET', body?: object, headers = {}) => {
  const response = await backend.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', prefer: 'return=minimal', ...callers[caller], ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as unknown) : undefined }
}

const sorted = (names: Iterable<string>) => [...names].sort()

test('every table and function of the API has an access decision', async () => {
  expect(sorted(new Set(columns.map(({ table }) => table)))).toEqual(sorted(Object.keys(TABLES)))
  const functions = await listFunctions(backend)
  expect(sorted(functions.map(({ signature }) => signature))).toEqual(sorted(Object.keys(FUNCTIONS)))
})

test('every API request without a key is refused with 401', async () => {
  const paths = [...Object.keys(TABLES), ...Object.keys(FUNCTIONS).map((name) => `rpc/${name.replace(/\(.*/, '')}`)]
  for (const path of paths)
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const body = method === 'GET' ? undefined : {}
      expect.soft(await ask('nobody', `/rest/v1/${path}`, method, body), path).toMatchObject({ status: 401 })
    }
})

describe.each(['visitor', 'member', 'former', 'unproven'] as const)('%s', (caller) => {
  const isUser = caller !== 'visitor'
  const refused = { status: isUser ? 403 : 401 }
  const hidden = { status: 200, body: [] }
  const readable = isUser ? hidden : { status: 200, body: [expect.any(Object)] }

  test.each(Object.entries(TABLES))(
    `a request as ${caller} reads and writes only the listed columns of %s`,
    async (table, { visitors, users }) => {
      const url = `/rest/v1/${table}`
      const key = table === 'publication_items' ? 'publication_id' : 'id'
      const rows = `${url}?${key}=not.is.null`
      const ofTable = columns.filter((column) => column.table === table)
      const isRead = (column: string) => (isUser ? !users.hidden?.includes(column) : visitors.includes(column))

      for (const { column, writable } of ofTable) {
        const read = isRead(column) ? readable : refused
        expect.soft(await ask(caller, `${url}?select=${column}`), `read ${column}`).toMatchObject(read)
        if (isRead(key) && !isRead(column))
          // Filters and orders must not reveal hidden columns.
          for (const query of [`${column}=not.is.null`, `order=${column}`, `or=(${column}.not.is.null)`])
            expect.soft(await ask(caller, `${url}?select=${key}&${query}`), query).toMatchObject(refused)
        if (!writable) continue
        const value = { [column]: null }
        expect.soft(await ask(caller, url, 'POST', value), `insert ${column}`).toMatchObject(refused)
        const updated = isUser && users.update?.includes(column) ? { status: 204 } : refused
        expect.soft(await ask(caller, rows, 'PATCH', value), `update ${column}`).toMatchObject(updated)
      }
      const readAll = ofTable.every(({ column }) => isRead(column)) ? readable : refused
      expect.soft(await ask(caller, url), 'read all').toMatchObject(readAll)
      const deleted = isUser && users.delete ? { status: 204 } : refused
      expect.soft(await ask(caller, rows, 'DELETE'), 'delete').toMatchObject(deleted)
    },
  )

  test(`a request as ${caller} gets only the listed function results`, async () => {
    for (const { name, signature, arguments: taken } of await listFunctions(backend)) {
      const { visitors, users, unproven = users } = FUNCTIONS[signature] ?? {}
      const answer = { visitor: visitors, member: users, former: users, unproven }[caller]
      const body = Object.fromEntries(taken.map(({ name, type }) => [name, VALUES[type]]))
      const expected = answer === undefined ? refused : { status: 200, body: answer }
      expect.soft(await ask(caller, `/rest/v1/rpc/${name}`, 'POST', body), signature).toMatchObject(expected)
    }
  })

  test(`a request as ${caller} reaches no table outside the API schemas`, async () => {
    const others = await listHiddenTables(backend)
    expect(others.length).toBeGreaterThan(7)
    for (const { schema, table } of others)
      for (const method of ['GET', 'DELETE']) {
        const profile = { 'accept-profile': schema, 'content-profile': schema }
        const { status } = await ask(caller, `/rest/v1/${table}`, method, undefined, profile)
        expect.soft(status, `${method} ${table} of ${schema}`).toBe(406)
      }
  })
})

test('the same requests succeed for an administrator', async () => {
  expect((await ask('admin', '/rest/v1/reviews?select=email')).body).toHaveLength(10)
  expect((await ask('admin', '/rest/v1/enquiries?select=email')).body).toHaveLength(1)
  expect((await ask('admin', '/rest/v1/rpc/is_admin')).body).toBe(true)
})
