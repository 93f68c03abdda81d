import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Engine } from './engine.ts'

const API_ROLES = 'anon, authenticated, service_role'

/** State of a hosted project before its first migration. */
export const HOSTED_DEFAULTS = `
do $$ begin create role anon nologin noinherit; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin create role authenticated nologin noinherit; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin create role service_role nologin noinherit bypassrls; exception when duplicate_object or unique_violation then null; end $$;
grant usage on schema public, auth, storage to ${API_ROLES};
grant all on storage.buckets, storage.objects to ${API_ROLES};
grant execute on all functions in schema storage to ${API_ROLES};
alter table auth.users add column if not exists instance_id uuid;
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
create table if not exists auth.mfa_factors (
  id uuid primary key, user_id uuid not null references auth.users (id) on delete cascade, friendly_name text, secret text,
  factor_type text not null, status text not null, created_at timestamptz not null, updated_at timestamptz not null
);
create unique index if not exists mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';
create table if not exists auth.mfa_challenges (
  id uuid primary key, factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null, verified_at timestamptz, ip_address inet not null
);
create table if not exists auth.mfa_amr_claims (
  id uuid primary key, session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null, updated_at timestamptz not null, authentication_method text not null,
  unique (session_id, authentication_method)
);
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_amr_claims enable row level security;
`

const MIGRATION = /^(\d{14})_(.+)\.sql$/

export const readMigrations = (root: string): { version: string; name: string; sql: string }[] => {
  const folder = path.join(root, 'supabase/migrations')
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = MIGRATION.exec(file) ?? []
      return version && name ? [{ version, name, sql: readFileSync(path.join(folder, file), 'utf8') }] : []
    })
}

/** Applies missing migrations and returns their number. Throws if applied ones differ. */
export const migrate = async (
  { query, transaction }: Pick<Engine, 'query' | 'transaction'>,
  root: string,
): Promise<number> => {
  const applied = await query<{ version: string; statements: string[] }>(
    'select version, statements from supabase_migrations.schema_migrations',
  )
  const migrations = readMigrations(root)
  const unknown = applied.find(
    ({ version, statements }) => !migrations.some((one) => one.version === version && one.sql === statements?.join('')),
  )
  if (unknown)
    throw new Error(
      `The data was created with a migration that is missing from supabase/migrations or has changed since: ${unknown.version}. Start over with \`npm run db:reset\`, or set DATA_DIR.`,
    )
  const missing = migrations.filter(({ version }) => !applied.some((row) => row.version === version))
  for (const { version, name, sql } of missing) {
    await transaction(async (run) => {
      await run(sql)
      await run(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3::text])',
        [version, name, sql],
      )
    }).catch((cause: unknown) => {
      throw new Error(
        `The migration ${version}_${name}.sql failed: ${cause instanceof Error ? cause.message : cause}`,
        { cause },
      )
    })
  }
  return missing.length
}

const SEED = 'supabase/seed.sql'

/** Loads or skips the sample data once per database, so it never joins real reviews. */
export const seedOnce = async (
  { transaction }: Pick<Engine, 'transaction'>,
  root: string,
  wanted: boolean,
): Promise<void> => {
  await transaction(async (run) => {
    const decided = await run('select 1 from supabase_migrations.seed_files where path = $1', [SEED])
    if (decided.length > 0) return
    if (wanted) await run(readFileSync(path.join(root, SEED), 'utf8'))
    await run('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [
      SEED,
      wanted ? 'loaded' : 'skipped',
    ])
  })
}
