import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createUser, signedIn } from '../support/backend-users.ts'
import {
  bucketsOf,
  type Callers,
  callersOf,
  columnsOf,
  functionsOf,
  otherTablesOf,
  tablesOf,
} from './access-catalogue.ts'
import {
  BUCKET_DECISIONS,
  COLUMN_DECISIONS,
  FILE_OPERATIONS,
  FUNCTION_DECISIONS,
  OPERATIONS,
  TABLE_DECISIONS,
} from './access-decisions.ts'
import { VALUES } from './access-values.ts'

const attempt = countAttempts('access')
let backend: TestBackend
let callers: Callers
let everything: Promise<string> | undefined

beforeAll(async () => {
  backend = await createTestBackend({ seed: true })
  await createUser(backend, 'keeper', { role: 'admin' })
  await backend.sql(
    `insert into enquiries (kind, name, email, message) values ('contact', 'Ann', 'ann@example.com', 'Hi')`,
  )
  await backend.sql(
    `insert into review_invitations (name, email, token_hash) values ('Ann', 'ann@example.com', repeat('a', 64))`,
  )
  await backend.sql('insert into publications default values')
  await backend.sql(
    `insert into publication_items (publication_id, place, position, kind, built_in)
     select id, 'hero', 0, 'built-in', '/pictures/hero/terrace' from publications`,
  )
  callers = await callersOf(backend)
})
afterAll(() => backend.stop())

type Answer = { status: number; text: string }
const ask = async (caller: string, path: string, method = 'GET', body?: object): Promise<Answer> => {
  const headers = { 'content-type': 'application/json', prefer: 'return=minimal', ...callers[caller] }
  const response = await backend.fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: response.status, text: await response.text() }
}

/** `.` refused, `0` taken without effect, `X` done, `!` anything else (a fault of the server). */
const verdict = ({ status, text }: Answer, effect: boolean): string => {
  if (effect || (status === 200 && !['', '[]'].includes(text))) return 'X'
  if (status >= 200 && status < 300) return '0'
  return status >= 400 && status < 500 ? '.' : '!'
}

/** One value of everything that is stored. */
const fingerprint = async () => {
  everything ??= tablesOf(backend).then((tables) => {
    const names = [...tables.map((table) => `public.${table}`), 'auth.users', 'storage.buckets', 'storage.objects']
    const rowsOf = (name: string) => `(select string_agg(t::text, '|' order by t::text) from ${name} t)`
    return `select md5(concat_ws('#', ${names.map(rowsOf).join(', ')})) as rows`
  })
  const [found] = await backend.sql<{ rows: string }>(await everything)
  return found?.rows
}

const keyOf = (table: string) => (table === 'publication_items' ? 'publication_id' : 'id')
const anyRow = (table: string) => `${keyOf(table)}=not.is.null`

/** Writes, and finds out whether anything changed. */
const write = async (caller: string, path: string, method: string, body?: object) => {
  const before = await fingerprint()
  const answer = await ask(caller, path, method, body)
  return verdict(answer, (await fingerprint()) !== before)
}

const judge = (what: string, found: string, decided: string | undefined) => {
  attempt(`${what}: decided ${decided ?? 'nothing, add it to access-decisions.ts'}, found ${found}`, found !== decided)
}

