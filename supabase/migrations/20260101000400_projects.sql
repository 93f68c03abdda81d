-- The owner's own projects, and where the built-in ones (src/content/projects) stand among them. Limits repeat
-- supabase/functions/_shared/contract/project.ts; a test compares them.
create function private.is_within(value jsonb, kind text, p_min integer, p_max integer) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case when jsonb_typeof(value) <> kind then false
    when kind = 'string' then char_length(btrim(value #>> '{}')) >= p_min and char_length(value #>> '{}') <= p_max
    when kind = 'array' then jsonb_array_length(value) between p_min and p_max
    else value::numeric between p_min and p_max and value::numeric % 1 = 0 end, false)
$$;

create function private.is_project_image(image jsonb, complete integer) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(image) <> 'object' then false else coalesce(
    image - '{files,widths,width,height,placeholder,alt,description}'::text[] = '{}'
    and private.is_within(image -> 'files', 'array', 1, 3) and private.is_within(image -> 'widths', 'array', 1, 3)
    and jsonb_path_query_first(image, '$.files.size()') = jsonb_path_query_first(image, '$.widths.size()')
    and (select bool_and((f #>> '{}' ~ '^[0-9a-f]{64}\.(webp|jpg)$') is true) from jsonb_path_query(image, '$.files[*]') f)
    and (select bool_and(private.is_within(w, 'number', 1, 10000)) from jsonb_path_query(image, '$.widths[*]') w)
    and private.is_within(image -> 'width', 'number', 1, 10000) and private.is_within(image -> 'height', 'number', 1, 10000)
    and image ->> 'placeholder' ~ '^#[0-9a-f]{6}$'
    and private.is_within(image -> 'alt', 'string', complete, 200) and private.is_within(image -> 'description', 'string', 0, 300), false) end
$$;

-- `complete` is 1, or 0 for a draft, which lacks no key but may have nothing there. Other keys are refused, so the limits bound the whole.
create function private.is_project_content(content jsonb, complete integer) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(content) <> 'object' then false else coalesce(
    content - '{title,location,completed,summary,description,services,images,cover,before,after}'::text[] = '{}'
    and private.is_within(content -> 'title', 'string', 3 * complete, 120) and private.is_within(content -> 'location', 'string', 2 * complete, 80)
    and private.is_within(content -> 'summary', 'string', 10 * complete, 300) and private.is_within(content -> 'completed', 'string', 7 * complete, 7)
    and content ->> 'completed' ~ '^((19|20)[0-9]{2}-(0[1-9]|1[0-2]))?$'
    and private.is_within(content -> 'description', 'array', complete, 20) and private.is_within(content -> 'services', 'array', 0, 20)
    and private.is_within(content -> 'images', 'array', complete, 30)
    and not exists (select from jsonb_path_query(content, '$.description[*]') d where not private.is_within(d, 'string', complete, 2000))
    and not exists (select from jsonb_path_query(content, '$.services[*]') s where not private.is_within(s, 'string', complete, 120))
    and not exists (select from jsonb_path_query(content, '$.images[*]') i where not private.is_project_image(i, complete))
    and private.is_within(content -> 'cover', 'number', 0, greatest(pictures - 1, 0))
    and (content -> 'before' = 'null'
      or content -> 'before' <> content -> 'after' and private.is_within(content -> 'before', 'number', 0, pictures - 1))
    and (content -> 'after' = 'null' or private.is_within(content -> 'after', 'number', 0, pictures - 1)), false) end
  from (select jsonb_path_query_first(content, '$.images.size()')::integer as pictures) count
$$;

-- Built-in ids are the code's own: whoever calls proposes an id that is none of them, and if two ever agree, pages show the built-in project.
create table public.projects (
  id text primary key check (char_length(id) <= 80 and id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  built_in boolean not null default false,
  position integer check (position <= 300),
  status text not null default 'draft' check (status in ('draft', 'published', 'hidden')),
  draft jsonb check (draft is null or private.is_project_content(draft, 0)),
  published jsonb check (published is null or private.is_project_content(published, 1)),
  version integer not null default 1,
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  updated_by text not null default coalesce(auth.jwt() ->> 'email', ''),
  deleted_at timestamptz,
  check (case when built_in then status <> 'draft' and draft is null and published is null and deleted_at is null
    else position is not null and (status = 'draft') = (published is null) and (draft is not null or deleted_at is not null) end)
);
comment on table public.projects is 'Own projects, and built-in ones that were hidden or moved. Rows stay for good, so no address is given twice.';
comment on column public.projects.id is 'The end of its address; follows the title until it is first published.';
comment on column public.projects.position is 'Rising from the first; built-in projects without one come last, in the code''s order.';
comment on column public.projects.published_at is 'When the published content was last replaced; stays when it is unpublished, as the id does.';

-- As before, for whichever table's row.
create or replace function private.require_site_media() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  if exists (
    select from unnest(array['$.stills[*]', '$.video', '$.*.images[*].files[*]']::jsonpath[]) place, jsonb_path_query(to_jsonb(new), place) file
    where file <> 'null' and not exists (
      select from storage.objects o
      where o.bucket_id = 'site-media' and o.name = file #>> '{}' and not exists (
        -- Uploaded again since, or the function has ended without deleting it.
        select from private.site_media_removals r
        where r.name = o.name and r.decided_at > greatest(o.created_at, now() - interval '10 minutes')
      )
    )
  ) then raise exception using errcode = 'PT422', message = 'media_missing'; end if;
  return new;
end $$;
create trigger require_site_media after insert or update of draft, published on public.projects
  for each row execute function private.require_site_media();

alter table public.projects enable row level security;
revoke all on public.projects from public, anon, authenticated, service_role;
grant select on public.projects to authenticated;
create policy "administrators read every project" on public.projects for select to authenticated using ((select private.is_admin()));

-- Begins every change. The lock makes changes wait for each other and for claim_unused_site_media.
create function private.change_projects() returns void
language plpgsql volatile security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  lock table public.projects in share row exclusive mode;
  update public.projects p set draft = null, published = null, status = 'draft', updated_by = ''
  where p.draft is not null and p.deleted_at < now() - interval '30 days';
end $$;

create function private.free_project_id(p_wanted text, p_present text) returns text
language sql stable security invoker set search_path = '' as $$
  select o.id from generate_series(1, 999) n,
    lateral (select case n when 1 then p_wanted else rtrim(left(p_wanted, 76), '-') || '-' || n end as id) o
  where o.id = p_present or not exists (select from public.projects p where p.id = o.id)
  order by n limit 1
$$;

-- The same content again, after a lost response, counts as saved.
create function public.save_project(p_id text, p_version integer, p_draft jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare reply jsonb;
begin
  perform private.change_projects();
  select jsonb_build_object('id', p.id, 'version', p.version) into reply from public.projects p
  where p.draft = p_draft and p.deleted_at is null and p.version = coalesce(p_version, 0) + 1 and (p_version is null or p.id = p_id)
  order by p.id limit 1;
  if reply is null and p_version is null then
    if (select count(o.draft) from public.projects o) >= 200 then raise exception using errcode = 'PT409', message = 'too_many_projects'; end if;
    insert into public.projects as p (id, position, draft) values (
      private.free_project_id(p_id, null), (select coalesce(min(o.position), 1) - 1 from public.projects o), p_draft
    ) returning jsonb_build_object('id', p.id, 'version', p.version) into reply;
  elsif reply is null then
    update public.projects p set draft = p_draft, version = p.version + 1, updated_at = default, updated_by = default
    where p.id = p_id and p.version = p_version and not p.built_in and p.deleted_at is null
    returning jsonb_build_object('id', p.id, 'version', p.version) into reply;
    if not found then raise exception using errcode = 'PT409', message = 'project_changed'; end if;
  end if;
  return reply;
end $$;
comment on function public.save_project(text, integer, jsonb) is
  'Stores a draft over version p_version, or with null as a new project at p_id, numbered where that was given before. 409 when changed meanwhile, 422 when a file is not stored. For administrators.';

create function public.publish_project(p_id text, p_version integer, p_wanted_id text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare reply jsonb;
begin
  perform private.change_projects();
  update public.projects p set
    id = coalesce(case when p.published_at is null then private.free_project_id(p_wanted_id, p.id) end, p.id),
    status = 'published', published = p.draft, published_at = now(), version = p.version + 1, updated_at = default, updated_by = default
  where p.id = p_id and p.version = p_version and not p.built_in and p.deleted_at is null
  returning jsonb_build_object('id', p.id, 'version', p.version) into reply;
  if not found then raise exception using errcode = 'PT409', message = 'project_changed'; end if;
  return reply;
end $$;
comment on function public.publish_project(text, integer, text) is
  'Shows visitors the draft of version p_version, the first time at p_wanted_id or that and a number. 409 when it was changed meanwhile. For administrators.';

create function public.set_project_status(p_id text, p_status text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.change_projects();
  update public.projects p set status = p_status, published = case when p_status <> 'draft' then p.published end,
    version = p.version + 1, updated_at = default, updated_by = default
  where p.id = p_id and p.deleted_at is null;
  if not found then insert into public.projects (id, built_in, status) values (p_id, true, p_status); end if;
end $$;
comment on function public.set_project_status(text, text) is
  'Hides a project, shows it again as it was published, or makes an own one a draft; an unknown id is a built-in one''s. For administrators.';

create function public.order_portfolio(p_ids text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.change_projects();
  insert into public.projects (id, built_in, status, position)
  select o.id, true, 'published', o.n from unnest(p_ids) with ordinality o (id, n)
  on conflict (id) do update set position = excluded.position;
end $$;
comment on function public.order_portfolio(text[]) is 'Puts the projects in this order; an unknown id is a built-in one''s. For administrators.';

create function public.delete_project(p_id text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.change_projects();
  update public.projects p set deleted_at = now(), version = p.version + 1, updated_at = default, updated_by = default
  where p.id = p_id and p.deleted_at is null;
  -- Deleting twice is one deletion; an address that was changed meanwhile is none.
  if not found and not exists (select from public.projects p where p.id = p_id) then
    raise exception using errcode = 'PT404', message = 'project_missing';
  end if;
end $$;
comment on function public.delete_project(text) is 'Deletes an own project, which can be restored for 30 days; 404 for an unknown one. For administrators.';

create function public.restore_project(p_id text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.change_projects();
  update public.projects p set deleted_at = null, version = p.version + 1, updated_at = default, updated_by = default
  where p.id = p_id and p.draft is not null;
  if not found then raise exception using errcode = 'PT404', message = 'project_missing'; end if;
end $$;
comment on function public.restore_project(text) is 'Brings a deleted project back as it was, to visitors, too; 404 after 30 days. For administrators.';

-- Visitors read no table, which they could filter and sort at our cost, but what these functions return.
create function public.portfolio()
returns table (id text, built_in boolean, "position" integer, status text, published_at timestamptz, content jsonb)
language sql stable security definer set search_path = '' as $$
  select p.id, p.built_in, p.position, p.status, p.published_at,
    p.published - '{description,services,images,cover}'::text[] || jsonb_build_object('image', i -> (p.published ->> 'cover')::integer,
      'before', i -> (p.published ->> 'before')::integer, 'after', i -> (p.published ->> 'after')::integer)
  from public.projects p, lateral (select p.published -> 'images' as i) images where p.built_in or (p.status = 'published' and p.deleted_at is null)
  order by p.position nulls last, p.id
$$;
comment on function public.portfolio() is 'Built-in projects that were hidden or moved, and cards of own published ones, in order; for visitors.';

create function public.published_project(p_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select p.published from public.projects p where p.id = p_id and p.status = 'published' and p.deleted_at is null
$$;
comment on function public.published_project(text) is 'All of an own published project, or null; for visitors.';

alter policy "anyone reads what is published" on public.publication_items using (
  publication_id = (select private.current_publication_id()) and (project is null or public.published_project(project) is not null)
);

-- As before, and a project is shown as `portfolio` has it; one that visitors see no more is left out.
create or replace function private.publication_items_json(p_publication bigint) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(i) - 'publication_id') || case when c is null then '{}' else jsonb_build_object(
    'title', c -> 'title', 'location', c -> 'location', 'alt', cover -> 'alt', 'stills', cover -> 'files',
    'still_widths', cover -> 'widths', 'width', cover -> 'width', 'height', cover -> 'height') end order by i.place, i.position), '[]'::jsonb)
  -- With an offset the project is asked for once, not for every key.
  from public.publication_items i, lateral (select public.published_project(i.project) as c offset 0) project,
    lateral (select c -> 'images' -> (c ->> 'cover')::integer as cover offset 0) picture
  where i.publication_id = p_publication and (i.kind <> 'project' or c is not null)
$$;

-- Row-level security alone would show a former administrator an empty list, so the function refuses.
create function public.admin_portfolio() returns setof public.projects
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query select p.* from public.projects p
    where p.deleted_at is null or p.deleted_at >= now() - interval '30 days' order by p.position nulls last, p.id;
end $$;
comment on function public.admin_portfolio() is 'All of every project in order, with those deleted in the last 30 days; for administrators.';

-- As before, and files of projects are used, too, until a deleted one cannot be restored any more.
create or replace function public.claim_unused_site_media() returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  lock table public.publications, public.projects in share row exclusive mode;
  delete from private.site_media_removals r where r.decided_at < now() - interval '1 day';
  return query
    with used as (
      select unnest(i.stills || i.video) as name from public.publication_items i union all
      select f #>> '{}' from public.projects p, jsonb_path_query(to_jsonb(p), '$.*.images[*].files[*]') f
      where p.deleted_at is null or p.deleted_at >= now() - interval '30 days'
    )
    insert into private.site_media_removals as r (name)
    select o.name from storage.objects o
    where o.bucket_id = 'site-media' and o.created_at < now() - interval '1 day'
      and not exists (select from used u where u.name = o.name)
    limit 100
    on conflict (name) do update set decided_at = now()
    returning r.name;
end $$;
comment on function public.claim_unused_site_media() is
  'Takes at most 100 files of no kept publication or project, a day old, to be deleted; until then they count as not stored. For the publish function.';

revoke execute on function
  private.is_within(jsonb, text, integer, integer), private.is_project_image(jsonb, integer), private.change_projects(),
  private.is_project_content(jsonb, integer), private.free_project_id(text, text), public.save_project(text, integer, jsonb),
  public.publish_project(text, integer, text), public.set_project_status(text, text), public.order_portfolio(text[]),
  public.delete_project(text), public.restore_project(text), public.portfolio(), public.published_project(text), public.admin_portfolio()
from public, anon, authenticated, service_role;
grant execute on function public.portfolio(), public.published_project(text) to anon, authenticated;
grant execute on function public.save_project(text, integer, jsonb), public.publish_project(text, integer, text),
  public.set_project_status(text, text), public.order_portfolio(text[]), public.delete_project(text), public.restore_project(text),
  public.admin_portfolio() to authenticated;
