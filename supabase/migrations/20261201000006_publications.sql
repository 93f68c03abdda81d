-- Limits match supabase/functions/_shared/contract/publication.ts (tested).
create table public.publications (
  id bigint primary key default private.next_number(0),
  published_at timestamptz not null default now(),
  published_by uuid references auth.users (id) on delete set null,
  publisher text not null default coalesce(auth.jwt() ->> 'email', ''),
  deleted_items integer not null default 0
);
comment on table public.publications is 'Contents of the home page. The newest row is live. Empty places show bundled images.';
comment on column public.publications.published_by is 'Administrator who published. Null for deleted users.';
comment on column public.publications.publisher is 'Email address of the publisher at the time.';
comment on column public.publications.deleted_items is 'Number of items permanently deleted since.';
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
comment on table public.publication_items is 'Ordered images and videos of a publication.';
comment on column public.publication_items.files is 'Files of the image or video poster, by ascending width.';
comment on column public.publication_items.built_in is 'URL of a bundled image without hash, width and format.';
comment on column public.publication_items.alt is 'Alternative text. For the latest projects, the caption.';
comment on column public.publication_items.placeholder is 'Edge colour, shown while the image loads.';
comment on column public.publication_items.width is 'Width of the largest file in pixels. With height, reserves space.';

alter table public.publications enable row level security;
alter table public.publication_items enable row level security;
revoke all on public.publications, public.publication_items from public, anon, authenticated, service_role;
grant select on public.publications, public.publication_items to authenticated, service_role;

create policy "administrators read every publication" on public.publications
  for select to authenticated using ((select private.is_admin()));
create policy "administrators read every published item" on public.publication_items
  for select to authenticated using ((select private.is_admin()));

create trigger require_site_media after insert on public.publication_items referencing new table as after
  for each statement execute function private.require_site_media();
create trigger release_removed_media after delete on public.publication_items referencing old table as before
  for each statement execute function private.release_removed_media();

create function private.current_publication_id() returns bigint
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$ select max(p.id) from public.publications p $$;

create function private.publication_items_json(p_publication bigint) returns jsonb
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(i) - 'publication_id') order by i.place, i.position), '[]'::jsonb)
  from public.publication_items i where i.publication_id = p_publication
$$;

create function private.current_publication() returns jsonb
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('id', p.id, 'items', private.publication_items_json(p.id))
  from public.publications p where p.id = private.current_publication_id()
$$;
comment on function private.current_publication is 'Returns id and items, or null before the first publication.';

create function public.publication_history() returns table (
  id bigint, published_at timestamptz, publisher text, items jsonb, deleted integer
)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query select p.id, p.published_at, p.publisher, private.publication_items_json(p.id), p.deleted_items
    from public.publications p order by p.id desc limit 11;
end $$;
comment on function public.publication_history is 'Returns the live publication and up to ten before it, newest first.';

create function public.publish(p_items jsonb, p_replaces bigint) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare published bigint; reason text;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  if jsonb_typeof(p_items) is distinct from 'array' then
    raise exception using errcode = 'PT400', message = 'publication_items';
  end if;
  lock table public.publications in share row exclusive mode;
  if p_replaces is distinct from private.current_publication_id() then
    raise exception using errcode = 'PT409', message = 'published_meanwhile';
  end if;
  delete from public.publications p
  where p.id not in (select newest.id from public.publications newest order by newest.id desc limit 10);
  with inserted as (
    insert into public.publications (id, published_by)
    values (private.next_number(private.current_publication_id()), (select auth.uid())) returning id
  ), items as (
    insert into public.publication_items
    select inserted.id, i.place, i.position, i.kind, coalesce(i.alt, ''), i.files, i.widths, i.width, i.height,
      i.placeholder, i.video, i.built_in
    from inserted, jsonb_to_recordset(p_items) as i (
      place text, position smallint, kind text, alt text, files text[], widths integer[], width integer, height integer,
      placeholder text, video text, built_in text
    )
  )
  select id into published from inserted;
  return published;
exception when integrity_constraint_violation or data_exception then
  -- The detail contains the row, with the place and position of the invalid item.
  get stacked diagnostics reason = pg_exception_detail;
  raise exception using errcode = 'PT400', message = 'publication_items', detail = concat_ws(' ', sqlerrm, reason);
end $$;
comment on function public.publish is
  'Publishes items in place of p_replaces (null for none). 409 if that isn''t live, 400 if invalid, 422 if a file isn''t stored.';

grant execute on function private.publication_items_json, public.publication_history, public.publish to authenticated;
