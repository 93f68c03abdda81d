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

/** Whether the API's roles get rights to new objects in `public`. */
export type NewObjects = 'open' | 'closed'

const TEMPLATES: Record<NewObjects, string> = { open: 'hosted', closed: 'hosted_closed' }
// From the Supabase CLI 3.1. TRUNCATE, REFERENCES, TRIGGER and MAINTAIN stay.
const CLOSE = `
  alter default privileges for role postgres in schema public
    revoke select, insert, update, delete on tables from anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    revoke usage, select on sequences from anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    revoke execute on functions from anon, authenticated, service_role;`

const root = fileURLToPath(new URL('../..', import.meta.url))
const conditions = new URL('./hosted-conditions.sql', import.meta.url)

// The library already encodes JSON parameters.
const jsonType = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
})
// The driver's type drops microseconds.
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

// All roles share a password.
const urlAs = (superuserUrl: string, role: string, database: string): string =>
  Object.assign(new URL(superuserUrl), { username: role, pathname: `/${database}` }).href

// The embedded server connects as the auth server.
const open = (superuserUrl: string, database: string) => {
  const connect = (role: string, max: number) =>
    createPostgresConnection({
      url: urlAs(superuserUrl, role, database),
      // The auth server's requests omit `public`.
      postgresOptions: { ...options, max, connection: { search_path: 'auth, public' } },
    })
  const connection = connect('supabase_auth_admin', 6)
  // Unlike PostgREST, the library reads information_schema, which hides what a role may not use.
  const schema = connect('supabase_admin', 1)
  connection.introspect = (how) => schema.introspect(how)
  connection.clearSchemaCache = () => schema.clearSchemaCache()
  const owner = postgres(urlAs(superuserUrl, 'postgres', database), { ...options, max: 4 }) as unknown as Sql
  const close = async () => void (await Promise.all([connection.close(), schema.close(), owner.end()]))
  const engine: Engine = { connection, ...queries(connection.driver), close, singleSession: false }
  return { engine, owner: queries(owner) }
}

const runAsSuperuser = async (superuserUrl: string, database: string, ...statements: string[]) => {
  const sql = postgres(urlAs(superuserUrl, 'supabase_admin', database), { max: 1, onnotice: () => {} })
  for (const statement of statements) await sql.unsafe(statement)
  await sql.end()
}

// Templates don't include database rights.
const copyStatements = (name: string, template: string): string[] => [
  `create database ${name} template ${template} owner postgres strategy file_copy`,
  `grant create on database ${name} to supabase_auth_admin, supabase_storage_admin`,
]

const migrate = async (superuserUrl: string, database: string) => {
  const backend = await createBackend({
    ...open(superuserUrl, database),
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

/** Creates the databases that tests copy. */
export const prepareHostedDatabases = async (superuserUrl: string): Promise<void> => {
  const { password } = new URL(superuserUrl)
  const roles = ['postgres', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin']
  await runAsSuperuser(superuserUrl, 'postgres', `create database ${TEMPLATES.open}`)
  await runAsSuperuser(
    superuserUrl,
    TEMPLATES.open,
    readFileSync(conditions, 'utf8'),
    ...roles.map((role) => `alter role ${role} password '${password}'`),
  )
  await runAsSuperuser(superuserUrl, 'postgres', ...copyStatements(TEMPLATES.closed, TEMPLATES.open))
  await runAsSuperuser(superuserUrl, TEMPLATES.closed, CLOSE)
  await Promise.all(Object.values(TEMPLATES).map((template) => migrate(superuserUrl, template)))
}

const newObjectsOfProject = (): NewObjects => (process.env.TEST_NEW_OBJECTS === 'open' ? 'open' : 'closed')

/** Copies a prepared database. `discard` drops the copy. */
export const copyHostedDatabase = async (superuserUrl: string, newObjects = newObjectsOfProject()) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAsSuperuser(superuserUrl, 'postgres', ...copyStatements(name, TEMPLATES[newObjects]))
  return {
    ...open(superuserUrl, name),
    urlOf: (role: string) => urlAs(superuserUrl, role, name),
    discard: () => runAsSuperuser(superuserUrl, 'postgres', `drop database ${name} with (force)`),
  }
}
