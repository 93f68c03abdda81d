import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENQUIRY_NOTE_MAX, ENQUIRY_STATUSES } from '../../src/domain/enquiry-inbox.ts'
import { REJECTION_NOTE_MAX, REJECTION_REASONS } from '../../src/domain/moderation.ts'
import { REVIEW_REPLY_MAX } from '../../supabase/functions/_shared/contract/admin-email.ts'
import { DELIVERY_STATUSES, ENQUIRY_KINDS, ENQUIRY_LIMITS } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { ENQUIRY_PHOTOS_BUCKET } from '../../supabase/functions/_shared/contract/enquiry-photo.ts'
import { ENQUIRY_PHOTO_LIMITS } from '../../supabase/functions/_shared/contract/limits.ts'
import {
  RATING_MAX,
  RATING_MIN,
  REVIEW_LIMITS,
  REVIEW_SOURCES,
  REVIEW_STATUSES,
} from '../../supabase/functions/_shared/contract/review.ts'
import { EMAIL_MAX } from '../../supabase/functions/_shared/contract/text.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, signIn } from '../support/backend-users.ts'
import { insert as insertRow } from '../support/rows.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await createTestBackend({ seed: true })
})
afterAll(() => backend.stop())

let number = 0
/** Minimal rows, different on each call. */
const ROWS = {
  reviews: () => ({ name: 'Ann', location: 'NW3', text: `Words ${++number}`, rating: 5, email: 'ann@example.com' }),
  enquiries: () => ({ kind: 'contact', name: 'Ann', email: 'ann@example.com', message: 'Hello' }),
  review_invitations: () => ({
    name: 'Ann',
    email: `ann${++number}@example.com`,
    token_hash: String(number).padStart(64, '0'),
  }),
}
type Table = keyof typeof ROWS

const insert = (table: Table, change: object) => insertRow(backend, table, { ...ROWS[table](), ...change })
const isRefused = (table: Table, change: object) => expect(insert(table, change)).rejects.toThrow('check constraint')

