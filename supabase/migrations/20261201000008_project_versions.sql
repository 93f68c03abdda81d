create table private.project_versions (
  id bigint generated always as identity primary key,
  project text not null references public.projects (id) on delete cascade,
  what text not null check (what in ('published', 'unpublished', 'hidden', 'shown again', 'deleted', 'restored')),
  happened_at timestamptz not null default now(),
  by_whom text not null default coalesce(auth.jwt() ->> 'email', ''),
  draft jsonb check ((what = 'published') = (draft is not null)),
  deleted_photographs integer not null default 0
);
comment on table private.project_versions is
  'History of each project for a year: up to 20 publications and 50 other events. The newest publication is kept.';
comment on column private.project_versions.draft is 'Form contents of a publication.';
comment on column private.project_versions.deleted_photographs is 'Number of images permanently deleted since.';
create index project_versions_by_project on private.project_versions (project, id);
create index project_versions_by_time on private.project_versions (happened_at);

alter table private.project_versions enable row level security;
revoke all on private.project_versions from public, anon, authenticated, service_role;
revoke all on sequence private.project_versions_id_seq from public, anon, authenticated, service_role;

create function private.trim_project_versions() returns void
language sql volatile security invoker set search_path = pg_catalog, pg_temp as $$
  delete from private.project_versions v where v.happened_at < now() - interval '1 year' and (v.draft is null or exists (
    select from private.project_versions n where n.project = v.project and n.id > v.id and n.draft is not null))
$$;

-- Counts one project's versions, because counting all took over 100 ms with 200 full projects.
create function private.limit_project_versions() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from private.project_versions v where v.id in (
    select o.id from private.project_versions o where o.project = new.project and (o.draft is null) = (new.draft is null)
    order by o.id desc offset case when new.draft is null then 50 else 20 end);
  return null;
end $$;

create trigger limit_project_versions after insert on private.project_versions
  for each row execute function private.limit_project_versions();

create function private.record_project_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  files text[];
  event text := case
    when new.deleted_at is not null and old.deleted_at is null then 'deleted'
    when new.deleted_at is null and old.deleted_at is not null then 'restored'
    when new.published_at is distinct from old.published_at then 'published'
    when new.status = old.status or old.status is null and new.status <> 'hidden' then null
    when new.status = 'draft' then 'unpublished'
    when new.status = 'hidden' then 'hidden'
    else 'shown again'
  end;
begin
  if new.draft is null and not new.built_in then
    -- delete_permanently (media_cleanup) dates the deletion -infinity.
    files := array(select private.media_files(to_jsonb(v)) from private.project_versions v where v.project = new.id);
    delete from private.project_versions v where v.project = new.id;
    if new.deleted_at = '-infinity' then perform private.remove_unused_media(files); end if;
  elsif event is not null then
    insert into private.project_versions (project, what, draft)
    values (new.id, event, case when event = 'published' then new.published_draft end);
    perform private.trim_project_versions();
  end if;
  return null;
end $$;

create trigger record_project_version after insert or update on public.projects
  for each row execute function private.record_project_version();

create function public.project_history(p_project text) returns table (
  id bigint, what text, happened_at timestamptz, by_whom text, draft jsonb, deleted integer
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query select v.id, v.what, v.happened_at, v.by_whom, v.draft, v.deleted_photographs
    from private.project_versions v where v.project = p_project order by v.id desc;
end $$;
comment on function public.project_history is 'Returns a project''s history, newest first.';

grant execute on function public.project_history to authenticated;
