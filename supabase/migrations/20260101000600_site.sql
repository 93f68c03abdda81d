-- What visitors see has two copies, the database's and that of the pages as they were built. One number tells them apart:
-- how often what visitors see has changed. Every write raises it in its own transaction, whoever writes.
create table private.site (
  id boolean primary key default true check (id),
  changed bigint not null default 0
);
alter table private.site enable row level security;
revoke all on private.site from public, anon, authenticated, service_role;
insert into private.site default values;

create function private.count_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.site set changed = changed + 1;
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
  ) then update private.site set changed = changed + 1; end if;
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
create trigger count_change after update of status on public.reviews
  for each row when ('approved' in (old.status, new.status) and old.status <> new.status)
  execute function private.count_change();
create trigger count_loss after delete on public.reviews
  for each row when (old.status = 'approved') execute function private.count_change();

create function public.site(p_known bigint default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('count', s.changed, 'publication', public.current_publication(),
    'portfolio', coalesce((select jsonb_agg(to_jsonb(p)) from public.portfolio() p), '[]'::jsonb))
  from private.site s where s.changed is distinct from p_known
$$;
comment on function public.site(bigint) is 'What visitors see now: publication and portfolio, with the number of changes '
  'so far; null where that is p_known. For visitors.';

revoke execute on function private.count_change(), private.count_project_change(), public.site(bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.site(bigint) to anon, authenticated;
