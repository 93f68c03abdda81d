-- Limits match supabase/functions/_shared/contract/project.ts (tested).
create function private.is_project_image(image jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(image) <> 'object' then false else coalesce(
    image - '{files,widths,width,height,placeholder,alt,description}'::text[] = '{}' and private.is_picture(image)
    and private.is_within_limits(image -> 'alt', 'string', 1, 200)
    and private.is_within_limits(image -> 'description', 'string', 0, 300), false) end
$$;

-- Rejects other keys, so that the limits bound the size.
create function private.is_project_content(content jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(content) <> 'object' then false else coalesce(content
    - '{title,location,completed,summary,description,services,images,cover,before,after,facts}'::text[] = '{}'
    and case when jsonb_typeof(content -> 'facts') = 'object'
      then (content -> 'facts') - '{depth,area,weeks,ground,walls}'::text[] = '{}' else not content ? 'facts' end
    and (select bool_and(private.is_within_limits(content -> key, kind, least, most)) from (values
      ('title', 'string', 3, 120), ('location', 'string', 2, 80), ('summary', 'string', 10, 300),
      ('completed', 'string', 7, 7), ('description', 'array', 1, 20), ('services', 'array', 0, 20),
      ('images', 'array', 1, 30), ('cover', 'number', 0, greatest(pictures - 1, 0))) limits (key, kind, least, most))
    and content ->> 'completed' ~ '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$'
    and not exists (select from (values
      ('$.description[*]'::jsonpath, 2000), ('$.services[*]', 120), ('$.facts.*', 60)) l (texts, most),
      jsonb_path_query(content, texts) t where not private.is_within_limits(t, 'string', 1, most))
    and not exists (select from jsonb_path_query(content, '$.images[*]') i where not private.is_project_image(i))
    and (content -> 'before' = 'null' or content -> 'before' <> content -> 'after'
      and private.is_within_limits(content -> 'before', 'number', 0, pictures - 1))
    and (content -> 'after' = 'null' or private.is_within_limits(content -> 'after', 'number', 0, pictures - 1)), false) end
  from (select jsonb_path_query_first(content, '$.images.size()')::integer as pictures) count
$$;

-- Image fields contain an id, for example photographs/<id>/alt.
create function private.is_project_field(field text, value jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(case
    when field ~ '^(title|location|month|year|summary|description|services|depth|area|weeks|ground|walls)$'
      or field ~ '^photographs/[0-9a-z-]{1,36}/(name|alt|description)$' then jsonb_typeof(value) = 'string'
    when field = 'cover' then jsonb_typeof(value) in ('string', 'null')
    when field = 'pair' then jsonb_typeof(value) = 'object' and value - '{before,after}'::text[] = '{}'
      and jsonb_typeof(value -> 'before') in ('string', 'null') and jsonb_typeof(value -> 'after') in ('string', 'null')
    when field ~ '^photographs/[0-9a-z-]{1,36}/place$' then jsonb_typeof(value) = 'number'
    when field ~ '^photographs/[0-9a-z-]{1,36}/removed$' then jsonb_typeof(value) = 'boolean'
    when field ~ '^photographs/[0-9a-z-]{1,36}/picture$' then private.is_picture(value) end, false)
$$;

create function private.without_removed_images(draft jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_set(draft, '{photographs}', coalesce((
    select jsonb_object_agg(p.key, p.value - 'removed') from jsonb_each(draft -> 'photographs') p
    where p.value -> 'removed' is distinct from 'true'
  ), '{}'))
$$;

create function private.is_project_id(id text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false)
$$;

create function private.is_slug(address text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(char_length(address) <= 80 and address ~ '^[a-z0-9]+(-[a-z0-9]+)*$', false)
$$;

-- The form generates a custom project's id, so no two forms create the same row. Callers propose addresses that match no
-- bundled project's id. If they do, pages show the bundled project.
create table public.projects (
  id text primary key check (private.is_slug(id)),
  address text unique check (address is null or private.is_slug(address)),
  built_in boolean not null default false,
  position integer check (position <= 300),
  status text not null default 'draft' check (status in ('draft', 'published', 'hidden')),
  draft jsonb,
  published jsonb,
  published_draft jsonb,
  version bigint not null default 1,
  fields jsonb not null default '{}',
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  updated_by text not null default coalesce(auth.jwt() ->> 'email', ''),
  deleted_at timestamptz,
  check (case when built_in then status <> 'draft' and num_nonnulls(address, draft, published, deleted_at) = 0
    else private.is_project_id(id) and position is not null
      and (status = 'draft') = (published is null) and (published is null or address is not null)
      and (draft is not null or deleted_at is not null) end)
);
comment on table public.projects is 'Custom projects, and hidden or moved bundled ones. Rows stay after a deletion.';
comment on column public.projects.address is 'Slug of the title when first published. Never changes.';
comment on column public.projects.position is 'Ascending. Bundled projects without one come last, in the code''s order.';
comment on column public.projects.draft is 'Contents of the form.';
comment on column public.projects.published is 'Contents for visitors. published_draft is the form''s contents at that time.';
comment on column public.projects.fields is
  'Last write of each field: "at" (version), "by" (browser), "seq" (its change number) and "foreign" (version of the '
  'last write by another browser).';
comment on column public.projects.published_at is 'Time of the last publication. Kept when unpublished, like the address.';

alter table public.projects enable row level security;
revoke all on public.projects from public, anon, authenticated, service_role;
grant select on public.projects to authenticated;

create policy "administrators read every project" on public.projects
  for select to authenticated using ((select private.is_admin()));

-- site() returns these to every visitor. The code only has a few.
create function private.limit_bundled_projects() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from public.projects p where p.built_in) > 100 then
    raise exception using errcode = 'PT409', message = 'too_many_built_in';
  end if;
  return null;
end $$;

create trigger limit_bundled_projects after insert on public.projects
  for each statement execute function private.limit_bundled_projects();

create function private.portfolio() returns table (
  id text, built_in boolean, "position" integer, status text, published_at timestamptz, content jsonb
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(p.address, p.id), p.built_in, p.position, p.status, p.published_at,
    c.content - '{description,services,images,cover,facts}'::text[] || jsonb_build_object(
      'image', i.images -> (c.content ->> 'cover')::integer, 'before', i.images -> (c.content ->> 'before')::integer,
      'after', i.images -> (c.content ->> 'after')::integer)
  -- `offset 0` makes PostgreSQL decompress each value once instead of once per part.
  from public.projects p, lateral (select p.published || '{}' as content offset 0) c,
    lateral (select c.content -> 'images' as images offset 0) i
  where p.built_in or (p.status = 'published' and p.deleted_at is null)
  order by p.position nulls last, p.id
$$;
comment on function private.portfolio is 'Returns hidden or moved bundled projects and cards of published custom ones, in order.';

create function public.published_project(p_id text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.published from public.projects p where p.address = p_id and p.status = 'published' and p.deleted_at is null
$$;
comment on function public.published_project is 'Returns the custom project published at this address, or null.';

create function public.admin_portfolio() returns table (
  id text, address text, built_in boolean, "position" integer, status text, version bigint, title text, location text, cover text,
  has_changes boolean, deleted_at timestamptz
)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query select p.id, p.address, p.built_in, p.position, p.status, p.version, left(p.draft ->> 'title', 200),
    left(p.draft ->> 'location', 200), (
      select f.value #>> '{picture,files,0}' from jsonb_each(private.without_removed_images(p.draft) -> 'photographs') f
      where f.value ? 'picture' order by f.key <> coalesce(p.draft ->> 'cover', ''), f.value -> 'place', f.key limit 1),
    p.status = 'published' and private.without_removed_images(p.draft) is distinct from p.published_draft, p.deleted_at
    from public.projects p
    where (p.deleted_at is null or p.deleted_at >= now() - interval '30 days') and (p.built_in or p.draft is not null)
    order by p.position nulls last, p.id;
end $$;
comment on function public.admin_portfolio is 'Returns each project''s card in order, including those deleted up to 30 days ago.';

-- The lock serialises changes. Projects deleted over 30 days ago lose their contents. The next file has their versions.
create function private.begin_project_change() returns void
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  lock table public.projects in share row exclusive mode;
  update public.projects p set draft = null, published = null, published_draft = null, status = 'draft', updated_by = ''
  where p.draft is not null and p.deleted_at < now() - interval '30 days';
  perform private.trim_project_versions();
end $$;

-- Unlike jsonb, json allows NUL and unpaired surrogates.
create function private.parse_changes(p_changes json, out changes jsonb, out rejected jsonb)
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare change record;
begin
  changes := p_changes::jsonb;
  rejected := '{}';
exception when data_exception then
  changes := '{}';
  rejected := '{}';
  for change in select c.key, c.value from json_each(p_changes) c loop
    begin
      changes := changes || jsonb_build_object(change.key, change.value::jsonb);
    exception when data_exception then
      rejected := rejected || jsonb_build_object(change.key, 'project_field');
    end;
  end loop;
end $$;

create function private.apply_changes(draft jsonb, p_changes jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  with change as (
    select c.key, c.value -> 'value' as value, string_to_array(c.key, '/') as place from jsonb_each(p_changes) c
  ), photo as (
    select c.place[2] as id, jsonb_object_agg(c.place[3], c.value) as parts from change c where c.place[3] is not null
    group by c.place[2]
  )
  select draft || coalesce((select jsonb_object_agg(c.key, c.value) from change c where c.place[3] is null), '{}')
    || jsonb_build_object('photographs', draft -> 'photographs' || coalesce((
      select jsonb_object_agg(p.id, coalesce(draft -> 'photographs' -> p.id, '{}') || p.parts) from photo p), '{}'))
$$;

-- Checks whether each change is valid, and whether its browser had seen the last write by others.
create function private.check_changes(p_draft jsonb, p_stamps jsonb, p_browser text, p_changes jsonb)
returns table (field text, change jsonb, is_valid boolean, is_accepted boolean)
language sql stable set search_path = pg_catalog, pg_temp as $$
  with change as (
    select c.key as field, c.value as change, string_to_array(c.key, '/') as place, p_stamps -> c.key as stamp,
      (c.value ->> 'base')::numeric as base, (c.value ->> 'seq')::numeric as seq
    from jsonb_each(p_changes) c
  ), judged as (
    select c.field, c.change, c.place,
      -- Changing an image's name creates the image.
      (private.is_project_field(c.field, c.change -> 'value') and (c.place[3] is null or p_draft -> 'photographs' ? c.place[2]
        or jsonb_typeof(p_changes #> array[format('photographs/%s/name', c.place[2]), 'value']) = 'string')) is true as is_valid,
      case when c.stamp ->> 'by' = p_browser and c.stamp ? 'seq'
        then c.seq > (c.stamp ->> 'seq')::numeric and c.base >= coalesce((c.stamp ->> 'foreign')::numeric, 0)
        else c.base >= coalesce((c.stamp ->> 'at')::numeric, 0) end as is_current
    from change c
  )
  select j.field, j.change, j.is_valid, j.is_valid and j.is_current and (j.place[3] is null or j.place[3] = 'removed'
    or j.place[3] = 'name' and not p_draft -> 'photographs' ? j.place[2]
    -- Removed images only accept being restored.
    or coalesce(r.change -> 'value', p_draft -> 'photographs' -> j.place[2] -> 'removed', 'false') <> 'true')
  from judged j
  left join judged r on r.place[2] = j.place[2] and r.place[3] = 'removed' and r.is_valid and r.is_current
$$;

-- Compare-and-set per field. Repeated, late and reordered calls produce the same row.
create function public.save_project(p_id text, p_seen bigint, p_browser text, p_changes json) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  stored public.projects; changes jsonb; accepted jsonb; rejected jsonb; changed_draft jsonb;
  too_large text[]; missing text[]; field text;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  if json_typeof(p_changes) is distinct from 'object' or (p_browser ~ '^[0-9a-z-]{1,36}$') is not true then
    raise exception using errcode = 'PT400', message = 'project_changes';
  end if;
  select p.changes, p.rejected into changes, rejected from private.parse_changes(p_changes) p;
  if exists (select from jsonb_each(changes) c where (jsonb_typeof(c.value) = 'object' and c.value ? 'value'
    and jsonb_typeof(c.value -> 'base') = 'number' and jsonb_typeof(c.value -> 'seq') = 'number') is not true) then
    raise exception using errcode = 'PT400', message = 'project_changes';
  end if;
  if changes <> '{}' and coalesce(p_seen, 0) = 0 and not exists (select from public.projects p where p.id = p_id)
    and not exists (select from jsonb_each(changes) c where c.value -> 'base' <> '0') then
    perform private.begin_project_change();
    if (select count(o.draft) from public.projects o) >= 200 then
      raise exception using errcode = 'PT409', message = 'too_many_projects';
    elsif private.is_project_id(p_id) is not true then
      raise exception using errcode = 'PT400', message = 'project_id';
    end if;
    insert into public.projects (id, version, position, draft) values (
      p_id, 0, (select coalesce(min(o.position), 1) - 1 from public.projects o), '{"photographs": {}}'
    ) on conflict (id) do nothing;
  elsif changes <> '{}' then
    -- Table before row, because other changes (private.begin_project_change) lock the table first.
    lock table public.projects in row exclusive mode;
    perform from public.projects p where p.id = p_id for update;
  end if;
  select * into stored from public.projects p where p.id = p_id and p.deleted_at is null and not p.built_in;
  if not found then raise exception using errcode = 'PT404', message = 'project_missing'; end if;

  select coalesce(jsonb_object_agg(j.field, j.change) filter (where j.is_accepted), '{}'),
    rejected || coalesce(jsonb_object_agg(j.field, 'project_field') filter (where not j.is_valid), '{}')
  into accepted, rejected
  from private.check_changes(stored.draft, stored.fields, p_browser, changes) j;

  missing := array(select private.missing_site_media(array(
    select f #>> '{}' from jsonb_path_query(accepted, '$.*.value.files[*]') f)));
  if missing <> '{}' then
    for field in select c.key from jsonb_each(accepted) c where c.value #> '{value,files}' ?| missing loop
      accepted := accepted - field;
      rejected := rejected || jsonb_build_object(field, 'media_missing');
    end loop;
  end if;

  -- A draft may be incomplete and exceed the limits of published fields, up to 128 KiB. The largest additions are rejected
  -- first, and names last, because they create images.
  loop
    changed_draft := private.apply_changes(stored.draft, accepted);
    exit when octet_length(changed_draft::text) <= 131072;
    too_large := array(
      select t.field from (
        select g.field, sum(g.bytes) over (order by g.field like '%/name', g.bytes desc, g.field) - g.bytes as bytes_before
        from (
          select c.key as field, greatest(0, octet_length((c.value -> 'value')::text)
            - coalesce(octet_length((stored.draft #> string_to_array(c.key, '/'))::text), 0)) as bytes
          from jsonb_each(accepted) c
        ) g
      ) t where t.bytes_before < octet_length(changed_draft::text) - 131072
    );
    exit when too_large = '{}';
    accepted := accepted - too_large;
    rejected := rejected || (select jsonb_object_agg(f, 'project_draft') from unnest(too_large) f);
  end loop;
  if accepted <> '{}' then
    update public.projects p set draft = changed_draft, version = private.next_number(p.version),
      updated_at = default, updated_by = default, fields = p.fields || (
        select jsonb_object_agg(c.key, jsonb_build_object(
          'at', private.next_number(p.version), 'by', p_browser, 'seq', c.value -> 'seq', 'foreign',
          coalesce(p.fields -> c.key -> case when p.fields -> c.key ->> 'by' = p_browser then 'foreign' else 'at' end, '0')))
        from jsonb_each(accepted) c)
    where p.id = p_id returning * into stored;
  end if;
  return jsonb_build_object('version', stored.version, 'status', stored.status, 'published_at', stored.published_at,
    'updated_at', stored.updated_at, 'rejected', rejected, 'fields', (
      select coalesce(jsonb_object_agg(n.field, coalesce(stored.fields -> n.field, '{"at": 0}') || case
        when accepted ? n.field then '{}'
        else jsonb_build_object('value', stored.draft #> string_to_array(n.field, '/')) end), '{}')
      from (
        select s.key as field from jsonb_each(stored.fields) s where s.value -> 'at' > to_jsonb(coalesce(p_seen, 0))
        union select c.key from jsonb_each(changes) c where not rejected ? c.key
      ) n));
end $$;
comment on function public.save_project is
  'Saves draft fields. Each change has "base" (version of the edited field), "seq" (the browser''s change number) and '
  '"value". It is stored if base isn''t before the last write by another browser and seq is after this browser''s '
  'last. Returns the version and the stamps ("at", "by", "seq", "foreign") of fields in p_changes or changed after '
  'p_seen, with "value" unless it was sent. "rejected" has the reasons. Without changes, only reads. Creates an '
  'unknown project if p_seen and every base are 0. 404 if deleted, 409 beyond 200, 400 for invalid changes.';

create function public.publish_project(p_id text, p_version bigint, p_address text, p_content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare stored public.projects; missing text[];
begin
  perform private.begin_project_change();
  if not coalesce(private.is_project_content(p_content), false) or not private.is_slug(p_address) then
    raise exception using errcode = 'PT400', message = 'project_content';
  end if;
  select * into stored from public.projects p where p.id = p_id and p.deleted_at is null and not p.built_in;
  if not found then raise exception using errcode = 'PT404', message = 'project_missing'; end if;
  -- Skips a retry of a call whose response was lost, unless the project has changed since.
  if (stored.version > p_version
    and not exists (select from jsonb_each(stored.fields) f where f.value -> 'at' > to_jsonb(p_version))
    and (stored.status, stored.published, stored.published_draft)
      is not distinct from ('published', p_content, private.without_removed_images(stored.draft))) is not true
  then
    if stored.version is distinct from p_version then
      raise exception using errcode = 'PT409', message = 'project_changed';
    end if;
    -- Files of the previous publication may be missing.
    missing := array(select private.missing_site_media(array(select private.media_files(jsonb_build_object('is', p_content))
      except select private.media_files(jsonb_build_object('is', stored.published)))));
    if missing <> '{}' then
      raise exception using errcode = 'PT422', message = 'media_missing', detail = array_to_string(missing, ', ');
    end if;
    update public.projects p set status = 'published', published = p_content,
      address = coalesce(p.address, (
        select a.free from generate_series(1, 999) n,
          lateral (select case n when 1 then p_address else rtrim(left(p_address, 76), '-') || '-' || n end as free) a
        where not exists (select from public.projects o where a.free in (o.address, o.id)) order by n limit 1)),
      published_draft = private.without_removed_images(p.draft), published_at = now(),
      version = private.next_number(p.version), updated_at = default, updated_by = default
    where p.id = p_id returning * into stored;
  end if;
  return jsonb_build_object('version', stored.version, 'address', stored.address, 'published_at', stored.published_at);
end $$;
comment on function public.publish_project is
  'Publishes p_content for version p_version. The first publication takes p_address, with a number if it is taken. '
  'Returns version, address and published_at. 404 if deleted, 409 if changed, 400 if invalid, 422 if a file isn''t stored.';

create function public.set_project_status(p_id text, p_status text, p_built_in boolean default false) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.begin_project_change();
  if p_status is null or p_status not in ('draft', 'published', 'hidden') or p_built_in and p_status = 'draft'
    or not private.is_slug(p_id) then
    raise exception using errcode = 'PT400', message = 'project_status';
  end if;
  update public.projects p set status = p_status, published = case when p_status <> 'draft' then p.published end,
    published_draft = case when p_status <> 'draft' then p.published_draft end,
    version = private.next_number(p.version), updated_at = default, updated_by = default
  where p.id = p_id and p.deleted_at is null
    and (p.built_in and p_status <> 'draft' or not p.built_in and (p_status = 'draft' or p.status <> 'draft'));
  if not found and p_built_in then
    insert into public.projects (id, built_in, status) values (p_id, true, p_status) on conflict do nothing;
  end if;
  if not found then raise exception using errcode = 'PT409', message = 'project_changed'; end if;
end $$;
comment on function public.set_project_status is
  'Hides or shows a project, or unpublishes a custom one. 409 if it is deleted, or to show or hide a draft.';

create function public.order_portfolio(p_ids text[], p_built_in text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.begin_project_change();
  if cardinality(p_ids) > 300 or exists (select from unnest(p_built_in) b (id) where not private.is_slug(b.id)) then
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
comment on function public.order_portfolio is 'Orders projects. p_built_in lists the bundled ones. 409 for unknown custom ones.';

create function public.delete_project(p_id text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.begin_project_change();
  -- The empty row keeps a late save from recreating a deleted draft.
  update public.projects p set deleted_at = now(), draft = case when p.address is not null then p.draft end,
    fields = case when p.address is null then '{}' else p.fields end,
    version = private.next_number(p.version), updated_at = default,
    updated_by = case when p.address is null then '' else coalesce(auth.jwt() ->> 'email', '') end
  where p.id = p_id and p.deleted_at is null and not p.built_in;
  if not found and private.is_project_id(p_id) then
    insert into public.projects (id, position, deleted_at, updated_by) select p_id, 0, now(), ''
    where (select count(*) from public.projects p where p.draft is null and not p.built_in) < 10000 on conflict (id) do nothing;
  elsif not found then
    raise exception using errcode = 'PT404', message = 'project_missing';
  end if;
end $$;
comment on function public.delete_project is 'Deletes a custom project. Once published, it can be restored for 30 days.';

create function public.restore_project(p_id text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.begin_project_change();
  update public.projects p
  set deleted_at = null, version = private.next_number(p.version), updated_at = default, updated_by = default
  where p.id = p_id and p.draft is not null;
  if not found then raise exception using errcode = 'PT404', message = 'project_missing'; end if;
end $$;
comment on function public.restore_project is 'Restores a deleted project. Visitors see published ones again. 404 after 30 days.';

grant execute on function private.without_removed_images, public.admin_portfolio, public.save_project, public.publish_project,
  public.set_project_status, public.order_portfolio, public.delete_project, public.restore_project to authenticated;
grant execute on function public.published_project to anon, authenticated;
