-- Only the auth admin API can write app_metadata.role, which makes administrators.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Numbers follow the clock and only rise, so that a restored database reissues none that browsers or built pages hold.
create function private.next_number(p_last bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select greatest(p_last + 1, floor(extract(epoch from now()) * 1000)::bigint)
$$;

-- Future moments come from a wrong clock and don't count. A minute is allowed for earlier requests and other servers'
-- clocks.
create function private.is_recent(p_moment timestamptz, p_span interval, p_now timestamptz default now()) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(p_moment > p_now - p_span and p_moment <= p_now + interval '1 minute', false)
$$;

-- JSON's null isn't SQL's null.
create function private.json_object_of(value jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(value) = 'object' then value else '{}'::jsonb end
$$;

-- Clients read user_metadata.role, which users can write, so app_metadata overrides it.
create function private.mirror_role() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  app_metadata jsonb := private.json_object_of(new.raw_app_meta_data);
begin
  new.raw_user_meta_data := private.json_object_of(new.raw_user_meta_data) - 'role'
    || case when app_metadata ? 'role' then jsonb_build_object('role', app_metadata -> 'role') else '{}'::jsonb end;
  return new;
end $$;

-- The first administrator starts with a published password. A rehash of it would look like a change, but the auth server
-- rejects the same password (`same_password`), and auth-admin changes none.
create function private.clear_password_change_flag() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.raw_app_meta_data := private.json_object_of(new.raw_app_meta_data) - 'default_password' - 'password_change_required';
  return new;
end $$;

create function private.holds_admin_role(app_metadata jsonb, banned_until timestamptz, deleted_at timestamptz) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(app_metadata ->> 'role' = 'admin' and deleted_at is null and (banned_until is null or banned_until <= now()), false)
$$;

-- One lock, so that two administrators can't remove each other and one set-up wins. Only confirmed accounts count as
-- the last one, because an invitation's address may be mistyped.
create function private.guard_admins() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was_admin boolean := private.holds_admin_role(old.raw_app_meta_data, old.banned_until, old.deleted_at);
  is_admin boolean := private.holds_admin_role(new.raw_app_meta_data, new.banned_until, new.deleted_at);
  set_up boolean := coalesce((new.raw_app_meta_data -> 'default_password') = 'true'::jsonb, false);
begin
  if was_admin and not is_admin then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.guard_admins', 0));
    if not exists (
      select from auth.users u
      where u.id <> old.id and u.email_confirmed_at is not null
        and private.holds_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)
    ) then
      raise exception using errcode = 'PT409', message = 'last_admin';
    end if;
  elsif is_admin and not was_admin and set_up then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.guard_admins', 0));
    if exists (
      select from auth.users u
      where u.id <> new.id and u.raw_app_meta_data ->> 'role' = 'admin' and u.deleted_at is null
    ) then
      raise exception using errcode = 'PT409', message = 'setup_closed';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

revoke execute on function
  private.next_number(bigint), private.is_recent(timestamptz, interval, timestamptz), private.json_object_of(jsonb), private.mirror_role(), private.clear_password_change_flag(), private.guard_admins(),
  private.holds_admin_role(jsonb, timestamptz, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function private.is_recent(timestamptz, interval, timestamptz) to authenticated, service_role;

-- Triggers of one event fire in name order: flag, guard, mirror.
create trigger clear_password_change_flag before update of encrypted_password on auth.users
  for each row when (old.encrypted_password <> '' and new.encrypted_password is distinct from old.encrypted_password)
  execute function private.clear_password_change_flag();
create trigger guard_admins before insert or update or delete on auth.users
  for each row execute function private.guard_admins();
create trigger mirror_role before insert or update on auth.users
  for each row execute function private.mirror_role();

-- Replaced in 20261126000000_second_factor.sql.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from auth.users u
    join auth.sessions s on s.user_id = u.id
    where u.id = (select auth.uid())
      and s.id::text = (select auth.jwt() ->> 'session_id')
      and s.created_at between now() - interval '30 days' and now() + interval '1 day'
      and private.holds_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)
      and coalesce((u.raw_app_meta_data -> 'password_change_required') <> 'true'::jsonb, true)
  )
$$;
comment on function private.is_admin() is 'Whether the caller is an administrator with a current session.';
revoke execute on function private.is_admin() from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;

create function public.is_admin() returns boolean
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$ select private.is_admin() $$;
comment on function public.is_admin() is 'Returns private.is_admin() over the API.';
revoke execute on function public.is_admin() from public;
grant execute on function public.is_admin() to anon, authenticated, service_role;

create function public.admin_exists() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from auth.users u where u.raw_app_meta_data ->> 'role' = 'admin' and u.deleted_at is null)
$$;
comment on function public.admin_exists() is 'Whether an administrator exists, which ends the set-up.';
revoke execute on function public.admin_exists() from public, anon, authenticated;
grant execute on function public.admin_exists() to service_role;

create function public.is_last_admin(p_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(bool_or(u.id = p_user), false) and count(*) = 1
  from auth.users u
  where u.email_confirmed_at is not null and private.holds_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)
$$;
comment on function public.is_last_admin(uuid) is 'Whether this user is the only confirmed administrator.';
revoke execute on function public.is_last_admin(uuid) from public, anon, authenticated;
grant execute on function public.is_last_admin(uuid) to service_role;

create function public.find_user(p_email text) returns table (id uuid, invited_without_role boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.invited_at is not null and u.email_confirmed_at is null and (u.raw_app_meta_data ->> 'role') is null
  from auth.users u where lower(u.email) = lower(p_email) and u.deleted_at is null
$$;
comment on function public.find_user(text) is
  'Returns the account with this email address, and whether its invitation is open and without a role.';
revoke execute on function public.find_user(text) from public, anon, authenticated;
grant execute on function public.find_user(text) to service_role;
