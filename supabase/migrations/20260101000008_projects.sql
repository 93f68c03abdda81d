-- Own projects, and where the built-in ones (src/content/projects) stand among them. Limits repeat
-- supabase/functions/_shared/contract/project.ts; a test compares them.
create function private.is_project_image(image jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(image) <> 'object' then false else coalesce(
    image - '{files,widths,width,height,placeholder,alt,description}'::text[] = '{}' and private.is_picture(image)
    and private.is_within(image -> 'alt', 'string', 1, 200)
    and private.is_within(image -> 'description', 'string', 0, 300), false) end
$$;

-- Other keys are refused, so the limits bound the whole.
create function private.is_project_content(content jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
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
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_typeof(draft -> 'photographs') = 'object' and octet_length(draft::text) <= 131072, false)
$$;

-- A photograph's fields are named by its id, as in photographs/<id>/alt.
create function private.is_project_field(field text, value jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
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
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(draft #> (string_to_array(field, '/'))[1:2] -> 'removed' = 'true', false)
$$;

create function private.without_removed(draft jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_set(draft, '{photographs}', coalesce((
    select jsonb_object_agg(p.key, p.value - 'removed') from jsonb_each(draft -> 'photographs') p
    where p.value -> 'removed' is distinct from 'true'
  ), '{}'))
$$;

create function private.is_address(address text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
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
  version bigint not null default 1,
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

-- `site` sends every row of a built-in project to every visitor. The code has a handful.
create function private.limit_built_in_projects() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from public.projects p where p.built_in) > 100 then
    raise exception using errcode = 'PT409', message = 'too_many_built_in';
  end if;
  return null;
end $$;
create trigger limit_built_in after insert on public.projects for each statement execute function private.limit_built_in_projects();

-- Visitors read no table, which they could filter and sort at our cost, but what `site` and `published_project` return.
create function private.portfolio() returns table (
  id text, built_in boolean, "position" integer, status text, published_at timestamptz, content jsonb
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
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
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.published from public.projects p where p.address = p_id and p.status = 'published' and p.deleted_at is null
$$;
comment on function public.published_project(text) is 'All of the own project published at this address, or null; for visitors.';

alter table public.projects enable row level security;
revoke all on public.projects from public, anon, authenticated, service_role;
grant select on public.projects to authenticated;
create policy "administrators read every project" on public.projects
  for select to authenticated using ((select private.is_admin()));

-- Row-level security alone would show a former administrator an empty list, so the function refuses.
create function public.admin_portfolio() returns table (
  id text, address text, built_in boolean, "position" integer, status text, version bigint, title text, location text, cover text,
  has_changes boolean, deleted_at timestamptz
)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
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

-- Begins every change of more than one draft. The lock makes changes wait for each other and for claim_unused_site_media.
create function private.change_projects() returns void
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  lock table public.projects in share row exclusive mode;
  delete from public.projects p where p.address is null and p.deleted_at < now() - interval '30 days';
  update public.projects p set draft = null, published = null, published_draft = null, status = 'draft', updated_by = ''
  where p.draft is not null and p.deleted_at < now() - interval '30 days';
end $$;

-- A field is set where it is what the change was made to: its version, or a text that the same device sent before. So the
-- same call twice, late or from a second tab ends in the same row.
create function public.save_project(p_id text, p_seen bigint, p_changes jsonb, p_is_first boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
          jsonb_build_object('at', private.next_number(stored.version), 'by', left(change ->> 'by', 36)));
      else
        refused := refused || jsonb_build_object(field, 'project_draft');
      end if;
    end if;
  end loop;
  if stored.draft <> before then
    update public.projects p set draft = stored.draft, fields = stored.fields, version = private.next_number(p.version),
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
comment on function public.save_project(text, bigint, jsonb, boolean) is 'Sets fields of a draft: each change has "at", the '
  'version of the field that it was made to (0: none), "is", a name of its own in "by", and in "sent" what the same device '
  'has sent since. Returns the version, and of each field in p_changes or changed after p_seen "at", "by" and, where another '
  'than was sent, "is"; in "refused" why a field can never be set. Without changes it only looks. p_is_first makes the project; 404 when deleted, '
  '409 for more than 200. For administrators.';

create function private.free_address(p_wanted text) returns text
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select o.address from generate_series(1, 999) n,
    lateral (select case n when 1 then p_wanted else rtrim(left(p_wanted, 76), '-') || '-' || n end as address) o
  where not exists (select from public.projects p where o.address in (p.address, p.id))
  order by n limit 1
$$;

-- After a lost answer it is repeated. A file of what was published before may be missing: that stands in nobody's way.
create function public.publish_project(p_id text, p_version bigint, p_address text, p_content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
  -- Nobody has changed a field since, and visitors see this: it was published, and the answer was lost.
  if (stored.version > p_version
    and not exists (select from jsonb_each(stored.fields) f where f.value -> 'at' > to_jsonb(p_version))
    and (stored.status, stored.published, stored.published_draft)
      is not distinct from ('published', p_content, private.without_removed(stored.draft))) is not true
  then
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
      version = private.next_number(p.version), updated_at = default, updated_by = default
    where p.id = p_id returning * into stored;
  end if;
  return jsonb_build_object('version', stored.version, 'address', stored.address, 'published_at', stored.published_at);
end $$;
comment on function public.publish_project(text, bigint, text, jsonb) is 'Shows visitors p_content in place of version '
  'p_version''s draft, the first time at p_address or that and a number; returns version, address and '
  'published_at. 404 when deleted, 409 when changed meanwhile, 400 for a content that is none, 422 when a file is '
  'not stored. For administrators.';

create function public.set_project_status(p_id text, p_status text, p_built_in boolean default false) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.change_projects();
  if p_status is null or p_status not in ('draft', 'published', 'hidden') or p_built_in and p_status = 'draft'
    or not private.is_address(p_id) then
    raise exception using errcode = 'PT400', message = 'project_status';
  end if;
  update public.projects p set status = p_status, published = case when p_status <> 'draft' then p.published end,
    published_draft = case when p_status <> 'draft' then p.published_draft end, version = private.next_number(p.version), updated_at = default, updated_by = default
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
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.change_projects();
  -- Nobody knows the address of a mere draft. Its id stays, so that late changes do not make it again.
  update public.projects p set deleted_at = now(), draft = case when p.address is not null then p.draft end,
    version = private.next_number(p.version), updated_at = default, updated_by = default
  where p.id = p_id and p.deleted_at is null and not p.built_in;
  -- Deleting twice is one deletion.
  if not found and not exists (select from public.projects p where p.id = p_id and not p.built_in) then
    raise exception using errcode = 'PT404', message = 'project_missing';
  end if;
end $$;
comment on function public.delete_project(text) is 'Deletes an own project: one that was ever published can be restored '
  'for 30 days, a mere draft is gone for good; 404 for an unknown one. For administrators.';

create function public.restore_project(p_id text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.change_projects();
  update public.projects p set deleted_at = null, version = private.next_number(p.version), updated_at = default, updated_by = default
  where p.id = p_id and p.draft is not null;
  if not found then raise exception using errcode = 'PT404', message = 'project_missing'; end if;
end $$;
comment on function public.restore_project(text) is
  'Brings a deleted project back as it was, to visitors, too; 404 after 30 days. For administrators.';

revoke execute on function
  private.is_project_image(jsonb), private.is_project_content(jsonb), private.is_project_draft(jsonb),
  private.is_project_field(text, jsonb), private.is_removed(jsonb, text), private.without_removed(jsonb),
  private.is_address(text), private.limit_built_in_projects(), private.portfolio(), private.change_projects(), private.free_address(text),
  public.published_project(text), public.admin_portfolio(), public.save_project(text, bigint, jsonb, boolean),
  public.publish_project(text, bigint, text, jsonb), public.set_project_status(text, text, boolean),
  public.order_portfolio(text[], text[]), public.delete_project(text), public.restore_project(text)
from public, anon, authenticated, service_role;
grant execute on function private.without_removed(jsonb) to authenticated;
grant execute on function public.published_project(text) to anon, authenticated;
grant execute on function public.admin_portfolio(), public.save_project(text, bigint, jsonb, boolean),
  public.publish_project(text, bigint, text, jsonb), public.set_project_status(text, text, boolean),
  public.order_portfolio(text[], text[]), public.delete_project(text), public.restore_project(text)
to authenticated;
