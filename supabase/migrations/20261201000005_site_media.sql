-- Limits match supabase/functions/_shared/contract/publication.ts (tested).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (
  'site-media', 'site-media', true, 52428800,
  array['video/mp4', 'video/webm', 'video/ogg', 'image/jpeg', 'image/png', 'image/gif', 'image/webp']
) on conflict (id) do nothing;

-- Names are SHA-256 hashes, so files are never replaced, and only the secret key can delete them. Signed upload URLs are
-- rejected, because they would outlast their creator's rights.
create policy "administrators add site media" on storage.objects for insert to authenticated with check (
  bucket_id = 'site-media' and name ~ '^[0-9a-f]{64}\.(webp|jpg|png|gif|mp4|webm|ogv)$' and (select private.is_admin())
  and storage.allow_only_operation('storage.object.upload')
);

create table private.site_media_removals (
  name text primary key,
  decided_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz
);
comment on table private.site_media_removals is 'Files to delete. They count as not stored for ten minutes after decided_at.';

create table private.released_media (
  name text primary key,
  released_at timestamptz not null default now()
);
comment on table private.released_media is 'Formerly public files, which older pages may still show.';

alter table private.site_media_removals enable row level security;
alter table private.released_media enable row level security;
revoke all on private.site_media_removals, private.released_media from public, anon, authenticated, service_role;

create function private.missing_site_media(p_names text[]) returns setof text
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select n.name from unnest(p_names) n (name) where not exists (
    select from storage.objects o
    where o.bucket_id = 'site-media' and o.name = n.name and not exists (
      -- Older removals don't count. The file was uploaded again since, or its clean-up was interrupted.
      select from private.site_media_removals r
      where r.name = o.name and private.is_recent(r.decided_at, interval '10 minutes')
        -- Future times come from a clock that has been corrected.
        and (r.decided_at > o.created_at or o.created_at > clock_timestamp())
    )
  )
$$;

create function public.missing_site_media(p_names text[]) returns text[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return array(select private.missing_site_media(p_names));
end $$;
comment on function public.missing_site_media is 'Returns the files that aren''t stored or are about to be deleted.';

-- Returns the files of any table's row, or of a publication as visitors get it. Skips removed images.
create function private.media_files(p_row jsonb) returns setof text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select file #>> '{}' from unnest(array[
    '$.files[*]', '$.video', '$.items[*].files[*]', '$.items[*].video', '$.*.images[*].files[*]',
    '$.*.photographs.* ? (!(@.removed == true)).picture.files[*]'
  ]::jsonpath[]) path, jsonb_path_query(p_row, path) file where file <> 'null'
$$;

create function private.public_media_files(p_row jsonb) returns setof text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select private.media_files(p_row - '{draft,published_draft}'::text[])
  where coalesce(p_row ->> 'status', 'published') = 'published' and p_row ->> 'deleted_at' is null
$$;

create function private.require_site_media() returns trigger
language plpgsql security invoker set search_path = pg_catalog, pg_temp as $$
declare
  missing text[] := array(select private.missing_site_media(array(
    select distinct m.name from after a, private.media_files(to_jsonb(a)) m (name))));
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

create function private.release_removed_media() returns trigger
language plpgsql security invoker set search_path = pg_catalog, pg_temp as $$
begin
  perform private.release_media(array(select private.public_media_files(to_jsonb(b)) from before b));
  return null;
end $$;

-- Rejects 1.0, because the text can't be cast to integer.
create function private.is_within_limits(value jsonb, kind text, p_min integer, p_max integer) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(case when jsonb_typeof(value) <> kind then false
    when kind = 'string' then char_length(btrim(value #>> '{}')) >= p_min and char_length(value #>> '{}') <= p_max
    when kind = 'array' then jsonb_array_length(value) between p_min and p_max
    else value::numeric between p_min and p_max and value #>> '{}' ~ '^[0-9]+$' end, false)
$$;

create function private.is_picture(picture jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    private.is_within_limits(picture -> 'files', 'array', 1, 3) and private.is_within_limits(picture -> 'widths', 'array', 1, 3)
    and jsonb_path_query_first(picture, '$.files.size()') = jsonb_path_query_first(picture, '$.widths.size()')
    and (select bool_and((f #>> '{}' ~ '^[0-9a-f]{64}\.(webp|jpg)$') is true) from jsonb_path_query(picture, '$.files[*]') f)
    and (select bool_and(private.is_within_limits(w, 'number', 1, 10000)) from jsonb_path_query(picture, '$.widths[*]') w)
    and private.is_within_limits(picture -> 'width', 'number', 1, 10000)
    and private.is_within_limits(picture -> 'height', 'number', 1, 10000)
    and picture ->> 'placeholder' ~ '^#[0-9a-f]{6}$', false)
$$;

grant execute on function public.missing_site_media to authenticated;
