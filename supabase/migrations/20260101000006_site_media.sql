-- Limits match supabase/functions/_shared/contract/publication.ts (tested).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (
  'site-media', 'site-media', true, 52428800,
  array['video/mp4', 'video/webm', 'video/ogg', 'image/jpeg', 'image/png', 'image/gif', 'image/webp']
) on conflict (id) do nothing;

-- Names are SHA-256 hashes, so files are only added, and only the secret key deletes them. Signed uploads are rejected,
-- because their links could be used later with the owner's rights.
create policy "administrators add site media" on storage.objects for insert to authenticated with check (
  bucket_id = 'site-media' and name ~ '^[0-9a-f]{64}\.(webp|jpg|png|gif|mp4|webm|ogv)$' and (select private.is_admin())
  and storage.allow_only_operation('storage.object.upload')
);

-- Files that the clean-up with the lease will delete. They must not be published.
create table private.site_media_removals (
  name text primary key,
  decided_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz
);
-- Formerly public files, which older pages still show.
create table private.released_media (
  name text primary key,
  released_at timestamptz not null default now()
);
alter table private.site_media_removals enable row level security;
alter table private.released_media enable row level security;
revoke all on private.site_media_removals, private.released_media from public, anon, authenticated, service_role;

create function private.missing_site_media(p_names text[]) returns setof text
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select n.name from unnest(p_names) n (name) where not exists (
    select from storage.objects o
    where o.bucket_id = 'site-media' and o.name = n.name and not exists (
      -- Uploaded again since, or never deleted by an interrupted function.
      select from private.site_media_removals r
      where r.name = o.name and private.is_recent(r.decided_at, interval '10 minutes')
        -- Future times come from a clock that was corrected.
        and (r.decided_at > o.created_at or o.created_at > clock_timestamp())
    )
  )
$$;

-- Accepts rows of any table and publications as visitors get them. Removed images keep no file.
create function private.named_media(p_row jsonb) returns setof text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select file #>> '{}' from unnest(array['$.files[*]', '$.video', '$.items[*].files[*]', '$.items[*].video', '$.*.images[*].files[*]',
    '$.*.photographs.* ? (!(@.removed == true)).picture.files[*]']::jsonpath[]) place, jsonb_path_query(p_row, place) file
  where file <> 'null'
$$;

create function private.public_media(p_row jsonb) returns setof text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select private.named_media(p_row - '{draft,published_draft}'::text[])
  where coalesce(p_row ->> 'status', 'published') = 'published' and p_row ->> 'deleted_at' is null
$$;

create function private.require_site_media() returns trigger
language plpgsql security invoker set search_path = pg_catalog, pg_temp as $$
declare
  missing text[] := array(select private.missing_site_media(array(
    select distinct m.name from after a, private.named_media(to_jsonb(a)) m (name))));
begin
  if missing <> '{}' then
    raise exception using errcode = 'PT422', message = 'media_missing', detail = array_to_string(missing, ', ');
  end if;
  return null;
end $$;

-- Ordered to prevent deadlocks.
create function private.release_media(p_names text[]) returns void
language sql volatile security invoker set search_path = pg_catalog, pg_temp as $$
  insert into private.released_media as r (name) select distinct n.name from unnest(p_names) n (name) order by n.name
  on conflict (name) do update set released_at = now()
$$;

create function private.release_site_media() returns trigger
language plpgsql security invoker set search_path = pg_catalog, pg_temp as $$
begin
  perform private.release_media(array(select private.public_media(to_jsonb(b)) from before b));
  return null;
end $$;

create function public.missing_site_media(p_names text[]) returns text[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return array(select private.missing_site_media(p_names));
end $$;
comment on function public.missing_site_media(text[]) is
  'Returns the files that aren''t stored or are about to be deleted.';

-- Rejects 1.0, which `integer` can't parse.
create function private.is_within(value jsonb, kind text, p_min integer, p_max integer) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(case when jsonb_typeof(value) <> kind then false
    when kind = 'string' then char_length(btrim(value #>> '{}')) >= p_min and char_length(value #>> '{}') <= p_max
    when kind = 'array' then jsonb_array_length(value) between p_min and p_max
    else value::numeric between p_min and p_max and value #>> '{}' ~ '^[0-9]+$' end, false)
$$;

create function private.is_picture(picture jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
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

revoke execute on function
  private.missing_site_media(text[]), private.named_media(jsonb), private.public_media(jsonb),
  private.require_site_media(), private.release_media(text[]), private.release_site_media(),
  private.is_within(jsonb, text, integer, integer), private.is_picture(jsonb), public.missing_site_media(text[])
from public, anon, authenticated, service_role;
grant execute on function public.missing_site_media(text[]) to authenticated;
