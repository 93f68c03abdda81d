-- What the owner publishes for every visitor: hero slides and the pictures of 'Our Latest Projects'. Limits repeat
-- supabase/functions/_shared/contract/publication.ts; a test compares them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (
  'site-media', 'site-media', true, 52428800,
  array['video/mp4', 'video/webm', 'video/ogg', 'image/jpeg', 'image/png', 'image/gif', 'image/webp']
) on conflict (id) do nothing;

-- A file is named by the SHA-256 of its bytes, so it is only ever added, by a plain upload: a signed link could be used later,
-- with the owner's rights. Unused files are deleted with the secret key.
create policy "administrators add site media" on storage.objects for insert to authenticated with check (
  bucket_id = 'site-media' and name ~ '^[0-9a-f]{64}\.(webp|jpg|png|gif|mp4|webm|ogv)$' and (select private.is_admin())
  and storage.allow_only_operation('storage.object.upload')
);
create policy "administrators list site media" on storage.objects for select to authenticated using (
  bucket_id = 'site-media' and (select private.is_admin())
);

create table public.publications (
  id bigint generated always as identity primary key,
  published_at timestamptz not null default now(),
  published_by uuid references auth.users (id) on delete set null,
  publisher text not null default coalesce(auth.jwt() ->> 'email', '')
);
comment on table public.publications is 'What visitors see on the home page; the newest counts. Without items in a place, the built-in pictures show there.';
comment on column public.publications.published_by is 'The administrator who published; empty for deleted users.';
comment on column public.publications.publisher is 'Their e-mail address at that time.';
create index publications_by_publisher on public.publications (published_by);

create table public.publication_items (
  publication_id bigint not null references public.publications (id) on delete cascade,
  place text not null check (place in ('hero', 'latest')),
  position smallint not null check (position between 0 and 19),
  kind text not null check (kind in ('image', 'video', 'built-in', 'project')),
  alt text not null default '' check (char_length(alt) <= 200),
  width integer check (width between 1 and 10000),
  height integer check (height between 1 and 10000),
  stills text[] not null default '{}' check (
    cardinality(stills) <= 3 and coalesce(array_ndims(stills), 1) = 1
    and array_to_string(stills, ' ', 'null') ~ '^([0-9a-f]{64}\.(webp|jpg)( |$))*$'
  ),
  still_widths integer[] not null default '{}' check (
    (0 < all (still_widths)) is true and coalesce(array_ndims(still_widths), 1) = 1
  ),
  video text check (video ~ '^[0-9a-f]{64}\.(mp4|webm|ogv)$'),
  built_in text check (char_length(built_in) <= 200 and built_in ~ '^/pictures/[a-z0-9/-]+$'),
  project text check (char_length(project) <= 80 and project ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  primary key (publication_id, place, position),
  check (cardinality(stills) = cardinality(still_widths)),
  check (place = 'hero' or position < 4),
  check ((kind = 'built-in') = (built_in is not null)),
  check ((kind = 'video') = (video is not null)),
  check ((kind = 'project') = (project is not null)),
  check (kind <> 'video' or place = 'hero'),
  check (kind <> 'project' or place = 'latest'),
  check ((kind in ('built-in', 'project')) = (cardinality(stills) = 0)),
  check ((cardinality(stills) > 0) = (width is not null and height is not null))
);
comment on table public.publication_items is 'The pictures and videos of a publication, in their order.';
comment on column public.publication_items.stills is 'Files in the bucket: the picture, or a video''s poster, in rising widths.';
comment on column public.publication_items.built_in is 'A picture that comes with the site: its URL without hash, width and format.';
comment on column public.publication_items.project is 'An own project, whose words and cover are those that visitors see now.';
comment on column public.publication_items.width is 'Pixels of the largest still, with height the ratio that reserves the space.';

-- Files that the publish function is about to delete, which must not be published any more.
create table private.site_media_removals (
  name text primary key,
  decided_at timestamptz not null default now()
);
alter table private.site_media_removals enable row level security;
revoke all on private.site_media_removals from public, anon, authenticated, service_role;

create function private.require_site_media() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  if exists (
    select from unnest(new.stills || new.video) as file
    where file is not null and not exists (
      select from storage.objects o
      where o.bucket_id = 'site-media' and o.name = file and not exists (
        -- Uploaded again since, or the function has ended without deleting it.
        select from private.site_media_removals r
        where r.name = file and r.decided_at > greatest(o.created_at, now() - interval '10 minutes')
      )
    )
  ) then
    raise exception using errcode = 'PT422', message = 'media_missing';
  end if;
  return new;
end $$;
revoke execute on function private.require_site_media() from public, anon, authenticated, service_role;
create trigger require_site_media after insert on public.publication_items
  for each row execute function private.require_site_media();

-- Definer, because a policy on a table cannot ask the table itself.
create function private.current_publication_id() returns bigint
language sql stable security definer set search_path = '' as $$ select max(p.id) from public.publications p $$;
revoke execute on function private.current_publication_id() from public;
grant execute on function private.current_publication_id() to anon, authenticated, service_role;

alter table public.publications enable row level security;
alter table public.publication_items enable row level security;
revoke all on public.publications, public.publication_items from public, anon, authenticated, service_role;
grant select (id, published_at) on public.publications to anon;
grant select on public.publication_items to anon;
grant select on public.publications, public.publication_items to authenticated;
grant select on public.publications, public.publication_items to service_role;

create policy "anyone reads the current publication" on public.publications
  for select to anon using (id = (select private.current_publication_id()));
create policy "anyone reads what is published" on public.publication_items
  for select to anon using (publication_id = (select private.current_publication_id()));
create policy "administrators read every publication" on public.publications
  for select to authenticated using ((select private.is_admin()));
create policy "administrators read every published item" on public.publication_items
  for select to authenticated using ((select private.is_admin()));

create function private.publication_items_json(p_publication bigint) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(i) - 'publication_id') order by i.place, i.position), '[]'::jsonb)
  from public.publication_items i where i.publication_id = p_publication
