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
  'History of projects for a year: at most 20 publications and 50 other events each. The newest publication stays.';
comment on column private.project_versions.draft is 'Form contents of a publication.';
comment on column private.project_versions.deleted_photographs is
  'Number of its images permanently deleted since, like publications.deleted_items.';
create index project_versions_by_project on private.project_versions (project, id);
alter table private.project_versions enable row level security;
revoke all on private.project_versions from public, anon, authenticated, service_role;
revoke all on sequence private.project_versions_id_seq from public, anon, authenticated, service_role;
alter table public.publications add deleted_items integer not null default 0;
insert into private.project_versions (project, what, happened_at, by_whom, draft)
select p.id, 'published', coalesce(p.published_at, p.updated_at), '', p.published_draft from public.projects p where p.published_draft is not null;

create or replace function private.used_media() returns setof text
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select private.named_media(to_jsonb(i)) from public.publication_items i
  union select private.named_media(to_jsonb(p)) from public.projects p
  where p.deleted_at is null or p.deleted_at >= now() - interval '30 days'
  union select file #>> '{}' from public.projects p join private.project_versions v on v.project = p.id,
    jsonb_path_query(v.draft, '$.photographs.*.picture.files[*]') file
  where p.deleted_at is null or p.deleted_at >= now() - interval '30 days'
$$;

-- Live pages may show them.
create function private.remove_media(p_names text[]) returns void
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
declare due text[] := array(
  select o.name from storage.objects o where o.bucket_id = 'site-media' and o.name = any (p_names) except select private.used_media());
begin
  delete from private.released_media r where r.name = any (due);
  insert into private.site_media_removals as r (name) select unnest(due) on conflict (name) do update set decided_at = now();
  update private.site set taken_down = changed where id;
end $$;

create function private.trim_project_versions() returns void
language sql volatile security invoker set search_path = pg_catalog, pg_temp as $$
  delete from private.project_versions v using (
    select o.id, row_number() over (partition by o.project, o.draft is null order by o.id desc) as place from private.project_versions o) o
  where o.id = v.id and (o.place > case when v.draft is null then 50 else 20 end
    or v.happened_at < now() - interval '1 year' and (o.place > 1 or v.draft is null))
$$;

create function private.note_project_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lost text[];
  happened text := case
    when new.deleted_at is not null and old.deleted_at is null then 'deleted'
    when new.deleted_at is null and old.deleted_at is not null then 'restored'
    when new.published_at is distinct from old.published_at then 'published'
    when new.status = old.status or old.status is null and new.status <> 'hidden' then null
    when new.status = 'draft' then 'unpublished' when new.status = 'hidden' then 'hidden' else 'shown again' end;
begin
  if new.draft is null and not new.built_in then
    lost := array(select private.named_media(to_jsonb(v)) from private.project_versions v where v.project = new.id);
    delete from private.project_versions v where v.project = new.id;
    if new.deleted_at = '-infinity' then perform private.remove_media(lost); end if;
  elsif happened is not null then
    insert into private.project_versions (project, what, draft)
    values (new.id, happened, case when happened = 'published' then new.published_draft end);
    perform private.trim_project_versions();
  end if;
  return null;
end $$;
create trigger note_version after insert or update on public.projects for each row execute function private.note_project_version();

create or replace function private.change_projects() returns void
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  lock table public.projects in share row exclusive mode;
  update public.projects p set draft = null, published = null, published_draft = null, status = 'draft', updated_by = ''
  where p.draft is not null and p.deleted_at < now() - interval '30 days';
  perform private.trim_project_versions();
end $$;

create function public.project_history(p_project text) returns table (
  id bigint, what text, happened_at timestamptz, by_whom text, draft jsonb, deleted integer
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query select v.id, v.what, v.happened_at, v.by_whom, v.draft, v.deleted_photographs
    from private.project_versions v where v.project = p_project order by v.id desc;
end $$;
comment on function public.project_history(text) is 'Returns a project''s history, newest first.';

drop function public.publication_history();
create function public.publication_history() returns table (
  id bigint, published_at timestamptz, publisher text, items jsonb, deleted integer
)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query select p.id, p.published_at, p.publisher, private.publication_items_json(p.id), p.deleted_items
    from public.publications p order by p.id desc limit 11;
end $$;
comment on function public.publication_history() is 'Returns the eleven newest publications.';

create function private.without_picture(draft jsonb, p_files text[]) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_set(draft, '{photographs}', coalesce((
    select jsonb_object_agg(f.key, case when f.value #> '{picture,files}' ?| p_files then f.value - 'picture' || '{"removed": true}' else f.value end)
    from jsonb_each(draft -> 'photographs') f), '{}'))
$$;

create function public.delete_photograph_for_good(p_files text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.change_projects();
  lock table public.publications in share row exclusive mode;
  -- Up to three image widths, or a video and three poster widths.
  if not coalesce(array_to_string(p_files, ' ', 'null') ~ '^([0-9a-f]{64}\.[0-9a-z]+ ?){1,4}$', false) then
    raise exception using errcode = 'PT400', message = 'photograph_files';
  end if;
  if p_files && array(select private.public_media(to_jsonb(p)) from public.projects p)
    or p_files && array(select private.named_media(private.current_publication())) then
    raise exception using errcode = 'PT409', message = 'photograph_shown';
  end if;
  -- Its publication could be shown again.
  update public.projects p set status = 'draft', published = null, published_draft = null
  where p_files && array(select private.named_media(jsonb_build_object('is', p.published)));
  update public.projects p set draft = private.without_picture(p.draft, p_files), version = private.next_number(p.version), updated_at = default, updated_by = default,
    fields = p.fields || (
      select jsonb_object_agg(format('photographs/%s/%s', f.key, part), jsonb_build_object('at', private.next_number(p.version), 'by', null))
      from jsonb_each(p.draft -> 'photographs') f, unnest('{picture,removed}'::text[]) part where f.value #> '{picture,files}' ?| p_files)
  where private.without_picture(p.draft, p_files) <> p.draft;
  update private.project_versions v set deleted_photographs = v.deleted_photographs + 1,
    draft = private.without_removed(private.without_picture(v.draft, p_files))
  where private.without_picture(v.draft, p_files) <> v.draft;
  with gone as (
    delete from public.publication_items i where i.files && p_files or i.video = any (p_files) returning i.publication_id)
  update public.publications p set deleted_items = p.deleted_items + 1 from gone where gone.publication_id = p.id;
  perform private.remove_media(p_files);
end $$;
comment on function public.delete_photograph_for_good(text[]) is
  'Removes an image or video, given by all its files, from every version, draft and earlier publication. Hidden or '
  'deleted projects published with it become drafts. The next clean-up deletes the files. '
  '409 while visitors see it, 400 for invalid names.';

revoke execute on function private.remove_media(text[]), private.trim_project_versions(), private.note_project_version(),
  private.without_picture(jsonb, text[]), public.project_history(text), public.publication_history(), public.delete_photograph_for_good(text[])
from public, anon, authenticated, service_role;
grant execute on function public.project_history(text), public.publication_history(), public.delete_photograph_for_good(text[]) to authenticated;
