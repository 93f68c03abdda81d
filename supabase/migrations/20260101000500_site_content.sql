-- What the owner shows visitors: the home page's pictures, own projects, and where the built-in ones
-- (src/content/projects) stand among them. Limits repeat supabase/functions/_shared/contract/publication.ts and
-- project.ts; tests compare them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (
  'site-media', 'site-media', true, 52428800,
  array['video/mp4', 'video/webm', 'video/ogg', 'image/jpeg', 'image/png', 'image/gif', 'image/webp']
) on conflict (id) do nothing;

-- A file is named by the SHA-256 of its bytes, so it is only ever added, by a plain upload: a signed link could be used
-- later, with the owner's rights. Unused files are deleted with the secret key.
create policy "administrators add site media" on storage.objects for insert to authenticated with check (
  bucket_id = 'site-media' and name ~ '^[0-9a-f]{64}\.(webp|jpg|png|gif|mp4|webm|ogv)$' and (select private.is_admin())
  and storage.allow_only_operation('storage.object.upload')
);

-- Files about to be deleted, which must not be published any more.
create table private.site_media_removals (
  name text primary key,
  decided_at timestamptz not null default now()
);
-- Files that visitors saw, and when a row last let one go: pages built a while ago still show them.
create table private.released_media (
  name text primary key,
  released_at timestamptz not null default now()
);
alter table private.site_media_removals enable row level security;
alter table private.released_media enable row level security;
revoke all on private.site_media_removals, private.released_media from public, anon, authenticated, service_role;

create function private.missing_site_media(p_names text[]) returns setof text
language sql stable security invoker set search_path = '' as $$
  select n.name from unnest(p_names) n (name) where not exists (
    select from storage.objects o
    where o.bucket_id = 'site-media' and o.name = n.name and not exists (
      -- Uploaded again since, or the function has ended without deleting it.
      select from private.site_media_removals r
      where r.name = o.name and r.decided_at > greatest(o.created_at, now() - interval '10 minutes')
    )
  )
$$;

-- Of whichever table's row, and of a publication as visitors get it. A photograph that was removed keeps no file.
create function private.named_media(p_row jsonb) returns setof text
language sql immutable set search_path = '' as $$
  select file #>> '{}' from unnest(array['$.files[*]', '$.video', '$.items[*].files[*]', '$.items[*].video', '$.*.images[*].files[*]',
    '$.*.photographs.* ? (!(@.removed == true)).picture.files[*]']::jsonpath[]) place, jsonb_path_query(p_row, place) file
  where file <> 'null'
$$;

create function private.public_media(p_row jsonb) returns setof text
language sql immutable set search_path = '' as $$
  select private.named_media(p_row - '{draft,published_draft}'::text[])
  where coalesce(p_row ->> 'status', 'published') = 'published' and p_row ->> 'deleted_at' is null
$$;

create function private.require_site_media() returns trigger
language plpgsql security invoker set search_path = '' as $$
declare
  missing text[] := array(select private.missing_site_media(array(
    select distinct m.name from after a, private.named_media(to_jsonb(a)) m (name))));
begin
  if missing <> '{}' then
    raise exception using errcode = 'PT422', message = 'media_missing', detail = array_to_string(missing, ', ');
  end if;
  return null;
end $$;

-- In one order, so that no two wait for each other.
create function private.release_media(p_names text[]) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into private.released_media as r (name) select distinct n.name from unnest(p_names) n (name) order by n.name
  on conflict (name) do update set released_at = now()
$$;

create function private.release_site_media() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.release_media(array(select private.public_media(to_jsonb(b)) from before b));
  return null;
end $$;

