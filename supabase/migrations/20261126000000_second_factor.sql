create table private.second_factor_rule (
  id boolean primary key default true check (id),
  since timestamptz not null default now()
);
comment on table private.second_factor_rule is 'Single row while two-factor authentication is required.';
alter table private.second_factor_rule enable row level security;
revoke all on private.second_factor_rule from public, anon, authenticated, service_role;

-- Reads tables, not the token, so that changes apply immediately. Rights end 30 days after sign-in, because the auth
-- server only limits sessions in paid plans. Sign-ins dated over a day ahead grant none, or their rights would
-- outlast the 30 days.
-- Sessions from before the rule work for a day without a factor.
create function private.admin_access() returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when (u.raw_app_meta_data -> 'password_change_required') = 'true'::jsonb then 'password-change'
    when factor.is_proved then 'granted'
    when factor.is_set_up then 'code'
    when exists (
      select from private.second_factor_rule r where s.created_at >= r.since or not private.is_recent(r.since, interval '24 hours')
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
    and private.holds_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)
$$;
comment on function private.admin_access() is
  'Returns what the session lacks: ''granted'' (nothing), ''password-change'', ''code'' or ''set-up''. Null for other '
  'users and old sessions.';

create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(private.admin_access() = 'granted', false)
$$;
comment on function private.is_admin() is
  'Whether the caller has an administrator''s rights (see private.admin_access).';

create function public.admin_access() returns text
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$ select private.admin_access() $$;
comment on function public.admin_access() is 'Returns private.admin_access() over the API.';
revoke execute on function private.admin_access(), public.admin_access() from public, anon, authenticated, service_role;
grant execute on function private.admin_access(), public.admin_access() to authenticated;

create function public.second_factor_required_since() returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return (select r.since from private.second_factor_rule r);
end $$;
comment on function public.second_factor_required_since() is
  'Returns since when administrators have needed two-factor authentication, or null.';

-- Administrators without a factor would lock themselves out.
create function public.require_second_factor(p_required boolean) returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  if not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified') then
    raise exception using errcode = 'PT409', message = 'no_second_factor';
  end if;
  if p_required then
    insert into private.second_factor_rule default values on conflict (id) do nothing;
  else
    delete from private.second_factor_rule r where r.id;
  end if;
  return public.second_factor_required_since();
end $$;
comment on function public.require_second_factor(boolean) is
  'Sets whether administrators need two-factor authentication. The caller must have it. Returns since when.';
revoke execute on function public.second_factor_required_since(), public.require_second_factor(boolean) from public, anon, authenticated, service_role;
grant execute on function public.second_factor_required_since(), public.require_second_factor(boolean) to authenticated;

-- The auth server accepts a code for three steps of 30 seconds, even repeatedly.
create function private.next_code_at(p_factor uuid) returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select max(c.verified_at) + interval '90 seconds' from auth.mfa_challenges c
  where c.factor_id = p_factor and private.is_recent(c.verified_at, interval '90 seconds', clock_timestamp())
$$;

create function private.refuse_used_code() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.refuse_used_code ' || new.factor_id, 0));
  if private.next_code_at(new.factor_id) > clock_timestamp() then
    raise exception using errcode = 'PT429', message = 'code_used';
  end if;
  return new;
end $$;
revoke execute on function private.next_code_at(uuid), private.refuse_used_code() from public, anon, authenticated, service_role;

create trigger refuse_used_code before update of verified_at on auth.mfa_challenges
  for each row when (new.verified_at is not null) execute function private.refuse_used_code();

create function public.second_factor_wait(p_factor uuid) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(0, ceil(extract(epoch from private.next_code_at(f.id) - clock_timestamp())))::integer
  from auth.mfa_factors f where f.id = p_factor and f.user_id = (select auth.uid())
$$;
comment on function public.second_factor_wait(uuid) is
  'Returns the seconds until the caller''s factor accepts a code, null for other factors.';

-- Also deletes refresh tokens.
create function public.end_sessions(p_user uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from auth.sessions s where s.user_id = p_user
$$;
comment on function public.end_sessions(uuid) is 'Ends all sessions of a user.';
revoke execute on function public.second_factor_wait(uuid), public.end_sessions(uuid) from public, anon, authenticated, service_role;
grant execute on function public.second_factor_wait(uuid) to authenticated;
grant execute on function public.end_sessions(uuid) to service_role;
