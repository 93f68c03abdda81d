create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
-- New functions start without rights. Hosted projects may otherwise grant them to everyone.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

-- Numbers come from the clock and only increase, so a restored database reuses none that browsers or built pages hold.
create function private.next_number(p_last bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select greatest(p_last + 1, floor(extract(epoch from now()) * 1000)::bigint)
$$;

-- Times over a minute ahead come from a wrong clock and don't count. Other servers' clocks may be ahead by less.
create function private.is_recent(p_moment timestamptz, p_span interval, p_now timestamptz default now()) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(p_moment > p_now - p_span and p_moment <= p_now + interval '1 minute', false)
$$;

-- Also replaces JSON null, which coalesce would keep.
create function private.object_or_empty(value jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(value) = 'object' then value else '{}'::jsonb end
$$;

-- Clients read user_metadata.role, which users can write, so app_metadata overrides it.
create function private.mirror_role() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare app_metadata jsonb := private.object_or_empty(new.raw_app_meta_data);
begin
  new.raw_user_meta_data := private.object_or_empty(new.raw_user_meta_data) - 'role'
    || case when app_metadata ? 'role' then jsonb_build_object('role', app_metadata -> 'role') else '{}'::jsonb end;
  return new;
end $$;

-- The first administrator starts with a published password. Setting it again would also clear the flag, but the auth
-- server rejects an unchanged password (`same_password`), and the function auth-admin never changes one.
create function private.clear_password_change_flag() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.raw_app_meta_data := private.object_or_empty(new.raw_app_meta_data) - 'default_password' - 'password_change_required';
  return new;
end $$;

-- Only the auth admin API can write app_metadata.role.
create function private.has_admin_role(app_metadata jsonb, banned_until timestamptz, deleted_at timestamptz) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    app_metadata ->> 'role' = 'admin' and deleted_at is null and (banned_until is null or banned_until <= now()), false)
$$;

-- The lock keeps two administrators from removing each other, and two set-ups from both succeeding. Unconfirmed accounts
-- don't count, because an invitation's address may be mistyped. PT409 makes the API respond with 409.
create function private.guard_admins() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was_admin boolean := private.has_admin_role(old.raw_app_meta_data, old.banned_until, old.deleted_at);
  is_admin boolean := private.has_admin_role(new.raw_app_meta_data, new.banned_until, new.deleted_at);
  has_default_password boolean := coalesce((new.raw_app_meta_data -> 'default_password') = 'true'::jsonb, false);
begin
  if was_admin and not is_admin then
    perform pg_advisory_xact_lock(hashtextextended('private.guard_admins', 0));
    if not exists (select from auth.users u where u.id <> old.id and u.email_confirmed_at is not null
      and private.has_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)) then
      raise exception using errcode = 'PT409', message = 'last_admin';
    end if;
  elsif is_admin and not was_admin and has_default_password then
    perform pg_advisory_xact_lock(hashtextextended('private.guard_admins', 0));
    if exists (select from auth.users u
      where u.id <> new.id and u.raw_app_meta_data ->> 'role' = 'admin' and u.deleted_at is null) then
      raise exception using errcode = 'PT409', message = 'setup_closed';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- Triggers of the same event fire in name order: clear, guard, mirror.
create trigger clear_password_change_flag before update of encrypted_password on auth.users
  for each row when (old.encrypted_password <> '' and new.encrypted_password is distinct from old.encrypted_password)
  execute function private.clear_password_change_flag();
create trigger guard_admins before insert or update or delete on auth.users for each row execute function private.guard_admins();
create trigger mirror_role before insert or update on auth.users for each row execute function private.mirror_role();

create table private.second_factor_rule (
  id boolean primary key default true check (id),
  since timestamptz not null default now()
);
comment on table private.second_factor_rule is 'Single row while two-factor authentication is required.';

alter table private.second_factor_rule enable row level security;
revoke all on private.second_factor_rule from public, anon, authenticated, service_role;

