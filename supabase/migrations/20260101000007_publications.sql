-- The home page's pictures. Limits repeat supabase/functions/_shared/contract/publication.ts; a test compares them.
create table public.publications (
  id bigint primary key default private.next_number(0),
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

alter table public.publications enable row level security;
alter table public.publication_items enable row level security;
revoke all on public.publications, public.publication_items from public, anon, authenticated, service_role;
grant select on public.publications, public.publication_items to authenticated, service_role;

create policy "administrators read every publication" on public.publications
  for select to authenticated using ((select private.is_admin()));
create policy "administrators read every published item" on public.publication_items
  for select to authenticated using ((select private.is_admin()));

create function private.current_publication_id() returns bigint
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$ select max(p.id) from public.publications p $$;

create function private.publication_items_json(p_publication bigint) returns jsonb
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    jsonb_agg(jsonb_strip_nulls(to_jsonb(i) - 'publication_id') order by i.place, i.position), '[]'::jsonb
  )
  from public.publication_items i where i.publication_id = p_publication
$$;

create function private.current_publication() returns jsonb
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('id', p.id, 'items', private.publication_items_json(p.id))
  from public.publications p where p.id = private.current_publication_id()
$$;
comment on function private.current_publication() is 'Id and items, or null while nothing has been published.';

-- Row-level security alone would show a former administrator an empty list, so the function refuses.
create function public.publication_history() returns table (
  id bigint, published_at timestamptz, publisher text, items jsonb
)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query select p.id, p.published_at, p.publisher, private.publication_items_json(p.id)
    from public.publications p order by p.id desc limit 11;
end $$;
comment on function public.publication_history() is 'The eleven newest publications in that order; for administrators.';

-- The only way to write a publication.
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
  delete from public.publications p where p.id not in (
    select kept.id from public.publications kept order by kept.id desc limit 10
  );
  with made as (
    insert into public.publications (id, published_by)
    values (private.next_number(private.current_publication_id()), (select auth.uid())) returning id
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
  -- It has the row, whose place and position tell which item it was.
  get stacked diagnostics reason = pg_exception_detail;
  raise exception using errcode = 'PT400', message = 'publication_items', detail = concat_ws(' ', sqlerrm, reason);
end $$;
comment on function public.publish(jsonb, bigint) is 'Makes these items what visitors see, if p_replaces (null: '
  'nothing) is what they see now; 409 otherwise, 400 for items that are none, 422 when a file is not stored. For administrators.';

revoke execute on function
  private.current_publication_id(), private.publication_items_json(bigint), private.current_publication(),
  public.publication_history(), public.publish(jsonb, bigint)
from public, anon, authenticated, service_role;
grant execute on function private.publication_items_json(bigint) to authenticated;
grant execute on function public.publication_history(), public.publish(jsonb, bigint) to authenticated;
