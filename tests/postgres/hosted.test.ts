import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyHostedDatabase } from '../support/hosted-database.ts'

const API_ROLES = ['anon', 'authenticated', 'service_role']

let database: Awaited<ReturnType<typeof copyHostedDatabase>>
let owner: ReturnType<typeof postgres>
let authServer: ReturnType<typeof postgres>
let restServer: ReturnType<typeof postgres>

beforeAll(async () => {
  database = await copyHostedDatabase(process.env.TEST_POSTGRES_URL ?? '')
  const as = (role: string) => postgres(database.urlOf(role), { max: 4, onnotice: () => {} })
  ;[owner, authServer, restServer] = [as('postgres'), as('supabase_auth_admin'), as('authenticator')]
})
afterAll(async () => {
  await Promise.all([owner.end(), authServer.end(), restServer.end(), database.engine.close()])
  await database.discard()
})

describe('the database is as narrow, and as generous, as a hosted one', () => {
  test.each([
    ['create table auth.mine ()', 'permission denied for schema auth'],
    [
      'create function storage.mine() returns int language sql as $$ select 1 $$',
      'permission denied for schema storage',
    ],
    ['alter table auth.users add column mine int', 'must be owner of table users'],
    ['comment on trigger guard_admins on auth.users is null', 'must be owner of relation users'],
    ['alter table storage.objects disable row level security', 'must be owner of table objects'],
    ['set role supabase_auth_admin', 'permission denied to set role'],
    ['create extension file_fdw', 'permission denied'],
  ])('a migration cannot run: %s', async (statement, refusal) => {
    await expect(owner.unsafe(statement)).rejects.toThrow(refusal)
  })

  test('what a migration makes is open to everybody until it closes it', async () => {
    await owner`create table public.left_open (id bigint generated always as identity)`
    await owner`create function public.left_open() returns int language sql as 'select 1'`
    const [open] = await owner`
      select bool_and(has_table_privilege(role, 'public.left_open', 'select, insert, update, delete, truncate')
        and has_sequence_privilege(role, 'public.left_open_id_seq', 'usage, update')
        and has_function_privilege(role, 'public.left_open()', 'execute')) as all
      from unnest(${API_ROLES}::text[]) as role`
    expect(open).toEqual({ all: true })
    await owner`drop function public.left_open()`
    await owner`drop table public.left_open`
  })
})

describe('the migrations leave open nothing that a hosted project opens by itself:', () => {
  test('no sequence', async () => {
    const open = await owner`
      select c.oid::regclass::text as sequence, role from pg_class c cross join unnest(${API_ROLES}::text[]) as role
      where c.relkind = 'S' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_sequence_privilege(role, c.oid, 'usage, select, update')`
    expect([...open]).toEqual([])
  })

  test('no right on a table but reading and writing rows', async () => {
    const open = await owner`
      select c.oid::regclass::text as table, role, privilege from pg_class c cross join unnest(${API_ROLES}::text[]) as role
        cross join unnest(array['truncate', 'references', 'trigger', 'maintain']) as privilege
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_table_privilege(role, c.oid, privilege)`
    expect([...open]).toEqual([])
  })
})

// Hosted, the API's connections load `safeupdate`, which refuses these in functions, too.
test('no function changes or deletes all rows of a table', async () => {
  const functions = await owner<{ name: string; source: string }[]>`
    select p.oid::regprocedure::text as name, p.prosrc as source from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`
  const unlimited = functions.filter(({ source }) =>
    (source.match(/\b(?:update\s+(?:public|private)\.|delete\s+from\s)[^;]*/g) ?? []).some(
      (sql) => !/\bwhere\b/.test(sql),
    ),
  )
  expect(unlimited.map(({ name }) => name)).toEqual([])
})