-- Reads tables, not the token, so that changes apply immediately. Rights end 30 days after sign-in, because the auth
-- server only limits sessions in paid plans. Sign-ins dated over a day ahead would outlast that, so they have no rights.
create function private.admin_access() returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when (u.raw_app_meta_data -> 'password_change_required') = 'true'::jsonb then 'password-change'
    when factor.is_proved then 'granted'
    when factor.is_set_up then 'code'
    -- Sessions from before the rule work for a day without a factor.
    when exists (
      select from private.second_factor_rule r
      where s.created_at >= r.since or not private.is_recent(r.since, interval '24 hours')
    ) then 'set-up'
    else 'granted'
  end
  from auth.users u
  join auth.sessions s on s.user_id = u.id
  cross join lateral (
    select count(*) > 0 as is_set_up,
      bool_or(f.id = s.factor_id and s.aal::text = 'aal2' and f.factor_type::text = 'totp') as is_proved
    from auth.mfa_factors f where f.user_id = u.id and f.status::text = 'verified'
  ) factor
  where u.id = (select auth.uid())
    and s.id::text = (select auth.jwt() ->> 'session_id')
    and s.created_at between now() - interval '30 days' and now() + interval '1 day'
    and private.has_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)
$$;
comment on function private.admin_access is
  'Returns ''granted'', or the missing step: ''password-change'', ''code'' or ''set-up''. Null for other users and old sessions.';

create function private.is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(private.admin_access() = 'granted', false)
$$;
comment on function private.is_admin is 'Whether the caller has an administrator''s rights (see private.admin_access).';

create function public.admin_access() returns text
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$ select private.admin_access() $$;
comment on function public.admin_access is 'Returns private.admin_access() over the API.';

create function public.is_admin() returns boolean
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$ select private.is_admin() $$;
comment on function public.is_admin is 'Returns private.is_admin() over the API.';

create function public.admin_exists() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from auth.users u where u.raw_app_meta_data ->> 'role' = 'admin' and u.deleted_at is null)
$$;
comment on function public.admin_exists is 'Whether an administrator exists, which closes the set-up.';

create function public.is_last_admin(p_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(bool_or(u.id = p_user), false) and count(*) = 1 from auth.users u
  where u.email_confirmed_at is not null and private.has_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)
$$;
comment on function public.is_last_admin is 'Whether this user is the only confirmed administrator.';

create function public.find_user(p_email text) returns table (id uuid, invited_without_role boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.invited_at is not null and u.email_confirmed_at is null and (u.raw_app_meta_data ->> 'role') is null
  from auth.users u where lower(u.email) = lower(p_email) and u.deleted_at is null
$$;
comment on function public.find_user is 'Returns the account with this email, and whether it has an open invitation but no role.';

create function public.two_factor_required_since() returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return (select r.since from private.second_factor_rule r);
end $$;
comment on function public.two_factor_required_since is 'Returns when two-factor authentication became required, or null.';

create function public.require_two_factor(p_required boolean) returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  -- Administrators without a factor would lock themselves out.
  if not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified') then
    raise exception using errcode = 'PT409', message = 'no_second_factor';
  end if;
  if p_required then
    insert into private.second_factor_rule default values on conflict (id) do nothing;
  else
    delete from private.second_factor_rule r where r.id;
  end if;
  return public.two_factor_required_since();
end $$;
comment on function public.require_two_factor is
  'Sets whether administrators need two-factor authentication, which the caller must have. Returns when it became required.';

-- The auth server accepts a code for three steps of 30 seconds, and more than once.
create function private.next_code_at(p_factor uuid) returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select max(c.verified_at) + interval '90 seconds' from auth.mfa_challenges c
  where c.factor_id = p_factor and private.is_recent(c.verified_at, interval '90 seconds', clock_timestamp())
$$;

create function private.reject_used_code() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.reject_used_code ' || new.factor_id, 0));
  if private.next_code_at(new.factor_id) > clock_timestamp() then
    raise exception using errcode = 'PT429', message = 'code_used';
  end if;
  return new;
end $$;

create trigger reject_used_code before update of verified_at on auth.mfa_challenges
  for each row when (new.verified_at is not null) execute function private.reject_used_code();

create function public.two_factor_wait(p_factor uuid) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(0, ceil(extract(epoch from private.next_code_at(f.id) - clock_timestamp())))::integer
  from auth.mfa_factors f where f.id = p_factor and f.user_id = (select auth.uid())
$$;
comment on function public.two_factor_wait is 'Seconds until the caller''s factor accepts a code. Null for other factors.';

create function public.end_sessions(p_user uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from auth.sessions s where s.user_id = p_user
$$;
comment on function public.end_sessions is 'Ends all sessions of a user. Their refresh tokens are deleted by cascade.';

grant execute on function private.is_recent to authenticated, service_role;
grant execute on function private.admin_access, public.admin_access, public.two_factor_required_since,
  public.require_two_factor, public.two_factor_wait to authenticated;
grant execute on function private.is_admin, public.is_admin to anon, authenticated, service_role;
grant execute on function public.admin_exists, public.is_last_admin, public.find_user, public.end_sessions to service_role;