// Some two thousand requests, and more with each column.
test('every column, for every caller', { timeout: 120_000 }, async () => {
  const columns = await columnsOf(backend)
  expect(columns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(Object.keys(COLUMN_DECISIONS).sort())
  for (const { table, column, type } of columns) {
    const value = { [column]: VALUES[type] }
    expect(VALUES, `a value of the type of ${table}.${column}`).toHaveProperty([type])
    for (const caller of Object.keys(callers)) {
      const decided = COLUMN_DECISIONS[`${table}.${column}`]?.[caller]
      const found = [
        verdict(await ask(caller, `/rest/v1/${table}?select=${column}`), false),
        await write(caller, `/rest/v1/${table}`, 'POST', value),
        await write(caller, `/rest/v1/${table}?${anyRow(table)}`, 'PATCH', value),
      ]
      for (const [index, operation] of OPERATIONS.entries())
        judge(`${caller} may ${operation} ${table}.${column}`, found[index] ?? '', decided?.[index])
      // What cannot be read must not be guessed by filters and orders either.
      for (const query of [
        `select=${keyOf(table)}&${column}=not.is.null`,
        `select=${keyOf(table)}&order=${column}`,
        `select=${keyOf(table)}&or=(${column}.not.is.null)`,
      ]) {
        const seen = verdict(await ask(caller, `/rest/v1/${table}?${query}`), false) === 'X'
        attempt(`${caller} asks ${table} by ${query}`, seen && decided?.[0] !== 'X')
      }
    }
  }
})

test('every table as a whole, for every caller', async () => {
  const tables = await tablesOf(backend)
  expect(tables.sort()).toEqual(Object.keys(TABLE_DECISIONS).sort())
  for (const table of tables)
    for (const caller of Object.keys(callers)) {
      const decided = TABLE_DECISIONS[table]?.[caller]
      judge(`${caller} may read all of ${table}`, verdict(await ask(caller, `/rest/v1/${table}`), false), decided?.[0])
      for (const path of [`/rest/v1/${table}?${anyRow(table)}`, `/rest/v1/${table}`])
        judge(`${caller} may delete from ${table}`, await write(caller, path, 'DELETE'), decided?.[1])
    }
})

test('every function, for every caller', async () => {
  const functions = await functionsOf(backend)
  const names = functions.map(({ signature }) => signature)
  expect(names.sort()).toEqual(Object.keys(FUNCTION_DECISIONS).sort())
  for (const { name, signature, arguments: given } of functions) {
    const body = Object.fromEntries(given.map(({ name, type }) => [name, VALUES[type]]))
    const query = new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)]))
    for (const caller of Object.keys(callers)) {
      const decided = FUNCTION_DECISIONS[signature]?.[caller]
      const before = await fingerprint()
      for (const answer of [
        await ask(caller, `/rest/v1/rpc/${name}`, 'POST', body),
        await ask(caller, `/rest/v1/rpc/${name}?${query}`),
      ]) {
        const found = answer.status === 200 ? answer.text : verdict(answer, false)
        judge(`${caller} may call ${signature}`, found, decided)
      }
      attempt(`${caller} changed rows by ${signature}`, (await fingerprint()) !== before)
    }
  }
})

test('every bucket, for every caller', async () => {
  const buckets = await bucketsOf(backend)
  expect(buckets.map(({ bucket }) => bucket)).toEqual(Object.keys(BUCKET_DECISIONS).sort())
  const [stored, free] = ['0', '1'].map((digit) => `${digit.repeat(64)}.webp`)
  for (const { bucket, type } of buckets) {
    const call = async (who: Record<string, string>, path: string, method: string, body?: string, sent = type) => {
      const before = await fingerprint()
      const headers = { ...who, ...(body === undefined ? {} : { 'content-type': sent }) }
      const answer = await backend.fetch(`/storage/v1/object/${path}`, { method, headers, ...(body ? { body } : {}) })
      const { status } = answer
      return verdict({ status, text: await answer.text() }, (await fingerprint()) !== before)
    }
    expect(await call({ apikey: backend.secretKey }, `${bucket}/${stored}`, 'POST', 'a file')).toBe('X')
    for (const [caller, who] of Object.entries(callers)) {
      const found = [
        await call(who, `public/${bucket}/${stored}`, 'GET'),
        await call(who, `list/${bucket}`, 'POST', '{"prefix":""}', 'application/json'),
        await call(who, `${bucket}/${free}`, 'POST', 'a file'),
        await call(who, `${bucket}/${stored}`, 'PUT', 'another file'),
        await call(who, bucket, 'DELETE', JSON.stringify({ prefixes: [stored] }), 'application/json'),
      ]
      for (const [index, operation] of FILE_OPERATIONS.entries())
        judge(`${caller} may ${operation} ${bucket}`, found[index] ?? '', BUCKET_DECISIONS[bucket]?.[caller]?.[index])
    }
  }
})

test('no table of another schema, for any caller', async () => {
  const tables = await otherTablesOf(backend)
  expect(tables.length).toBeGreaterThan(7)
  for (const { schema, table } of tables)
    for (const [caller, headers] of Object.entries(callers))
      for (const [path, profile] of [
        [`/rest/v1/${table}?select=*`, { 'accept-profile': schema }],
        [`/rest/v1/${table}?select=*`, {}],
        [`/rest/v1/${schema}.${table}?select=*`, {}],
      ] as const) {
        const response = await backend.fetch(path, { headers: { ...headers, ...profile } })
        attempt(`${caller} reads ${schema}.${table} by ${path}`, response.status < 400 || response.status >= 500)
      }
})

test('the same requests do succeed for whom they are meant', async () => {
  const admin = await signedIn(backend, 'control', { role: 'admin' })
  expect((await callAs(backend, admin, '/rest/v1/reviews?select=email')).body).toHaveLength(10)
  expect((await callAs(backend, admin, '/rest/v1/enquiries?select=email')).body).toHaveLength(1)
  expect((await callAs(backend, admin, '/rest/v1/rpc/is_admin')).body).toBe(true)
})