create function public.missing_site_media(p_names text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return array(select private.missing_site_media(p_names));
end $$;
comment on function public.missing_site_media(text[]) is
  'Which of these files nothing may name, as they are not stored or about to be deleted; for administrators.';

-- A whole number is written as one: what 1.0 counts, `integer` does not read.
create function private.is_within(value jsonb, kind text, p_min integer, p_max integer) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case when jsonb_typeof(value) <> kind then false
    when kind = 'string' then char_length(btrim(value #>> '{}')) >= p_min and char_length(value #>> '{}') <= p_max
    when kind = 'array' then jsonb_array_length(value) between p_min and p_max
    else value::numeric between p_min and p_max and value #>> '{}' ~ '^[0-9]+$' end, false)
$$;

create function private.is_picture(picture jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    private.is_within(picture -> 'files', 'array', 1, 3) and private.is_within(picture -> 'widths', 'array', 1, 3)
    and jsonb_path_query_first(picture, '$.files.size()') = jsonb_path_query_first(picture, '$.widths.size()')
    and (select bool_and((f #>> '{}' ~ '^[0-9a-f]{64}\.(webp|jpg)$') is true)
      from jsonb_path_query(picture, '$.files[*]') f)
    and (select bool_and(private.is_within(w, 'number', 1, 10000)) from jsonb_path_query(picture, '$.widths[*]') w)
    and private.is_within(picture -> 'width', 'number', 1, 10000)
    and private.is_within(picture -> 'height', 'number', 1, 10000)
    and picture ->> 'placeholder' ~ '^#[0-9a-f]{6}$', false)
$$;

create table public.publications (
  id bigint generated always as identity primary key,
  published_at timestamptz not null default now(),
  published_by uuid references auth.users (id) on delete set null,
  publisher text not null default coalesce(auth.jwt() ->> 'email', '')
);
comment on table public.publications is
  'What visitors see on the home page; the newest counts. Without items in a place, the built-in pictures show there.';
comment on column public.publications.published_by is 'The administrator who published; empty for deleted users.';
comment on column public.publications.publisher is 'Their email address at that time.';
create index publications_by_publisher on public.publications (published_by);

create table public.publication_items (
  publication_id bigint not null references public.publications (id) on delete cascade,
  place text not null check (place in ('hero', 'latest')),
  position smallint not null check (position between 0 and 19),
  kind text not null check (kind in ('image', 'video', 'built-in')),
  alt text not null default '' check (char_length(alt) <= 200),
  files text[],
  widths integer[],
  width integer,
  height integer,
  placeholder text,
  video text check (video ~ '^[0-9a-f]{64}\.(mp4|webm|ogv)$'),
  built_in text check (char_length(built_in) <= 200 and built_in ~ '^/pictures/[a-z0-9/-]+$'),
  primary key (publication_id, place, position),
  check (place = 'hero' or position < 4),
  check ((kind = 'built-in') = (built_in is not null)),
  check ((kind = 'video') = (video is not null)),
  check (kind = 'image' or place = 'hero'),
  check (case when kind = 'built-in' then num_nonnulls(files, widths, width, height, placeholder) = 0
    else private.is_picture(jsonb_build_object('files', files, 'widths', widths, 'width', width, 'height', height,
      'placeholder', placeholder)) end)
);
comment on table public.publication_items is 'The pictures and videos of a publication, in their order.';
comment on column public.publication_items.files is 'Those of the picture, or of a video''s poster, in rising widths.';
comment on column public.publication_items.built_in is 'A picture of the site: its URL without hash, width and format.';
comment on column public.publication_items.alt is 'What it shows; the caption of a picture among the latest projects.';
comment on column public.publication_items.placeholder is 'Colour of its edge, shown until it is loaded.';
comment on column public.publication_items.width is 'Pixels of the largest file; with height, the space to reserve.';
create trigger require_site_media after insert on public.publication_items referencing new table as after
  for each statement execute function private.require_site_media();
create trigger release_site_media after delete on public.publication_items referencing old table as before
  for each statement execute function private.release_site_media();

create function private.is_project_image(image jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(image) <> 'object' then false else coalesce(
    image - '{files,widths,width,height,placeholder,alt,description}'::text[] = '{}' and private.is_picture(image)
    and private.is_within(image -> 'alt', 'string', 1, 200)
    and private.is_within(image -> 'description', 'string', 0, 300), false) end
$$;

-- Other keys are refused, so the limits bound the whole.
create function private.is_project_content(content jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(content) <> 'object' then false else coalesce(content
    - '{title,location,completed,summary,description,services,images,cover,before,after,facts}'::text[] = '{}'
    and case when jsonb_typeof(content -> 'facts') = 'object'
      then (content -> 'facts') - '{depth,area,weeks,ground,walls}'::text[] = '{}' else not content ? 'facts' end
    and (select bool_and(private.is_within(content -> key, kind, least, most)) from (values
      ('title', 'string', 3, 120), ('location', 'string', 2, 80), ('summary', 'string', 10, 300),
      ('completed', 'string', 7, 7), ('description', 'array', 1, 20), ('services', 'array', 0, 20),
      ('images', 'array', 1, 30), ('cover', 'number', 0, greatest(pictures - 1, 0))) limits (key, kind, least, most))
    and content ->> 'completed' ~ '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$'
    and not exists (select from (values
      ('$.description[*]'::jsonpath, 2000), ('$.services[*]', 120), ('$.facts.*', 60)) l (texts, most),
      jsonb_path_query(content, texts) t where not private.is_within(t, 'string', 1, most))
    and not exists (select from jsonb_path_query(content, '$.images[*]') i where not private.is_project_image(i))
    and (content -> 'before' = 'null' or content -> 'before' <> content -> 'after'
      and private.is_within(content -> 'before', 'number', 0, pictures - 1))
    and (content -> 'after' = 'null' or private.is_within(content -> 'after', 'number', 0, pictures - 1)), false) end
  from (select jsonb_path_query_first(content, '$.images.size()')::integer as pictures) count
$$;

-- The form's own shape: whatever was typed, however long or half written.
create function private.is_project_draft(draft jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(draft -> 'photographs') = 'object' and octet_length(draft::text) <= 131072, false)
$$;

-- A photograph's fields are named by its id, as in photographs/<id>/alt.
create function private.is_project_field(field text, value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case
    when field ~ '^(title|location|month|year|summary|description|services|depth|area|weeks|ground|walls|photographs/[0-9a-z-]{1,36}/(name|alt|description))$'
      then jsonb_typeof(value) = 'string'
    when field = 'cover' then jsonb_typeof(value) in ('string', 'null')
    when field = 'pair' then jsonb_typeof(value) = 'object' and value - '{before,after}'::text[] = '{}'
      and jsonb_typeof(value -> 'before') in ('string', 'null') and jsonb_typeof(value -> 'after') in ('string', 'null')
    when field ~ '^photographs/[0-9a-z-]{1,36}/place$' then jsonb_typeof(value) = 'number'
    when field ~ '^photographs/[0-9a-z-]{1,36}/removed$' then jsonb_typeof(value) = 'boolean'
    when field ~ '^photographs/[0-9a-z-]{1,36}/picture$' then private.is_picture(value) end, false)
$$;

create function private.is_removed(draft jsonb, field text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(draft #> (string_to_array(field, '/'))[1:2] -> 'removed' = 'true', false)
$$;

create function private.without_removed(draft jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_set(draft, '{photographs}', coalesce((
    select jsonb_object_agg(p.key, p.value - 'removed') from jsonb_each(draft -> 'photographs') p
    where p.value -> 'removed' is distinct from 'true'
  ), '{}'))
$$;

create function private.is_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(char_length(address) <= 80 and address ~ '^[a-z0-9]+(-[a-z0-9]+)*$', false)
$$;

-- An own project's id is a key that its form makes, so no two forms make the same row; its address is the public one.
-- Built-in ids are the code's own: whoever calls proposes an address that is none of them, and if two ever agree, pages
-- show the built-in project.
create table public.projects (
  id text primary key check (private.is_address(id)),
  address text unique check (address is null or private.is_address(address)),
  built_in boolean not null default false,
  position integer check (position <= 300),
  status text not null default 'draft' check (status in ('draft', 'published', 'hidden')),
  draft jsonb,
  published jsonb,
  published_draft jsonb,
  version integer not null default 1,
  fields jsonb not null default '{}',
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  updated_by text not null default coalesce(auth.jwt() ->> 'email', ''),
  deleted_at timestamptz,
  check (case when built_in then status <> 'draft' and num_nonnulls(address, draft, published, deleted_at) = 0
    else id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and position is not null
      and (status = 'draft') = (published is null) and (published is null or address is not null)
      and (draft is not null or deleted_at is not null) end)
);
comment on table public.projects is
  'Own projects, and built-in ones that were hidden or moved. Published ones stay for good, so no address is given twice.';
comment on column public.projects.address is 'The end of its address: the title when it was first published, then fixed.';
comment on column public.projects.position is 'Rising; built-in projects without one come last, in the code''s order.';
comment on column public.projects.draft is 'What its form holds.';
comment on column public.projects.published is 'What visitors see, and published_draft what the form held for it.';
comment on column public.projects.fields is 'Of each field of the draft "at", the version that changed it last, and "by", the change''s own name.';
comment on column public.projects.published_at is 'When it was last published; stays when unpublished, as the address does.';

-- Visitors read no table, which they could filter and sort at our cost, but what `site` and `published_project` return.
create function private.portfolio() returns table (
  id text, built_in boolean, "position" integer, status text, published_at timestamptz, content jsonb
)
language sql stable security definer set search_path = '' as $$
  select coalesce(p.address, p.id), p.built_in, p.position, p.status, p.published_at,
    c.content - '{description,services,images,cover,facts}'::text[] || jsonb_build_object(
      'image', i.images -> (c.content ->> 'cover')::integer, 'before', i.images -> (c.content ->> 'before')::integer,
      'after', i.images -> (c.content ->> 'after')::integer)
  -- Decompressed once, not for each part.
  from public.projects p, lateral (select p.published || '{}' as content offset 0) c,
    lateral (select c.content -> 'images' as images offset 0) i
  where p.built_in or (p.status = 'published' and p.deleted_at is null)
  order by p.position nulls last, p.id
$$;
comment on function private.portfolio() is
  'Built-in projects that were hidden or moved, and cards of own published ones, in order.';

create function public.published_project(p_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select p.published from public.projects p where p.address = p_id and p.status = 'published' and p.deleted_at is null
$$;
comment on function public.published_project(text) is 'All of the own project published at this address, or null; for visitors.';

create function private.current_publication_id() returns bigint
language sql stable security invoker set search_path = '' as $$ select max(p.id) from public.publications p $$;

alter table public.publications enable row level security;
alter table public.publication_items enable row level security;
alter table public.projects enable row level security;
revoke all on public.publications, public.publication_items, public.projects
  from public, anon, authenticated, service_role;
grant select on public.publications, public.publication_items, public.projects to authenticated;
grant select on public.publications, public.publication_items to service_role;

create policy "administrators read every publication" on public.publications
  for select to authenticated using ((select private.is_admin()));
create policy "administrators read every published item" on public.publication_items
  for select to authenticated using ((select private.is_admin()));
create policy "administrators read every project" on public.projects
  for select to authenticated using ((select private.is_admin()));

create function private.publication_items_json(p_publication bigint) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_strip_nulls(to_jsonb(i) - 'publication_id') order by i.place, i.position), '[]'::jsonb
  )
  from public.publication_items i where i.publication_id = p_publication
$$;

create function private.current_publication() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'items', private.publication_items_json(p.id))
  from public.publications p where p.id = private.current_publication_id()
$$;
comment on function private.current_publication() is 'Id and items, or null while nothing has been published.';

-- Row-level security alone would show a former administrator an empty list, so the functions refuse.
create function public.publication_history() returns table (
  id bigint, published_at timestamptz, publisher text, items jsonb
)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query select p.id, p.published_at, p.publisher, private.publication_items_json(p.id)
    from public.publications p order by p.id desc limit 11;
end $$;
comment on function public.publication_history() is 'The eleven newest publications in that order; for administrators.';

create function public.admin_portfolio() returns table (
  id text, address text, built_in boolean, "position" integer, status text, version integer, title text, location text, cover text,
  has_changes boolean, deleted_at timestamptz
)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query select p.id, p.address, p.built_in, p.position, p.status, p.version, left(p.draft ->> 'title', 200),
    left(p.draft ->> 'location', 200), (
      select f.value #>> '{picture,files,0}' from jsonb_each(private.without_removed(p.draft) -> 'photographs') f
      where f.value ? 'picture' order by f.key <> coalesce(p.draft ->> 'cover', ''), f.value -> 'place', f.key limit 1),
    p.status = 'published' and private.without_removed(p.draft) is distinct from p.published_draft, p.deleted_at
    from public.projects p
    where (p.deleted_at is null or p.deleted_at >= now() - interval '30 days') and (p.built_in or p.draft is not null)
    order by p.position nulls last, p.id;
end $$;
comment on function public.admin_portfolio() is
  'A card of every project in order, with those deleted in the last 30 days; for administrators.';

-- The only way to write a publication.
create function public.publish(p_items jsonb, p_replaces bigint) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare published bigint;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  if jsonb_typeof(p_items) is distinct from 'array' then
    raise exception using errcode = 'PT400', message = 'publication_items';
  end if;
  lock table public.publications in share row exclusive mode;
  if p_replaces is distinct from private.current_publication_id() then
    raise exception using errcode = 'PT409', message = 'published_meanwhile';
  end if;
  delete from public.publications p where p.id not in (
    select kept.id from public.publications kept order by kept.id desc limit 10
  );
  with made as (
    insert into public.publications (published_by) values ((select auth.uid())) returning id
  ), items as (
    insert into public.publication_items
    select made.id, i.place, i.position, i.kind, coalesce(i.alt, ''), i.files, i.widths, i.width, i.height,
      i.placeholder, i.video, i.built_in
    from made, jsonb_to_recordset(p_items) as i (
      place text, position smallint, kind text, alt text, files text[], widths integer[], width integer, height integer,
      placeholder text, video text, built_in text
    )
  )
  select id into published from made;
  return published;
exception when integrity_constraint_violation or data_exception then
  raise exception using errcode = 'PT400', message = 'publication_items', detail = sqlerrm;
end $$;
comment on function public.publish(jsonb, bigint) is 'Makes these items what visitors see, if p_replaces (null: '
  'nothing) is what they see now; 409 otherwise, 400 for items that are none, 422 when a file is not stored. For administrators.';

-- Begins every change of more than one draft. The lock makes changes wait for each other and for claim_unused_site_media.
create function private.change_projects() returns void
language plpgsql volatile security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  lock table public.projects in share row exclusive mode;
  delete from public.projects p where p.address is null and p.deleted_at < now() - interval '30 days';
  update public.projects p set draft = null, published = null, published_draft = null, status = 'draft', updated_by = ''
  where p.draft is not null and p.deleted_at < now() - interval '30 days';
end $$;

-- A field is set where it is what the change was made to: its version, or a text that the same device sent before. So the
-- same call twice, late or from a second tab ends in the same row.
create function public.save_project(p_id text, p_seen integer, p_changes jsonb, p_is_first boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored public.projects;
  before jsonb;
  wanted jsonb;
  refused jsonb := '{}';
  field text;
  change jsonb;
  place text[];
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  if jsonb_typeof(coalesce(p_changes, '{}')) <> 'object' then
    raise exception using errcode = 'PT400', message = 'project_changes';
  end if;
  if p_is_first and not exists (select from public.projects p where p.id = p_id) then
    perform private.change_projects();
    if (select count(o.draft) from public.projects o) >= 200 then
      raise exception using errcode = 'PT409', message = 'too_many_projects';
    elsif (p_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') is not true then
      raise exception using errcode = 'PT400', message = 'project_id';
    end if;
    insert into public.projects (id, version, position, draft) values (
      p_id, 0, (select coalesce(min(o.position), 1) - 1 from public.projects o), '{"photographs": {}}'
    ) on conflict (id) do nothing;
  elsif p_changes <> '{}' then
    -- What it writes with, before its row: who has locked the table for a change of many would wait for that row.
    lock table public.projects in row exclusive mode;
    perform from public.projects p where p.id = p_id for update;
  end if;
  select * into stored from public.projects p where p.id = p_id and p.deleted_at is null and not p.built_in;
  if not found then raise exception using errcode = 'PT404', message = 'project_missing'; end if;
  before := stored.draft;
  -- A photograph is there by its name.
  for field, change in
    select c.key, c.value from jsonb_each(coalesce(p_changes, '{}')) c order by c.key not like '%/name', c.key
  loop
    place := string_to_array(field, '/');
    wanted := change -> 'is';
    if not private.is_project_field(field, wanted) or place[3] <> 'name' and not stored.draft -> place[1] ? place[2] then
      refused := refused || jsonb_build_object(field, 'project_field');
    elsif stored.draft #> place is distinct from wanted
      and (place[3] = 'removed' or not private.is_removed(stored.draft, field))
      and (jsonb_typeof(change -> 'at') = 'number' and coalesce(stored.fields #> array[field, 'at'], '0') <= change -> 'at' or exists (
        select from jsonb_path_query(change, '$.sent[*]') w where w = stored.draft #> place))
    then
      if place[3] = 'picture' and exists (select private.missing_site_media(array(
        select f #>> '{}' from jsonb_path_query(wanted, '$.files[*]') f)))
      then
        refused := refused || jsonb_build_object(field, 'media_missing');
        continue;
      end if;
      wanted := case when place[3] = 'name' and not stored.draft -> place[1] ? place[2]
        then jsonb_set(stored.draft, place[1:2], jsonb_build_object('name', wanted))
        else jsonb_set(stored.draft, place, wanted) end;
      if private.is_project_draft(wanted) then
        stored.draft := wanted;
        stored.fields := stored.fields || jsonb_build_object(field,
          jsonb_build_object('at', stored.version + 1, 'by', left(change ->> 'by', 36)));
      else
        refused := refused || jsonb_build_object(field, 'project_draft');
      end if;
    end if;
  end loop;
  if stored.draft <> before then
    update public.projects p set draft = stored.draft, fields = stored.fields, version = p.version + 1,
      updated_at = default, updated_by = default
    where p.id = p_id returning * into stored;
  end if;
  return jsonb_build_object('version', stored.version, 'status', stored.status, 'published_at', stored.published_at,
    'updated_at', stored.updated_at, 'refused', refused, 'fields', (
      select coalesce(jsonb_object_agg(n.field, coalesce(stored.fields -> n.field, '{"at": 0}')
        || case when n.is_value = p_changes -> n.field -> 'is' then '{}' else jsonb_build_object('is', n.is_value) end), '{}')
      from (
        select k.key as field, stored.draft #> string_to_array(k.key, '/') as is_value from (
          select key from jsonb_each(stored.fields) where value -> 'at' > to_jsonb(coalesce(p_seen, 0))
          union select jsonb_object_keys(p_changes)
        ) k where not refused ? k.key
      ) n));
end $$;
comment on function public.save_project(text, integer, jsonb, boolean) is 'Sets fields of a draft: each change has "at", the '
  'version of the field that it was made to (0: none), "is", a name of its own in "by", and in "sent" what the same device '
  'has sent since. Returns the version, and of each field in p_changes or changed after p_seen "at", "by" and, where another '
  'than was sent, "is"; in "refused" why a field can never be set. Without changes it only looks. p_is_first makes the project; 404 when deleted, '
  '409 for more than 200. For administrators.';

create function private.free_address(p_wanted text) returns text
language sql stable security invoker set search_path = '' as $$
  select o.address from generate_series(1, 999) n,
    lateral (select case n when 1 then p_wanted else rtrim(left(p_wanted, 76), '-') || '-' || n end as address) o
  where not exists (select from public.projects p where o.address in (p.address, p.id))
  order by n limit 1
$$;

-- After a lost answer it is repeated. A file of what was published before may be missing: that stands in nobody's way.
create function public.publish_project(p_id text, p_version integer, p_address text, p_content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored public.projects;
  missing text[];
begin
  perform private.change_projects();
  if not coalesce(private.is_project_content(p_content), false) or not private.is_address(p_address) then
    raise exception using errcode = 'PT400', message = 'project_content';
  end if;
  select * into stored from public.projects p where p.id = p_id and p.deleted_at is null and not p.built_in;
  if not found then raise exception using errcode = 'PT404', message = 'project_missing'; end if;
  if (stored.version, stored.status, stored.published, private.without_removed(stored.draft))
    is distinct from (p_version + 1, 'published', p_content, stored.published_draft) then
    if stored.version is distinct from p_version then
      raise exception using errcode = 'PT409', message = 'project_changed';
    end if;
    missing := array(select private.missing_site_media(array(select private.named_media(jsonb_build_object('is', p_content))
      except select private.named_media(jsonb_build_object('is', stored.published)))));
    if missing <> '{}' then
      raise exception using errcode = 'PT422', message = 'media_missing', detail = array_to_string(missing, ', ');
    end if;
    update public.projects p set address = coalesce(p.address, private.free_address(p_address)), status = 'published',
      published = p_content, published_draft = private.without_removed(p.draft), published_at = now(),
      version = p.version + 1, updated_at = default, updated_by = default
    where p.id = p_id returning * into stored;
  end if;
  return jsonb_build_object('version', stored.version, 'address', stored.address, 'published_at', stored.published_at);
end $$;
comment on function public.publish_project(text, integer, text, jsonb) is 'Shows visitors p_content in place of version '
  'p_version''s draft, the first time at p_address or that and a number; returns version, address and '
  'published_at. 404 when deleted, 409 when changed meanwhile, 400 for a content that is none, 422 when a file is '
  'not stored. For administrators.';

create function public.set_project_status(p_id text, p_status text, p_built_in boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.change_projects();
  if p_status is null or p_status not in ('draft', 'published', 'hidden') or p_built_in and p_status = 'draft'
    or not private.is_address(p_id) then
    raise exception using errcode = 'PT400', message = 'project_status';
  end if;
  update public.projects p set status = p_status, published = case when p_status <> 'draft' then p.published end,
    published_draft = case when p_status <> 'draft' then p.published_draft end, version = p.version + 1, updated_at = default, updated_by = default
  where p.id = p_id and p.deleted_at is null
    and (p.built_in and p_status <> 'draft' or not p.built_in and (p_status = 'draft' or p.status <> 'draft'));
  if not found and p_built_in then
    insert into public.projects (id, built_in, status) values (p_id, true, p_status) on conflict do nothing;
  end if;
  if not found then raise exception using errcode = 'PT409', message = 'project_changed'; end if;
end $$;
comment on function public.set_project_status(text, text, boolean) is 'Hides a project, shows it again as it was '
  'published, or makes an own one a draft; 409 for an own one that was deleted or is a draft. For administrators.';

create function public.order_portfolio(p_ids text[], p_built_in text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.change_projects();
  if cardinality(p_ids) > 300 or exists (select from unnest(p_built_in) b (id) where not private.is_address(b.id)) then
    raise exception using errcode = 'PT400', message = 'project_id';
  end if;
  insert into public.projects (id, built_in, status)
  select b.id, true, 'published' from unnest(p_built_in) b (id) where b.id = any (p_ids) on conflict do nothing;
  if exists (select from unnest(p_ids) o (id) where not exists (select from public.projects p where p.id = o.id)) then
    raise exception using errcode = 'PT409', message = 'project_changed';
  end if;
  update public.projects p set position = o.n from unnest(p_ids) with ordinality o (id, n)
  where p.id = o.id and p.position is distinct from o.n;
end $$;
comment on function public.order_portfolio(text[], text[]) is 'Puts the projects p_ids in this order, of which those '
  'named in p_built_in are the code''s; 409 for an own one that is unknown. For administrators.';

create function public.delete_project(p_id text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.change_projects();
  -- Nobody knows the address of a mere draft. Its id stays, so that late changes do not make it again.
  update public.projects p set deleted_at = now(), draft = case when p.address is not null then p.draft end,
    version = p.version + 1, updated_at = default, updated_by = default
  where p.id = p_id and p.deleted_at is null and not p.built_in;
  -- Deleting twice is one deletion.
  if not found and not exists (select from public.projects p where p.id = p_id and not p.built_in) then
    raise exception using errcode = 'PT404', message = 'project_missing';
  end if;
end $$;
comment on function public.delete_project(text) is 'Deletes an own project: one that was ever published can be restored '
  'for 30 days, a mere draft is gone for good; 404 for an unknown one. For administrators.';

create function public.restore_project(p_id text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.change_projects();
  update public.projects p set deleted_at = null, version = p.version + 1, updated_at = default, updated_by = default
  where p.id = p_id and p.draft is not null;
  if not found then raise exception using errcode = 'PT404', message = 'project_missing'; end if;
end $$;
comment on function public.restore_project(text) is
  'Brings a deleted project back as it was, to visitors, too; 404 after 30 days. For administrators.';

create function private.used_media() returns setof text
language sql stable security invoker set search_path = '' as $$
  select private.named_media(to_jsonb(i)) from public.publication_items i
  union select private.named_media(to_jsonb(p)) from public.projects p
  where p.deleted_at is null or p.deleted_at >= now() - interval '30 days'
$$;

create function public.delete_for_good(p_project text default null, p_publication bigint default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare due text[];
begin
  perform private.change_projects();
  lock table public.publications in share row exclusive mode;
  due := array(
    select private.named_media(to_jsonb(p)) from public.projects p where p.id = p_project
    union select private.named_media(to_jsonb(i)) from public.publication_items i where i.publication_id = p_publication
    union select r.name from private.released_media r where p_project is null and p_publication is null
  );
  delete from public.publications p where p.id = p_publication and p.id <> private.current_publication_id();
  update public.projects p set deleted_at = '-infinity' where p.id = p_project and p.deleted_at is not null;
  if p_project is not null and not found then
    raise exception using errcode = 'PT409', message = 'project_changed';
  end if;
  perform private.change_projects();
  due := array(select unnest(due) except select private.used_media());
  delete from private.released_media r where r.name = any (due);
  insert into private.site_media_removals as r (name) select unnest(due)
  on conflict (name) do update set decided_at = now();
  -- Pages that are live may show them.
  update private.site set taken_down = changed where id;
end $$;
comment on function public.delete_for_good(text, bigint) is 'Lets the next clean-up take, without waiting, the files '
  'of a deleted project or an earlier publication, which goes with them, or with neither those that only older pages '
  'show; never one that something else names. 409 for a project that was restored. For administrators.';

-- Leaves files three days, as a draft may be about to name them, those that were public 30 days, and those of a deleted
-- project until it cannot be restored any more. The lock lets no publication run at the same time.
create function public.claim_unused_site_media() returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare is_due boolean; found_now integer;
begin
  lock table public.projects, public.publications in share row exclusive mode;
  -- Everybody who opens the dashboard asks.
  select s.cleaned_at > now() - interval '1 day' is not true into is_due from private.site s;
  delete from private.site_media_removals r where r.decided_at < now() - interval '1 day';
  delete from private.released_media r where r.released_at < now() - interval '30 days';
  return query
    insert into private.site_media_removals as r (name)
    select o.name from storage.objects o
    left join private.site_media_removals due on due.name = o.name and due.decided_at >= o.created_at
    where o.bucket_id = 'site-media' and (due.name is not null or is_due and o.created_at < now() - interval '3 days')
      and o.name not in (select private.used_media() union select l.name from private.released_media l)
    order by due.name limit 100
    on conflict (name) do update set decided_at = now()
    returning r.name;
  get diagnostics found_now = row_count;
  if is_due and found_now < 100 then update private.site set cleaned_at = now() where id; end if;
end $$;
comment on function public.claim_unused_site_media() is 'Takes at most 100 files that no kept publication or project '
  'names and nothing waits for, to be deleted; until then they count as not stored. Looks for such files once a day until '
  'fewer are found, and takes those to be deleted for good each time. For the rebuild function.';

revoke execute on function
  private.missing_site_media(text[]), private.named_media(jsonb), private.public_media(jsonb),
  private.require_site_media(), private.release_media(text[]), private.release_site_media(), private.used_media(),
  private.is_within(jsonb, text, integer, integer), private.is_picture(jsonb),
  private.is_project_image(jsonb), private.is_project_content(jsonb), private.is_project_draft(jsonb),
  private.is_project_field(text, jsonb), private.is_removed(jsonb, text), private.without_removed(jsonb),
  private.is_address(text),
  private.current_publication_id(), private.publication_items_json(bigint), private.change_projects(),
  private.free_address(text), public.missing_site_media(text[]), private.portfolio(),
  public.published_project(text), private.current_publication(), public.publication_history(), public.admin_portfolio(),
  public.publish(jsonb, bigint), public.save_project(text, integer, jsonb, boolean), public.publish_project(text, integer, text, jsonb),
  public.set_project_status(text, text, boolean), public.order_portfolio(text[], text[]), public.delete_project(text),
  public.restore_project(text), public.delete_for_good(text, bigint), public.claim_unused_site_media()
from public, anon, authenticated, service_role;
grant execute on function private.publication_items_json(bigint), private.without_removed(jsonb) to authenticated;
grant execute on function public.published_project(text) to anon, authenticated;
grant execute on function public.missing_site_media(text[]), public.publication_history(), public.admin_portfolio(),
  public.publish(jsonb, bigint), public.save_project(text, integer, jsonb, boolean), public.publish_project(text, integer, text, jsonb),
  public.set_project_status(text, text, boolean), public.order_portfolio(text[], text[]), public.delete_project(text),
  public.restore_project(text), public.delete_for_good(text, bigint) to authenticated;
grant execute on function public.claim_unused_site_media() to service_role;

-- Hosted projects grant every new sequence to the API's roles, who could then set the numbers of identity columns.
revoke all on all sequences in schema public, private from public, anon, authenticated, service_role;
