import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { InMemoryEmailDriver } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import postgres from 'postgres'
import { createBackend } from '../../supabase/local/backend.ts'
import type { Engine, Query } from '../../supabase/local/database/engine.ts'
import { readProjectConfig } from '../../supabase/local/project-config.ts'

const TEMPLATE = 'hosted'
const root = fileURLToPath(new URL('../..', import.meta.url))
const conditions = new URL('./hosted-conditions.sql', import.meta.url)

// The library encodes JSON parameters itself, and the driver's own types would encode them again.
const jsonType = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
})
// The driver's own would cut microseconds off a moment that is sent as text.
const momentType = {
  to: 1184,
  from: [1082, 1114, 1184],
  serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
  parse: (text: string) => new Date(text),
}
const options = { onnotice: () => {}, types: { json: jsonType(114), jsonb: jsonType(3802), date: momentType } }

type Sql = ReturnType<typeof createPostgresConnection>['driver']

const queryWith =
  (runner: Pick<Sql, 'unsafe'>): Query =>
  async <Row>(text: string, parameters: readonly unknown[] = []) =>
    [...(await runner.unsafe(text, [...parameters] as never[]))] as unknown as Row[]
const queries = (sql: Sql): Pick<Engine, 'query' | 'transaction'> => ({
  query: queryWith(sql),
  transaction: async (act) => (await sql.begin((run) => act(queryWith(run)))) as Awaited<ReturnType<typeof act>>,
})

// All roles have the superuser's password here.
const urlAs = (superuserUrl: string, role: string, database: string): string =>
  Object.assign(new URL(superuserUrl), { username: role, pathname: `/${database}` }).href

// The embedded server's connection is the auth server's, `owner` is `postgres`.
const open = (superuserUrl: string, database: string) => {
  const connect = (role: string, max: number) =>
    createPostgresConnection({
      url: urlAs(superuserUrl, role, database),
      // The auth server's own, and `public`, which its requests for tables leave out.
      postgresOptions: { ...options, max, connection: { search_path: 'auth, public' } },
    })
  const connection = connect('supabase_auth_admin', 6)
  // PostgREST reads the schema from pg_catalog; the library from information_schema, which shows a role only what it may use.
  const schema = connect('supabase_admin', 1)
  connection.introspect = (how) => schema.introspect(how)
  connection.clearSchemaCache = () => schema.clearSchemaCache()
  const owner = postgres(urlAs(superuserUrl, 'postgres', database), { ...options, max: 4 }) as unknown as Sql
  const close = async () => void (await Promise.all([connection.close(), schema.close(), owner.end()]))
  const engine: Engine = { connection, ...queries(connection.driver), close, singleSession: false }
  return { engine, owner: queries(owner) }
}

/** Makes the database every test's is a copy of: hosted's conditions, then the migrations as `postgres` runs them. */
export const prepareHostedDatabase = async (superuserUrl: string): Promise<void> => {
  const server = postgres(superuserUrl, { max: 1 })
  await server.unsafe(`create database ${TEMPLATE}`)
  await server.end()
  const database = postgres(urlAs(superuserUrl, 'supabase_admin', TEMPLATE), { max: 1 })
  await database.unsafe(readFileSync(conditions, 'utf8'))
  const { password } = new URL(superuserUrl)
  for (const role of ['postgres', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin'])
    await database.unsafe(`alter role ${role} password '${password}'`)
  await database.end()
  const backend = await createBackend({
    ...open(superuserUrl, TEMPLATE),
    root,
    filesDir: path.join(tmpdir(), `groundworks-test-${randomUUID()}`),
    config: readProjectConfig(root),
    keys: { publishable: 'sb_publishable_template', secret: 'sb_secret_template', jwtSecret: 't'.repeat(40) },
    origins: ['http://localhost'],
    email: new InMemoryEmailDriver(),
    seed: 'later',
    authLimits: false,
  })
  await backend.close()
}

/** A copy of that database for one test file; `discard` drops it. */
export const copyHostedDatabase = async (superuserUrl: string) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  await server.unsafe(`create database ${name} template ${TEMPLATE} owner postgres strategy file_copy`)
  await server.unsafe(`grant create on database ${name} to supabase_auth_admin, supabase_storage_admin`)
  return {
    ...open(superuserUrl, name),
    urlOf: (role: string) => urlAs(superuserUrl, role, name),
    discard: async () => {
      await server.unsafe(`drop database ${name} with (force)`)
      await server.end()
    },
  }
}
