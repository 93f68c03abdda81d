-- Somebody invited as an administrator holds the role before they have ever come. Whoever removes themselves meanwhile, or
-- mistyped the address, would leave nobody in charge: only confirmed accounts count as the one that stays.
create or replace function private.guard_admins() returns trigger
language plpgsql security definer set search_path = '' as $$
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

create or replace function public.is_last_admin(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_or(u.id = p_user), false) and count(*) = 1
  from auth.users u
  where u.email_confirmed_at is not null
    and private.holds_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)
$$;

-- Users may write the mark, too, so it counts only for who was invited and has not come yet.
create function public.find_user(p_email text) returns table (id uuid, awaits_role boolean)
language sql stable security definer set search_path = '' as $$
  select u.id, u.invited_at is not null and u.email_confirmed_at is null and coalesce(u.raw_user_meta_data ? 'awaits_role', false)
  from auth.users u where lower(u.email) = lower(p_email) and u.deleted_at is null
$$;
comment on function public.find_user(text) is
  'Who has an account with this e-mail address or was invited, and whether their invitation is still without its role; for the auth-admin function.';
revoke execute on function public.find_user(text) from public, anon, authenticated;
grant execute on function public.find_user(text) to service_role;
