import { fileURLToPath } from 'node:url'
import { readProjectConfig } from '../../supabase/local/project-config.ts'
import type { TestBackend } from '../support/backend.ts'
import { createTestUsers } from '../support/test-users.ts'

const { schemas } = readProjectConfig(fileURLToPath(new URL('../..', import.meta.url))).api
// Schema names don't come from a caller.
const EXPOSED = `(${schemas.map((schema) => `'${schema}'`).join(', ')})`
const RELATIONS = `('r', 'v', 'm', 'f', 'p')`

export type Callers = Record<string, Record<string, string>>

/** Creates callers without rights, and an administrator. */
export async function createCallers(backend: TestBackend): Promise<{ strangers: Callers; admin: Callers[string] }> {
  const { admin, member, former, unproven } = await createTestUsers(backend)
  const apikey = backend.publishableKey
  const user = ({ token }: { token: string }) => ({ apikey, authorization: `Bearer ${token}` })
  return {
    strangers: {
      nobody: {},
      visitor: { apikey },
      member: user(member),
      former: user(former),
      unproven: user(unproven),
    },
    admin: user(admin),
  }
}

/** Lists all columns in the API, including read-only ones. */
export const listColumns = ({ sql }: TestBackend) =>
  sql<{ table: string; column: string; writable: boolean }>(`
    select c.relname as table, a.attname as column, a.attgenerated = '' and a.attidentity = '' as writable
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${EXPOSED} and c.relkind in ${RELATIONS} and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`)

/** Lists the functions in the API with their arguments. */
export const listFunctions = ({ sql }: TestBackend) =>
  sql<{ name: string; signature: string; arguments: { name: string; type: string }[] }>(`
    select p.proname as name, p.proname || '(' || coalesce(string_agg(t.typname, ', ' order by i), '') || ')' as signature,
      coalesce(json_agg(json_build_object('name', p.proargnames[i], 'type', t.typname)) filter (where i > 0), '[]') as arguments
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    left join generate_series(1, p.pronargs) i on true left join pg_type t on t.oid = p.proargtypes[i - 1]
    where n.nspname in ${EXPOSED} group by p.oid`)

/** Lists the tables and views outside the API. */
export const listHiddenTables = ({ sql }: TestBackend) =>
  sql<{ schema: string; table: string }>(`
    select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ${EXPOSED} and n.nspname not in ('pg_catalog', 'information_schema')
      and n.nspname not like 'pg\\_%' and c.relkind in ${RELATIONS}`)