describe('contract limits', () => {
  type Limit = [table: Table, column: string, limit: number, required: boolean]
  const REQUIRED = ['name', 'message']
  test.each<Limit>([
    ...Object.entries(REVIEW_LIMITS).map(([column, limit]): Limit => ['reviews', column, limit, true]),
    ...Object.entries(ENQUIRY_LIMITS).map(
      ([column, limit]): Limit => ['enquiries', column, limit, REQUIRED.includes(column)],
    ),
    ['enquiries', 'note', ENQUIRY_NOTE_MAX, false],
    ['review_invitations', 'name', REVIEW_LIMITS.name, true],
    ['review_invitations', 'location', REVIEW_LIMITS.location, false],
  ])('the column %s.%s accepts up to %i characters', async (table, column, limit, required) => {
    for (const letter of ['ü', '😀']) await insert(table, { [column]: letter.repeat(limit) })
    await isRefused(table, { [column]: 'x'.repeat(limit + 1) })
    if (required) await isRefused(table, { [column]: '' })
  })

  test.each(Object.keys(ROWS) as Table[])(
    'the column %s.email accepts email addresses up to the maximum length',
    async (table) => {
      const emailOf = (length: number) => '@example.com'.padStart(length, 'a')
      await insert(table, { email: emailOf(EMAIL_MAX) })
      for (const email of [emailOf(EMAIL_MAX + 1), '']) await isRefused(table, { email })
    },
  )

  test('rating and choice columns accept only the values in the contract', async () => {
    const choices: [Table, string, readonly (string | number)[], ...(string | number)[]][] = [
      ['reviews', 'rating', [RATING_MIN, RATING_MAX], RATING_MIN - 1, RATING_MAX + 1],
      ['reviews', 'status', REVIEW_STATUSES, 'deleted'],
      ['reviews', 'source', REVIEW_SOURCES, 'Yelp'],
      ['reviews', 'reason', [...REJECTION_REASONS, 'not recorded'], 'low rating'],
      ['enquiries', 'kind', ENQUIRY_KINDS, 'spam'],
      ['enquiries', 'delivery', DELIVERY_STATUSES.filter((status) => status !== 'sent'), 'sent', 'lost'],
      ['enquiries', 'status', ENQUIRY_STATUSES, 'answered'],
      ['review_invitations', 'delivery', ['pending', 'sent', 'failed'], 'lost'],
    ]
    for (const [table, column, accepted, ...refused] of choices) {
      for (const value of accepted) await insert(table, { [column]: value })
      for (const value of refused) await isRefused(table, { [column]: value })
    }
  })

  test('the database limits the photos of an enquiry like the contract', async () => {
    const [bucket] = await backend.sql('select * from storage.buckets where id = $1', [ENQUIRY_PHOTOS_BUCKET])
    const types = ['image/webp', 'image/jpeg']
    expect(bucket).toMatchObject({ public: false, allowed_mime_types: types })
    expect(Number((bucket as { file_size_limit: unknown }).file_size_limit)).toBe(ENQUIRY_PHOTO_LIMITS.bytes)

    const set = crypto.randomUUID()
    const reserve = (number: number) =>
      backend.sql('select reserve_enquiry_photo($1, $2, 1, 1, 1)', [set, String(number).repeat(64)])
    for (let number = 1; number <= ENQUIRY_PHOTO_LIMITS.photos; number += 1) await reserve(number)
    await expect(reserve(0)).rejects.toThrow('photo_set_closed')

    const id = await insert('enquiries', {})
    const store = (count: number, change: string) =>
      backend.sql(`update enquiries set photos = $1::text::jsonb, ${change} where id = $2`, [
        JSON.stringify(Array.from({ length: count }, (_, name) => ({ name: `${name}` }))),
        id,
      ])
    const inSet = `photo_set = '${set}'`
    await store(ENQUIRY_PHOTO_LIMITS.photos, inSet)
    for (const [count, change] of [
      [ENQUIRY_PHOTO_LIMITS.photos + 1, inSet],
      [1, 'photo_set = null'],
      [1, `kind = 'business-card'`],
    ] as const)
      await expect(store(count, change)).rejects.toThrow('check constraint')
  })

  test('the note on a deletion has at most 500 characters', async () => {
    const reason = 'something else'
    await insert('reviews', { reason, reason_note: '😀'.repeat(REJECTION_NOTE_MAX) })
    await isRefused('reviews', { reason, reason_note: 'x'.repeat(REJECTION_NOTE_MAX + 1) })
  })

  test('a reply to a review has at most 1,000 characters', async () => {
    const replied_at = '2026-01-01'
    await insert('reviews', { reply: '😀'.repeat(REVIEW_REPLY_MAX), replied_at })
    await isRefused('reviews', { reply: 'x'.repeat(REVIEW_REPLY_MAX + 1), replied_at })
  })

  test('check constraints reject malformed hashes, nameless contacts and inconsistent timestamps', async () => {
    await isRefused('reviews', { approval_hash: 'x' })
    await isRefused('review_invitations', { token_hash: 'x' })
    await isRefused('reviews', { reply: 'Thanks' })
    await isRefused('reviews', { replied_at: '2026-01-01' })
    const withdrawn = { withdrawn_at: '2026-01-01', reason: 'withdrawn by the author' }
    await insert('reviews', { ...withdrawn, status: 'rejected' })
    await isRefused('reviews', withdrawn)
    await isRefused('reviews', { ...withdrawn, status: 'rejected', reason: 'duplicate' })
    await isRefused('enquiries', { name: '' })
    await insert('enquiries', { delivery: 'sent', delivered_at: '2026-01-01' })
    await isRefused('enquiries', { delivered_at: '2026-01-01' })
    await isRefused('enquiries', { kind: 'business-card', status: 'new' })
  })
})

