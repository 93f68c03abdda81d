import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseFindings } from '../../scripts/go-live/migrations.ts'
import { readMigrations } from '../../supabase/local/database/prepare.ts'
import { copyHostedDatabase } from '../support/hosted-database.ts'

const { engine, owner, urlOf, discard } = await copyHostedDatabase(process.env.TEST_POSTGRES_URL ?? '')
const migrations = readMigrations(path.resolve('.'))
const findings = () => databaseFindings(urlOf('postgres'), migrations)
const [statement = ''] = /create trigger reject_used_code [^;]+/.exec(migrations.map(({ sql }) => sql).join()) ?? []
const replaceTrigger = () => owner.query(statement.replace('create', 'create or replace'))
afterAll(async () => {
  await engine.close()
  await discard()
})

test.each([
  ['missing', 'drop trigger reject_used_code on auth.mfa_challenges'],
  ['disabled', 'alter table auth.mfa_challenges disable trigger reject_used_code'],
])('the go-live check reports a %s auth trigger, and the suggested remedy works', async (_, change) => {
  expect(await findings()).toEqual([])
  await engine.query(change)
  expect(await findings()).toEqual([
    expect.stringMatching(/^The trigger reject_used_code on auth\.mfa_challenges is missing .*_access\.sql/),
  ])
  await replaceTrigger()
  expect(await findings()).toEqual([])
})

test('the go-live check expects no auth trigger before its migration has run', async () => {
  await engine.query('drop trigger reject_used_code on auth.mfa_challenges')
  await owner.query("delete from supabase_migrations.schema_migrations where name = 'access'")
  expect(await findings()).toEqual([expect.stringMatching(/^The database lacks \d+_access/)])
})
