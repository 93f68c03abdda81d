const OURS = `('public', 'private')`
// What runs with its owner's rights although callers without a session may call it: two questions that policies ask of
// tables the caller may not read, one that only the holder of an invitation's secret link can ask, and what visitors read
// of a table that is closed to them.
const DEFINERS_FOR_ALL = [
  'private.is_admin()',
  'private.current_publication_id()',
  'review_invitation(text)',
  'approved_review_summary()',
  'approved_reviews(timestamp with time zone,uuid)',
]
// The one way to write what the caller may not write otherwise; it asks who calls first.
const DEFINERS_FOR_USERS = [...DEFINERS_FOR_ALL, 'publish(jsonb,bigint)']

/** A rule of Supabase's database linter, as far as they are about security: every object it looks at, and whether that breaks it. */
export type Rule = { name: string; sql: string; atLeast: number }

/** Every rule. */
export const RULES: Rule[] = [
  {
    name: 'row-level security is on for every table',
    atLeast: 3,
    sql: `select c.oid::regclass::text as object, not c.relrowsecurity as broken
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${OURS} and c.relkind in ('r', 'p')`,
  },
  {
    name: 'every exposed table with row-level security has a policy',
    atLeast: 2,
    sql: `select c.oid::regclass::text as object, not exists (select from pg_policy p where p.polrelid = c.oid) as broken
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity`,
  },
  {
    name: 'policies stand on no table without row-level security',
    atLeast: 6,
    sql: `select polname as object, not c.relrowsecurity as broken from pg_policy p join pg_class c on c.oid = p.polrelid`,
  },
  {
    name: 'every function has a fixed search path',
    atLeast: 10,
    sql: `select p.oid::regprocedure::text as object,
        not coalesce('search_path=""' = any (p.proconfig), false) as broken
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OURS}`,
  },
  {
    name: 'no function runs with its owner’s rights for callers without a session, unless it must',
    atLeast: 5,
    sql: `select p.oid::regprocedure::text as object, has_function_privilege('anon', p.oid, 'execute')
        and not p.oid::regprocedure::text = any (array['${DEFINERS_FOR_ALL.join(`', '`)}']) as broken
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OURS} and p.prosecdef`,
  },
  {
    name: 'no function runs with its owner’s rights for signed-in users, unless it must',
    atLeast: 5,
    sql: `select p.oid::regprocedure::text as object, has_function_privilege('authenticated', p.oid, 'execute')
        and not p.oid::regprocedure::text = any (array['${DEFINERS_FOR_USERS.join(`', '`)}']) as broken
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OURS} and p.prosecdef`,
  },
  {
    name: 'views ask with the rights of who reads them, and no materialised view or foreign table is exposed',
    atLeast: 0,
    sql: `select c.oid::regclass::text as object,
        c.relkind <> 'v' or not coalesce(c.reloptions::text ~ 'security_invoker=(true|on|1)', false) as broken
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${OURS} and c.relkind in ('v', 'm', 'f')`,
  },
  {
    name: 'no policy believes what users write about themselves',
    atLeast: 6,
    sql: `select policyname as object, concat(qual, with_check) ~ 'user_meta_?data' as broken from pg_policies`,
  },
  {
    name: 'no function but the mirror of the role reads what users write about themselves',
    atLeast: 10,
    sql: `select p.oid::regprocedure::text as object, p.prosrc ~ 'user_meta_?data' and p.proname <> 'mirror_role' as broken
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OURS}`,
  },
  {
    name: 'policies ask who the caller is once per statement, not once per row',
    atLeast: 6,
    // Take away what is wrapped in a select of its own; nothing that asks may be left.
    sql: `select policyname as object, regexp_replace(
        concat(qual, with_check), '\\(\\s*SELECT (auth|private)\\.\\w+\\(\\)[^()]*\\)', '', 'gi'
      ) ~ '(auth|private)\\.\\w+\\(|current_setting\\(' as broken from pg_policies`,
  },
  {
    name: 'no two permissive policies of one table serve the same role and action',
    atLeast: 6,
    sql: `select a.policyname as object, exists (
        select from pg_policies b where b.tablename = a.tablename and b.schemaname = a.schemaname
          and b.policyname <> a.policyname and b.roles && a.roles and (b.cmd = a.cmd or 'ALL' in (a.cmd, b.cmd))
      ) as broken from pg_policies a where a.permissive = 'PERMISSIVE'`,
  },
  {
    name: 'no policy is for everybody',
    atLeast: 6,
    sql: `select policyname as object, 'public' = any (roles) as broken from pg_policies`,
  },
  {
    name: 'every foreign key has an index that starts with it',
    atLeast: 1,
    sql: `select conname as object, not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      ) as broken
      from pg_constraint c join pg_namespace n on n.oid = c.connamespace where c.contype = 'f' and n.nspname in ${OURS}`,
  },
  {
    name: 'no two indexes are the same, and every table has a primary key',
    atLeast: 3,
    sql: `select c.oid::regclass::text as object,
        not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
        or (select count(*) <> count(distinct regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON'))
          from pg_indexes x where x.schemaname = n.nspname and x.tablename = c.relname) as broken
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${OURS} and c.relkind in ('r', 'p')`,
  },
  {
    name: 'no extension lies in an exposed schema',
    atLeast: 0,
    sql: `select extname as object, n.nspname = 'public' as broken from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  },
  {
    name: 'nobody but the owner creates anything in our schemas, and nothing is granted beforehand',
    atLeast: 6,
    sql: `select r.rolname || ' in ' || n.nspname as object, has_schema_privilege(r.oid, n.oid, 'create') as broken
      from pg_roles r, pg_namespace n where r.rolname in ('anon', 'authenticated', 'service_role') and n.nspname in ${OURS}`,
  },
  {
    name: 'no sequence can be read or moved by callers',
    atLeast: 1,
    sql: `select r.rolname || ' ' || c.relname as object, has_sequence_privilege(r.oid, c.oid, 'usage, select, update') as broken
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
      where c.relkind = 'S' and n.nspname in ${OURS} and r.rolname in ('anon', 'authenticated')`,
  },
  {
    name: 'no table of the auth schema can be read by callers',
    atLeast: 4,
    sql: `select r.rolname || ' ' || c.relname as object, has_any_column_privilege(r.oid, c.oid, 'select, insert, update') as broken
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
      where c.relkind in ('r', 'v') and n.nspname = 'auth' and r.rolname in ('anon', 'authenticated')`,
  },
]