// Run `npm run types` after changing a migration.
describe('generated database types', () => {
  const file = new URL('../../supabase/functions/_shared/contract/database.types.ts', import.meta.url)
  // Joins lines that the formatter breaks.
  const source = readFileSync(file, 'utf8')
    .replaceAll(/[;\s]+/g, ' ')
    .replaceAll("'", '')
    .replaceAll('NonNullable<Json>', 'Json')
  const [, text = ''] = source.split('public: { Tables: ')
  const typeOf = (sqlType: string): string => {
    if (sqlType.startsWith('_')) return `${typeOf(sqlType.slice(1))}[]`
    if (['uuid', 'text', 'timestamptz'].includes(sqlType)) return 'string'
    if (/^(int|float)\d$/.test(sqlType)) return 'number'
    return { bool: 'boolean', json: 'Json', jsonb: 'Json' }[sqlType] ?? `unknown ${sqlType}`
  }
  type Column = { of: string; name: string; type: string; nullable: boolean }
  const literals = (columns: Column[]) => {
    const found: Record<string, string> = {}
    for (const { of, name, type, nullable } of columns)
      found[of] = `${found[of] ?? ''}${name}: ${typeOf(type)}${nullable ? ' | null' : ''} `
    return found
  }
  const columns = (kind: 'r' | 'c') =>
    backend.sql<Column>(`
      select c.relname as of, attname as name, typname as type, not (attnotnull) as nullable
      from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 join pg_type t on t.oid = atttypid
      where relkind = '${kind}' and relnamespace = 'public'::regnamespace order by 1, case relkind when 'c' then attnum end, 2`)

  test('the generated types contain every table with its columns', async () => {
    const found = [...text.matchAll(/(\w+): \{ Row: \{ ([^}]*)\}/g)].map(([, name, row]) => [name, row])
    expect(Object.fromEntries(found)).toEqual(literals(await columns('r')))
  })

  test('the generated types contain every composite type with its attributes', async () => {
    const [, types = ''] = text.split(/ CompositeTypes: \{/)
    const found = [...types.matchAll(/(\w+): \{ ([^{}]*)\}/g)].map(([, name, row]) => [name, row])
    expect(Object.fromEntries(found)).toEqual(literals(await columns('c')))
  })

  test('the generated types contain every function with its arguments', async () => {
    const wanted = await backend.sql<{ name: string; names: string[] | null; types: string[]; required: number }>(`
      select proname as name, proargnames[1:pronargs] as names, pronargs - pronargdefaults as required,
        array(select typname::text from unnest(proargtypes) with ordinality a(type, n) join pg_type t on t.oid = type order by n) as types
      from pg_proc where pronamespace = 'public'::regnamespace order by 1`)
    const argumentsOf = ({ names, types, required }: (typeof wanted)[number]) =>
      types
        .map((type, index) => `${names?.[index]}${index < required ? '' : '?'}: ${typeOf(type)}`)
        .sort()
        .join(' ')
    const found = [...text.matchAll(/(\w+): \{ Args: (?:\{ ([^}]*) \}|Record<PropertyKey, never>)/g)]
    expect(found.map(([, name, args = '']) => [name, args])).toEqual(wanted.map((one) => [one.name, argumentsOf(one)]))
  })
})

test('the seeded account has the instance ID and empty tokens the auth server needs', async () => {
  const [account] = await backend.sql<Record<string, unknown>>(`
    select instance_id, confirmation_token, recovery_token, email_change, email_change_token_new from auth.users`)
  expect(Object.values(account ?? {})).toEqual(['00000000-0000-0000-0000-000000000000', '', '', '', ''])
})

test('the seed creates sample reviews in every status and one account without rights', async () => {
  const samples = await backend.sql(`
    select status, count(*)::int from reviews where email like 'sample.%@example.com' and name like 'Sample: %' group by 1 order by 1`)
  expect(samples).toEqual([
    { status: 'approved', count: 5 },
    { status: 'pending', count: 3 },
    { status: 'rejected', count: 2 },
  ])
  const [user, ...others] = await backend.sql<{ id: string; email: string }>('select id, email from auth.users')
  expect(others).toEqual([])
  const session = await signIn(backend, { email: user?.email ?? '', password: 'sample-colleague' })
  const isAdmin = async () => (await callAs(backend, session, '/rest/v1/rpc/is_admin')).body
  expect(await isAdmin()).toBe(false)
  const change = { method: 'PUT', body: { app_metadata: { role: 'admin' } } }
  await callAs(backend, 'service', `/auth/v1/admin/users/${user?.id}`, change)
  expect(await isAdmin()).toBe(true)
})
