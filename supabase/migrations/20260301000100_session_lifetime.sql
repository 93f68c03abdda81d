-- The rights of administrators end 30 days after the sign-in. The auth server's own limits are part of its paid plans; without
-- one a stolen laptop stays an administrator's for ever.
create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users u
    join auth.sessions s on s.user_id = u.id
    where u.id = (select auth.uid())
      and s.id::text = (select auth.jwt() ->> 'session_id')
      and s.created_at > now() - interval '30 days'
      and private.holds_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)
      and coalesce((u.raw_app_meta_data -> 'password_change_required') <> 'true'::jsonb, true)
  )
$$;
comment on function private.is_admin() is
  'Whether the caller is signed in as an administrator with a password of their own, in a session that is not too old.';
