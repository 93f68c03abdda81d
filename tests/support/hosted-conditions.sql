-- Hosted database before our first migration, for PostgreSQL 17. Sources, read in November 2026: supabase/postgres
-- (migrations/db, run by `supabase_admin`), supabase/auth (migrations) and dumps of hosted projects. Schemas that our
-- migrations never use are omitted (realtime, vault, graphql, cron).

-- init-scripts/00000000000000-initial-schema.sql, migrations/20230529180330_alter_api_roles_for_inherit.sql
create role anon nologin inherit;
create role authenticated nologin inherit;
create role service_role nologin inherit bypassrls;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;

-- init-scripts/00000000000001-auth-schema.sql, 00000000000002-storage-schema.sql, 20260821154147_revoke_createrole_from_auth_admin.sql
create role supabase_auth_admin login noinherit nocreaterole;
create role supabase_storage_admin login noinherit createrole;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;

-- migrations/10000000000000_demote-postgres.sql, 20250605172253_grant_with_admin_to_postgres_16_and_above.sql. Not a
-- member of supabase_auth_admin or supabase_storage_admin: 20250421084701_revoke_admin_roles_from_postgres.sql
create role postgres login nosuperuser createdb createrole replication bypassrls;
grant anon, authenticated, service_role to postgres with admin option;
create schema extensions;
grant all on schema extensions to postgres;
grant usage on schema extensions to anon, authenticated, service_role;
alter role postgres set search_path = "$user", public, extensions;

-- 20251121141100_supabase_auth_admin_db_grants.sql, init-scripts/00000000000002-storage-schema.sql
alter database hosted owner to postgres;
grant create on database hosted to supabase_auth_admin, supabase_storage_admin;

-- New objects in `public` are open: init-scripts/00000000000000-initial-schema.sql. hosted-database.ts closes them in a
-- second database.
grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;

-- init-scripts/00000000000001-auth-schema.sql, 20240627101908_revoke_supabase_auth_admin_from_postgres.sql
create schema auth;
grant all on schema auth to supabase_auth_admin;
grant usage on schema auth to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on functions to postgres;

-- supabase/auth after its migrations. The embedded server owns the other tables, whose column types differ. Our
-- migrations don't use them.
set role supabase_auth_admin;
create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone', 'recovery_code');
create type auth.factor_status as enum ('unverified', 'verified');
create table auth.users (
  instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255),
  encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
  confirmation_token varchar(255), confirmation_sent_at timestamptz,
  recovery_token varchar(255), recovery_sent_at timestamptz,
  email_change_token_new varchar(255), email_change varchar(255), email_change_sent_at timestamptz,
  last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin boolean,
  created_at timestamptz, updated_at timestamptz,
  phone text default null unique, phone_confirmed_at timestamptz,
  phone_change text default '', phone_change_token varchar(255) default '', phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz, reauthentication_token varchar(255) default '', reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false, deleted_at timestamptz, is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create table auth.sessions (
  id uuid primary key, user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz, updated_at timestamptz, factor_id uuid, aal auth.aal_level, not_after timestamptz,
  refreshed_at timestamp, user_agent text, ip inet, tag text, oauth_client_id uuid,
  refresh_token_hmac_key text, refresh_token_counter bigint, scopes text check (char_length(scopes) <= 4096)
);
create table auth.mfa_factors (
  id uuid primary key, user_id uuid not null references auth.users (id) on delete cascade, friendly_name text,
  factor_type auth.factor_type not null, status auth.factor_status not null, created_at timestamptz not null,
  updated_at timestamptz not null, secret text, phone text, last_challenged_at timestamptz unique,
  web_authn_credential jsonb, web_authn_aaguid uuid, last_webauthn_challenge_data jsonb
);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';
create table auth.mfa_challenges (
  id uuid primary key, factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null, verified_at timestamptz, ip_address inet not null,
  otp_code text, web_authn_session_data jsonb
);
create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade, created_at timestamptz not null,
  updated_at timestamptz not null, authentication_method text not null, id uuid not null,
  constraint amr_id_pk primary key (id),
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
-- 20240612123726_enable_rls_update_grants.up.sql
alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_amr_claims enable row level security;
reset role;

-- 20240624145325_recreate_auth_functions.up.sql, 20220531120530_add_auth_jwt_function.up.sql. This owner prevents the
-- embedded server from replacing them.
create function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'))::uuid
$$;
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$$;

-- supabase/storage after its migrations. Grants: init-scripts/00000000000002-storage-schema.sql,
-- 20250623125453_tmp_grant_storage_tables_to_postgres_with_grant_option.sql
create schema storage;
grant all on schema storage to supabase_storage_admin with grant option;
grant usage on schema storage to postgres with grant option;
grant usage on schema storage to anon, authenticated, service_role;
set role supabase_storage_admin;
create table storage.buckets (
  id text primary key, name text not null unique, owner uuid,
  created_at timestamptz default now(), updated_at timestamptz default now(),
  public boolean default false, avif_autodetection boolean default false, file_size_limit bigint,
  allowed_mime_types text[], owner_id text
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets (id), name text, owner uuid,
  created_at timestamptz default now(), updated_at timestamptz default now(), last_accessed_at timestamptz default now(),
  metadata jsonb, path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text, owner_id text, user_metadata jsonb, unique (bucket_id, name)
);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to postgres with grant option;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
reset role;

-- On hosted projects, `supautils.policy_grants` lets `postgres` manage only the policies of storage.objects. Here,
-- `postgres` joins the owner while such a statement runs.
create function extensions.policy_grant() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_event = 'ddl_command_start' then grant supabase_storage_admin to postgres;
  else revoke supabase_storage_admin from postgres; end if;
end $$;
create event trigger policy_grant on ddl_command_start when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY')
  execute function extensions.policy_grant();
create event trigger policy_grant_end on ddl_command_end when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY')
  execute function extensions.policy_grant();

-- Unlike on hosted projects, one connection serves as supabase_auth_admin, authenticator and supabase_storage_admin. It
-- only reads the list of migrations, which `postgres` runs.
grant anon, authenticated, service_role to supabase_auth_admin with inherit false, set true;
grant supabase_storage_admin to supabase_auth_admin with inherit true;
create schema supabase_migrations;
grant all on schema supabase_migrations to postgres, supabase_auth_admin;
alter default privileges for role supabase_auth_admin in schema supabase_migrations grant all on tables to postgres;
