-- What visitors see has two copies, the database's and that of the pages as they were built. One number tells them apart:
-- how often what visitors see has changed. Every write raises it in its own transaction, whoever writes.
create table private.site (
  id boolean primary key default true check (id),
  changed bigint not null default 0,
  asked bigint not null default 0,
  asked_at timestamptz,
  claimed_at timestamptz,
  failed_at timestamptz,
  has_hook boolean not null default true,
  cleaned_at timestamptz
);
comment on column private.site.asked is 'Of how many changes the host was last asked to build the pages.';
comment on column private.site.claimed_at is 'When somebody last began to ask; the outcome is asked_at or failed_at.';
comment on column private.site.failed_at is 'When the host could last not be asked; empty once it was.';
comment on column private.site.has_hook is 'Whether the host can be asked at all: without a deploy hook somebody builds by hand.';
comment on column private.site.cleaned_at is 'When claim_unused_site_media last looked for unused files.';
alter table private.site enable row level security;
revoke all on private.site from public, anon, authenticated, service_role;
insert into private.site default values;

create function private.count_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.site set changed = changed + 1 where id;
  return null;
end $$;

-- Content is published under a new time; a statement that moves 200 projects counts once.
create function private.count_project_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    with seen as (
      select 1 as side, p.id, p.built_in, p.position, p.status, p.published_at from before p
      where p.built_in or p.status = 'published' and p.deleted_at is null
      union all
      select 2, p.id, p.built_in, p.position, p.status, p.published_at from after p
      where p.built_in or p.status = 'published' and p.deleted_at is null
    )
    select from seen s group by s.id, s.built_in, s.position, s.status, s.published_at having count(*) = 1
  ) then update private.site set changed = changed + 1 where id; end if;
  return null;
end $$;

create trigger count_change after insert on public.publications
  for each statement execute function private.count_change();
create trigger count_new_built_in after insert on public.projects
  for each row when (new.built_in or new.status = 'published') execute function private.count_change();
create trigger count_change after update on public.projects
  referencing old table as before new table as after
  for each statement execute function private.count_project_change();
create trigger count_new_approved after insert on public.reviews
  for each row when (new.status = 'approved') execute function private.count_change();
create trigger count_change after update on public.reviews
  for each row when ('approved' in (old.status, new.status)
    and (old.status, old.name, old.location, old.title, old.text, old.rating, old.source, old.verified, old.created_at)
    is distinct from
    (new.status, new.name, new.location, new.title, new.text, new.rating, new.source, new.verified, new.created_at))
  execute function private.count_change();
create trigger count_loss after delete on public.reviews
  for each row when (old.status = 'approved') execute function private.count_change();

create function public.site(p_known bigint default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('count', s.changed, 'publication', private.current_publication(),
    'portfolio', coalesce((select jsonb_agg(to_jsonb(p)) from private.portfolio() p), '[]'::jsonb))
  from private.site s where s.changed is distinct from p_known
$$;
comment on function public.site(bigint) is 'What visitors see now: publication and portfolio, with the number of changes '
  'so far; null where that is p_known. For visitors.';

-- A claim without an outcome may be repeated after a minute. What changes within five minutes of one build is in the next.
create function public.claim_build(p_has_hook boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare claimed bigint;
begin
  update private.site s set has_hook = p_has_hook where s.has_hook <> p_has_hook;
  update private.site s set claimed_at = now()
  where p_has_hook and s.changed <> s.asked
    and coalesce(s.claimed_at < now() - interval '60 seconds', true)
    and coalesce(s.asked_at < now() - interval '5 minutes', true)
  returning s.changed into claimed;
  return (select jsonb_build_object('count', claimed, 'is_due', s.changed <> s.asked) from private.site s);
end $$;
comment on function public.claim_build(boolean) is 'The number of changes to have built now, once among callers at the '
  'same moment, or null; and whether a build is due. For the rebuild function.';

-- An outcome may come late, when somebody else has claimed and asked for a newer build.
create function public.settle_build(p_count bigint, p_is_asked boolean) returns void
language sql volatile security definer set search_path = '' as $$
  update private.site set
    asked = case when p_is_asked then p_count else asked end,
    asked_at = case when p_is_asked then now() else asked_at end,
    claimed_at = case when p_is_asked then null else claimed_at end,
    failed_at = case when p_is_asked then null else now() end
  where p_count > asked
$$;
comment on function public.settle_build(bigint, boolean) is
  'Whether the host was asked for the build that claim_build gave out. For the rebuild function.';

-- For waiting_counts, with the rights of an administrator.
create function private.build_state() returns text
language sql stable security definer set search_path = '' as $$
  select case when s.changed = s.asked or not s.has_hook then 'none' when s.failed_at is null then 'due' else 'failed' end
  from private.site s
$$;

revoke execute on function public.claim_build(boolean), public.settle_build(bigint, boolean), private.build_state(),
  private.count_change(), private.count_project_change(), public.site(bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.site(bigint) to anon, authenticated;
grant execute on function public.claim_build(boolean), public.settle_build(bigint, boolean) to service_role;
grant execute on function private.build_state() to authenticated;
