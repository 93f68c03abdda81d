import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'

const file = new URL('../../supabase/functions/_shared/contract/database.types.ts', import.meta.url)

type Shape = { [key: string]: Shape | string }

/** Reads a type literal as an object: `a?: string | null` becomes `{ 'a?': 'string | null' }`. */
const readShape = (text: string): Shape => {
  // One property a line, as the formatter leaves only the longer ones.
  const lines = text
    .replaceAll(/^ {8}Relationships: \[$.*?^ {8}\]$/gms, '')
    .replaceAll('{ ', '{\n')
    .replaceAll('; ', '\n')
    .replaceAll(' }', '\n}')
    .split('\n')
    .map((line) => line.trim())
  const read = (): Shape => {
    const shape: Shape = {}
    for (let line = lines.shift(); line !== undefined && !/^\}/.test(line); line = lines.shift()) {
      const [, name = '', type = ''] = /^'?([\w?]+)'?: (.+)$/.exec(line) ?? []
      if (name) shape[name] = type.endsWith('{') ? read() : type
    }
    return shape
  }
  return read()
}

const part = (shape: Shape | string | undefined, ...keys: string[]): Shape =>
  keys.reduce<Shape>((inner, key) => inner[key] as Shape, shape as Shape)

const typesOf: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  timestamptz: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  jsonb: 'Json',
  _text: 'string[]',
  _int4: 'number[]',
}
const typeOf = (name: string, nullable = false) => `${typesOf[name] ?? `unknown ${name}`}${nullable ? ' | null' : ''}`

let backend: TestBackend
const source = readFileSync(file, 'utf8')
const types = part(readShape(source.slice(source.indexOf('export type Database = {') + 24)), 'public')

beforeAll(async () => {
  backend = await createTestBackend()
})
afterAll(() => backend.stop())

// `npm run types` writes them; this fails when a migration was changed without it.
describe('the types of the database are those of the migrations:', () => {
  test('every table with its columns', async () => {
    const columns = await backend.sql<{ table: string; column: string; type: string; nullable: boolean }>(
      `select table_name as "table", column_name as "column", udt_name as type, is_nullable = 'YES' as nullable
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const wanted: Record<string, Shape> = {}
    for (const { table, column, type, nullable } of columns)
      wanted[table] = { ...wanted[table], [column]: typeOf(type, nullable) }
    const rows = Object.entries(part(types, 'Tables')).map(([table, shape]) => [table, part(shape, 'Row')])
    expect(Object.fromEntries(rows)).toEqual(wanted)
  })

  test('every function with its arguments', async () => {
    const found = await backend.sql<{ name: string; names: string[] | null; types: string[]; defaults: number }>(
      `select p.proname as name, p.proargnames[1:p.pronargs] as names, p.pronargdefaults as defaults,
         array(select t.typname::text from unnest(p.proargtypes) with ordinality a(oid, n) join pg_type t on t.oid = a.oid order by n) as types
       from pg_proc p where p.pronamespace = 'public'::regnamespace`,
    )
    const wanted = found.map(({ name, names, types, defaults }) => {
      const args = types.map((type, index) => {
        const isOptional = index >= types.length - defaults
        return [`${names?.[index]}${isOptional ? '?' : ''}`, typeOf(type)]
      })
      return [name, Object.fromEntries(args)]
    })
    const functions = Object.entries(part(types, 'Functions')).map(([name, shape]) => {
      const args = part(shape, 'Args') as Shape | string
      return [name, typeof args === 'string' ? {} : args]
    })
    expect(Object.fromEntries(functions)).toEqual(Object.fromEntries(wanted))
  })

  test('every composite type with its attributes', async () => {
    const attributes = await backend.sql<{ type: string; attribute: string; of: string }>(
      `select c.relname as type, a.attname as attribute, t.typname as of
       from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
       where c.relkind = 'c' and c.relnamespace = 'public'::regnamespace and a.attnum > 0`,
    )
    const wanted: Record<string, Shape> = {}
    for (const { type, attribute, of } of attributes) wanted[type] = { ...wanted[type], [attribute]: typeOf(of, true) }
    expect(part(types, 'CompositeTypes')).toEqual(wanted)
  })
})