describe('the auth server writes users as its own role, a statement at a time', () => {
  const CREATED = '{"provider": "email", "providers": ["email"]}'
  /** Creates a user in the order of the auth server's admin API. */
  const create = (email: string, appMetadata: object, { confirm = true } = {}) =>
    authServer.begin(async (run) => {
      const [user] = await run<{ id: string }[]>`
        insert into users (instance_id, id, aud, role, email, encrypted_password, confirmation_token, recovery_token,
          email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
        values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', '', ${email}, 'hash', '', '', '', '',
          ${CREATED}::text::jsonb, '{"role": "admin"}', now(), now()) returning id`
      const { id } = user ?? { id: '' }
      await run`update users set role = 'authenticated' where id = ${id}`
      const metadata = JSON.stringify({ ...JSON.parse(CREATED), ...appMetadata })
      await run`update users set raw_app_meta_data = ${metadata}::text::jsonb, updated_at = now() where id = ${id}`
      if (confirm) await run`update users set email_confirmed_at = now(), confirmation_token = '' where id = ${id}`
      return id
    })
  const roleOf = async (id: string) =>
    (await owner`select raw_user_meta_data ->> 'role' as role from auth.users where id = ${id}`)[0]?.role
  const demote = (id: string) =>
    authServer`update users set raw_app_meta_data = raw_app_meta_data - 'role', updated_at = now() where id = ${id}`

  test('and what it says of a role is overruled, then given', async () => {
    const member = await create('member@example.com', {})
    expect(await roleOf(member)).toBeNull()
    const admin = await create('admin@example.com', { role: 'admin' })
    expect(await roleOf(admin)).toBe('admin')
    await authServer`update users set raw_user_meta_data = '{"role": "admin"}' where id = ${member}`
    expect(await roleOf(member)).toBeNull()
  })

  test('and the last administrator stays, as long as the others were only invited', async () => {
    const [admin] = await owner`select id from auth.users where raw_app_meta_data ->> 'role' = 'admin'`
    const invited = await create('invited@example.com', { role: 'admin' }, { confirm: false })
    await expect(demote(admin?.id)).rejects.toThrow('last_admin')
    await expect(authServer`delete from users where id = ${admin?.id}`).rejects.toThrow('last_admin')
    await authServer`update users set banned_until = now() + interval '1 day' where id = ${invited}`
    await authServer`update users set banned_until = null, email_confirmed_at = now() where id = ${invited}`
    await demote(admin?.id)
    await expect(demote(invited)).rejects.toThrow('last_admin')
  })

  test('and a second set-up is refused, and leaves no account', async () => {
    const first = { role: 'admin', default_password: true }
    await expect(create('set-up@example.com', first)).rejects.toThrow('setup_closed')
    expect([...(await owner`select 1 from auth.users where email = 'set-up@example.com'`)]).toEqual([])
  })

  test('and requests by the role of the REST server have the rights of their token', async () => {
    const admin = await create('rest@example.com', { role: 'admin' })
    const [session] = await authServer`
      insert into sessions (id, user_id, created_at, updated_at, aal) values (gen_random_uuid(), ${admin}, now(), now(), 'aal1') returning id`
    const count = async (role: string, claims: object) =>
      restServer.begin(async (run) => {
        await run.unsafe(`set local role ${role}`)
        await run`select set_config('request.jwt.claims', ${JSON.stringify({ role, ...claims })}, true)`
        const [row] = await run`select count(*)::int as reviews from public.reviews`
        return row?.reviews
      })
    await owner`insert into public.reviews (name, location, text, rating, email) values ('Ann', 'NW3', 'Waits', 5, 'ann@example.com')`
    expect(await count('authenticated', { sub: admin, session_id: session?.id })).toBe(1)
    expect(await count('authenticated', { sub: admin })).toBe(0)
    await expect(count('anon', {})).rejects.toThrow('permission denied')
    expect(await count('service_role', {})).toBe(1)
    await expect(restServer`select id from public.reviews`).rejects.toThrow('permission denied')
  })
})
