-- Limits match supabase/functions/_shared/contract/enquiry-photo.ts (tested). The bucket has no policies, so only the secret
-- key can read, add and delete its files.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (
  'enquiry-photos', 'enquiry-photos', false, 350000, array['image/webp', 'image/jpeg']
) on conflict (id) do nothing;

alter table public.enquiries
  add column photo_set uuid unique,
  add column photos jsonb not null default '[]' check (jsonb_typeof(photos) = 'array' and jsonb_array_length(photos) <= 5),
  add check (photos = '[]' or kind = 'contact' and photo_set is not null);
comment on column public.enquiries.photo_set is 'Random id under which the form uploaded the photos.';
comment on column public.enquiries.photos is 'Name, width, height and size of each. Inserted as SHA-256s of uploads, which a trigger claims.';

create table private.unclaimed_photos (
  name text primary key check (name ~ '^[0-9a-f-]{36}/[0-9a-f]{64}$'),
  photo_set uuid not null,
  width integer not null,
  height integer not null,
  size integer not null,
  expires_at timestamptz not null default now() + interval '24 hours'
);
comment on table private.unclaimed_photos is 'Photos of enquiries that aren''t sent yet or are deleted. Clean-ups delete expired ones.';
create index unclaimed_photos_by_set on private.unclaimed_photos (photo_set);
create index unclaimed_photos_by_expiry on private.unclaimed_photos (expires_at);

alter table private.unclaimed_photos enable row level security;
revoke all on private.unclaimed_photos from public, anon, authenticated, service_role;

-- Rows outlive the upload, so that no interrupted one leaves a file behind. An expired row is never renewed, because its
-- file may be being deleted.
create function public.reserve_enquiry_photo(p_set uuid, p_sha256 text, p_width integer, p_height integer, p_size integer)
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
-- Small files count as 16 kB, which limits their number.
declare smallest constant integer := 16384; unclaimed bigint; claimed bigint;
begin
  -- Concurrent uploads could exceed a limit together.
  perform pg_advisory_xact_lock(hashtextextended('enquiry-photos', 2));
  update private.unclaimed_photos u set expires_at = default where u.name = p_set || '/' || p_sha256 and u.expires_at > now()
    and not exists (select from public.enquiries e where e.photo_set = p_set);
  if found then return; end if;
  if exists (select from public.enquiries e where e.photo_set = p_set)
    or (select count(*) >= 5 or min(u.expires_at) <= now() from private.unclaimed_photos u where u.photo_set = p_set) then
    raise exception using errcode = 'PT409', message = 'photo_set_closed';
  end if;
  select coalesce(sum(greatest(u.size, smallest)), 0) + greatest(p_size, smallest) into unclaimed from private.unclaimed_photos u;
  select coalesce(sum(greatest((o.metadata ->> 'size')::bigint, smallest)), 0) into claimed from storage.objects o
  where o.bucket_id = 'enquiry-photos' and o.name not in (select u.name from private.unclaimed_photos u);
  if unclaimed > 100000000 or unclaimed + claimed > 500000000 then
    raise exception using errcode = 'PT507', message = 'photos_full';
  end if;
  insert into private.unclaimed_photos (name, photo_set, width, height, size)
  values (p_set || '/' || p_sha256, p_set, p_width, p_height, p_size);
end $$;
comment on function public.reserve_enquiry_photo is 'Allows an upload for 24 hours. 409 for a closed set, 507 above a limit.';

-- A claim or upload that began before the expiry may still be running, so files stay for another minute.
create function public.expired_enquiry_photos(p_deleted text[] default '{}') returns setof text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from private.unclaimed_photos u where u.name = any (p_deleted) and u.expires_at <= now();
  return query select u.name from private.unclaimed_photos u
  where u.expires_at <= now() - interval '1 minute' order by u.expires_at limit 100;
end $$;
comment on function public.expired_enquiry_photos is 'Forgets the deleted files, and returns up to 100 more to delete.';

