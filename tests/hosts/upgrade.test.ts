import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseFindings } from '../../scripts/go-live/migrations'
import { readMigrations } from '../../supabase/local/database/prepare'
import { copyHostedDatabase } from '../support/hosted-database'
import { openCli } from '../support/supabase-cli'

const NEXT = '99991231000000_enquiry_remarks'
const SQL = `-- Remarks of administrators.
alter table public.enquiries add column remark text not null default '' check (char_length(remark) <= 2000);
grant update (remark) on public.enquiries to authenticated;
`

test('the Supabase CLI migrates a new database, then upgrades a full one without data loss', {
  timeout: 180_000,
}, async ({ skip }) => {
  const cli = await openCli()
  if (!cli) return skip('the Supabase CLI, which npm fetches when it is first needed, could not be fetched')
  const { folder, run, remove } = cli
  const { engine, owner, urlOf, discard } = await copyHostedDatabase(process.env.TEST_POSTGRES_URL ?? '')
  onTestFinished(async () => {
    remove()
    await engine.close()
    await discard()
  })
  const url = `${urlOf('postgres')}?sslmode=disable`
  const push = async () => {
    const { stdout, stderr } = await run(['db', 'push', '--yes', `--remote=${url}`])
    return stdout + stderr
  }
  const findings = () => databaseFindings(url, readMigrations(folder))

  // The tests' template has run the migrations, so this removes their objects.
  await owner.query(`drop schema private cascade; delete from supabase_migrations.schema_migrations;
    do $$ declare one text; begin
      for one in select format('drop %s %s cascade', case c.relkind when 'c' then 'type' else 'table' end, c.oid::regclass)
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'c') loop execute one; end loop;
      for one in select format('drop function %s', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = 'public'::regnamespace loop execute one; end loop;
    end $$`)
  expect((await push()).match(/(?<=Applying migration )\d{14}_\w+\.sql/g)).toEqual(
    readdirSync(path.join(folder, 'supabase/migrations')).sort(),
  )
  expect(await findings()).toEqual([])

  await owner.query(`
    insert into public.reviews (name, location, text, rating, email, title)
    select repeat('n', 100), repeat('l', 100), repeat('€', 10000 - length(n::text)) || n, 5, repeat('e', 254), repeat('t', 150)
    from generate_series(1, 50) n;
    insert into public.enquiries (kind, name, email, message)
    select 'contact', repeat('n', 100), repeat('e', 254), repeat('€', 5000) from generate_series(1, 50);
    insert into public.projects (id, position, draft)
    select gen_random_uuid()::text, n, jsonb_build_object('photographs', '{}'::jsonb, 'summary', repeat('s', 131000))
    from generate_series(1, 200) n`)
  const digest = () =>
    owner.query(`select md5(string_agg(t, '')) as rows from (
      select (to_jsonb(r) #>> '{}') as t from public.reviews r
      union all select (to_jsonb(e) - 'remark') #>> '{}' from public.enquiries e
      union all select to_jsonb(p) #>> '{}' from public.projects p order by 1) all_rows`)
  const before = await digest()
  expect(await push()).toContain('up to date')

  writeFileSync(path.join(folder, 'supabase/migrations', `${NEXT}.sql`), SQL)
  expect(await findings()).toEqual([expect.stringContaining(`lacks ${NEXT}`)])
  expect(await push()).toContain(NEXT)
  expect(await push()).toContain('up to date')
  expect(await findings()).toEqual([])
  expect(await digest()).toEqual(before)
  const [rights] =
    await owner.query(`select has_column_privilege('authenticated', 'public.enquiries', 'remark', 'update') as owner,
    has_column_privilege('anon', 'public.enquiries', 'remark', 'select') as visitor, (select count(*)::integer from public.enquiries where remark = '') as rows`)
  expect(rights).toEqual({ owner: true, visitor: false, rows: 50 })

  writeFileSync(path.join(folder, 'supabase/migrations', `${NEXT}.sql`), SQL.replace('2000', '3000'))
  expect(await push()).toContain('up to date')
  expect(await findings()).toEqual([expect.stringMatching(`a different ${NEXT}: .*<= 2000`)])
})
