-- Sessions of administrators end: 30 days after the sign-in, and after 14 days without a visit. The auth server's own limits
-- are part of its paid plans; without them a stolen laptop stays signed in for ever.
create or replace function private.is_admin() returns boolean
-- `refreshed_at` is a moment of UTC without saying so.
language sql stable security definer set search_path = '' set timezone = 'UTC' as $$
  select exists (
    select from auth.users u
    join auth.sessions s on s.user_id = u.id
    where u.id = (select auth.uid())
      and s.id::text = (select auth.jwt() ->> 'session_id')
      and s.created_at > now() - interval '30 days'
      and coalesce(s.refreshed_at::timestamptz, s.created_at) > now() - interval '14 days'
      and private.holds_admin_role(u.raw_app_meta_data, u.banned_until, u.deleted_at)
      and coalesce((u.raw_app_meta_data -> 'password_change_required') <> 'true'::jsonb, true)
  )
$$;
comment on function private.is_admin() is
  'Whether the caller is signed in as an administrator with a password of their own, in a session that is not too old.';