create function private.claim_enquiry_photos() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare claimed jsonb;
begin
  -- Uploads and other claims of the set wait.
  perform pg_advisory_xact_lock(hashtextextended('enquiry-photos', 2));
  with deleted as (
    delete from private.unclaimed_photos u
    where u.photo_set = new.photo_set and u.expires_at > now() and new.photos ? split_part(u.name, '/', 2)
      and exists (select from storage.objects o where o.bucket_id = 'enquiry-photos' and o.name = u.name)
      and not exists (select from public.enquiries e where e.photo_set = new.photo_set)
    returning u.*
  )
  select jsonb_agg(to_jsonb(d) - '{photo_set,expires_at}'::text[] order by n.place) into claimed
  from deleted d join jsonb_array_elements_text(new.photos) with ordinality n (sha256, place)
    on d.name = new.photo_set || '/' || n.sha256;
  if jsonb_array_length(claimed) is distinct from jsonb_array_length(new.photos) then
    raise exception using errcode = 'PT409', message = 'photos_missing';
  end if;
  new.photos := claimed;
  return new;
end $$;

create trigger claim_enquiry_photos before insert on public.enquiries
  for each row when (new.photo_set is not null) execute function private.claim_enquiry_photos();

create function private.release_enquiry_photos() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into private.unclaimed_photos (name, photo_set, width, height, size, expires_at)
  select p.name, old.photo_set, p.width, p.height, p.size, '-infinity'
  from jsonb_populate_recordset(null::private.unclaimed_photos, old.photos) p
  where tg_op = 'DELETE' or not new.photos @> jsonb_build_array(jsonb_build_object('name', p.name));
  return null;
end $$;

create trigger release_enquiry_photos after update of photos or delete on public.enquiries
  for each row execute function private.release_enquiry_photos();
create or replace trigger reject_during_restore before update of answered_at, photos or delete on public.enquiries
  for each statement execute function private.reject_during_restore();

create function public.delete_enquiry_photo(p_name text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  update public.enquiries e
  set photos = jsonb_path_query_array(e.photos, '$[*] ? (@.name != $name)', jsonb_build_object('name', p_name))
  where e.photo_set = split_part(p_name, '/', 1)::uuid;
end $$;
comment on function public.delete_enquiry_photo is 'Permanently deletes a photo. The next clean-up deletes its file.';

create or replace function public.enquiry_page(
  p_search text default '', p_filter text default 'all', p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns public.enquiry_page
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
declare found_page public.enquiry_page;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  with matching as (
    select e.id, e.created_at from public.enquiries e
    where (p_search = '' or strpos(
      lower(concat_ws(chr(10), e.name, e.email, e.phone, e.subject, e.message)), lower(p_search)
    ) > 0) and case p_filter
      when 'new' then e.kind = 'contact' and e.answered_at is null
      when 'undelivered' then e.delivery <> 'sent' and private.is_undelivered(e)
      else true
    end
  ), page as (
    select m.id from matching m where (m.created_at, m.id) < (p_before, p_before_id)
    order by m.created_at desc, m.id desc limit least(greatest(p_limit, 1), 100)
  )
  select (select count(*) from matching), coalesce((
    select jsonb_agg(to_jsonb(e) - '{domain,attempted_at,photo_set}'::text[] order by e.created_at desc, e.id desc)
    from page join public.enquiries e using (id)), '[]')
  into found_page;
  return found_page;
end $$;

-- Unsent photos aren't backed up, because nothing would delete them after a restore. `distinct` makes PostgreSQL expect
-- few names, and hash them.
create or replace view private.stored_files as
  select o.name, (o.metadata ->> 'size')::bigint as size, o.metadata ->> 'mimetype' as type,
    o.metadata ->> 'cacheControl' as cache_control, o.metadata ->> 'xRobotsTag' as robots
  from storage.objects o
  where o.bucket_id = 'site-media' and o.name ~ '^[0-9a-f]{64}\.[0-9a-z]+$' or o.bucket_id = 'enquiry-photos'
    and o.name in (select distinct p ->> 'name' from public.enquiries e, jsonb_array_elements(e.photos) p);

grant execute on function public.reserve_enquiry_photo, public.expired_enquiry_photos to service_role;
grant execute on function public.delete_enquiry_photo to authenticated;