$$;
revoke execute on function private.publication_items_json(bigint) from public;
grant execute on function private.publication_items_json(bigint) to anon, authenticated, service_role;

create function public.current_publication() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'items', private.publication_items_json(p.id))
  from public.publications p where p.id = private.current_publication_id()
$$;
comment on function public.current_publication() is 'What visitors see: id and items, or null while nothing has been published; row-level security applies.';
revoke execute on function public.current_publication() from public, anon, authenticated, service_role;
grant execute on function public.current_publication() to anon, authenticated;

-- Row-level security alone would show a former administrator an empty list, so the functions refuse.
create function public.publication_history() returns table (id bigint, published_at timestamptz, publisher text, items jsonb)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query
    select p.id, p.published_at, p.publisher, private.publication_items_json(p.id) from public.publications p order by p.id desc limit 11;
end $$;
comment on function public.publication_history() is 'The current publication and the ten before it, newest first; for administrators.';

-- The only way to write a publication.
create function public.publish(p_items jsonb, p_replaces bigint) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  published bigint;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  lock table public.publications in share row exclusive mode;
  if p_replaces is distinct from private.current_publication_id() then
    raise exception using errcode = 'PT409', message = 'published_meanwhile';
  end if;
  insert into public.publications (published_by) values ((select auth.uid())) returning id into published;
  insert into public.publication_items
  select published, i.place, i.position, i.kind, coalesce(i.alt, ''), i.width, i.height, coalesce(i.stills, '{}'),
    coalesce(i.still_widths, '{}'), i.video, i.built_in, i.project
  from jsonb_to_recordset(p_items) as i (
    place text, position smallint, kind text, alt text, width integer, height integer, stills text[],
    still_widths integer[], video text, built_in text, project text
  );
  -- Pages built a while ago still show what they were built with.
  delete from public.publications p where p.published_at < now() - interval '30 days' and p.id not in (
    select kept.id from public.publications kept order by kept.id desc limit 11
  );
  return published;
end $$;
comment on function public.publish(jsonb, bigint) is
  'Makes these items what visitors see, if p_replaces (null: nothing) is what they see now; 409 otherwise, 422 when a file is not stored. For administrators.';
revoke execute on function public.publication_history(), public.publish(jsonb, bigint) from public, anon, authenticated, service_role;
grant execute on function public.publication_history(), public.publish(jsonb, bigint) to authenticated;

-- Leaves files a day, as someone may be about to publish them. The lock lets no publication run at the same time.
create function public.claim_unused_site_media() returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  lock table public.publications in share row exclusive mode;
  delete from private.site_media_removals r where r.decided_at < now() - interval '1 day';
  return query
    with used as (select unnest(i.stills || i.video) as name from public.publication_items i)
    insert into private.site_media_removals as r (name)
    select o.name from storage.objects o
    where o.bucket_id = 'site-media' and o.created_at < now() - interval '1 day'
      and not exists (select from used u where u.name = o.name)
    limit 100
    on conflict (name) do update set decided_at = now()
    returning r.name;
end $$;
comment on function public.claim_unused_site_media() is
  'Takes at most 100 files of no kept publication, a day old, to be deleted; until then they count as not stored. For the publish function.';
revoke execute on function public.claim_unused_site_media() from public, anon, authenticated;
grant execute on function public.claim_unused_site_media() to service_role;

-- Hosted projects grant every new sequence to the API's roles, who could then set the numbers of identity columns.
revoke all on all sequences in schema public, private from public, anon, authenticated, service_role;
