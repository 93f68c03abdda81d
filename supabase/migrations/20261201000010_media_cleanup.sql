create function private.used_media_files() returns setof text
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select private.media_files(to_jsonb(i)) from public.publication_items i
  union select private.media_files(to_jsonb(p)) from public.projects p
  where p.deleted_at is null or p.deleted_at >= now() - interval '30 days'
  union select file #>> '{}' from public.projects p join private.project_versions v on v.project = p.id,
    jsonb_path_query(v.draft, '$.photographs.*.picture.files[*]') file
  where p.deleted_at is null or p.deleted_at >= now() - interval '30 days'
$$;

create function private.remove_unused_media(p_names text[]) returns void
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
declare due text[] := array(
  select o.name from storage.objects o where o.bucket_id = 'site-media' and o.name = any (p_names)
  except select private.used_media_files());
begin
  delete from private.released_media r where r.name = any (due);
  insert into private.site_media_removals as r (name) select unnest(due) on conflict (name) do update set decided_at = now();
  -- Live pages may still show them, so a rebuild is due.
  update private.site set taken_down = changed where id;
end $$;

create function public.delete_permanently(p_project text default null, p_publication bigint default null) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare due text[];
begin
  perform private.begin_project_change();
  lock table public.publications in share row exclusive mode;
  due := array(
    select private.media_files(to_jsonb(p)) from public.projects p where p.id = p_project
    union select private.media_files(to_jsonb(i)) from public.publication_items i where i.publication_id = p_publication
    union select r.name from private.released_media r where p_project is null and p_publication is null
  );
  delete from public.publications p where p.id = p_publication and p.id <> private.current_publication_id();
  update public.projects p set deleted_at = '-infinity' where p.id = p_project and p.deleted_at is not null;
  if p_project is not null and not found then
    raise exception using errcode = 'PT409', message = 'project_changed';
  end if;
  -- Empties the project, whose 30 days have now passed.
  perform private.begin_project_change();
  due := array(select unnest(due) except select private.used_media_files());
  delete from private.released_media r where r.name = any (due);
  insert into private.site_media_removals as r (name) select unnest(due) on conflict (name) do update set decided_at = now();
  update private.site set taken_down = changed where id;
end $$;
comment on function public.delete_permanently is
  'Permanently deletes a deleted project or an earlier publication, or by default the files that only older pages show. '
  'The next clean-up deletes unreferenced files. 409 for a restored project.';

create function private.without_image(draft jsonb, p_files text[]) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_set(draft, '{photographs}', coalesce((
    select jsonb_object_agg(f.key, case when f.value #> '{picture,files}' ?| p_files
      then f.value - 'picture' || '{"removed": true}' else f.value end)
    from jsonb_each(draft -> 'photographs') f), '{}'))
$$;

create function public.delete_image_permanently(p_files text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.begin_project_change();
  lock table public.publications in share row exclusive mode;
  -- Up to three image widths, or a video and three poster widths.
  if not coalesce(array_to_string(p_files, ' ', 'null') ~ '^([0-9a-f]{64}\.[0-9a-z]+ ?){1,4}$', false) then
    raise exception using errcode = 'PT400', message = 'photograph_files';
  end if;
  if p_files && array(select private.public_media_files(to_jsonb(p)) from public.projects p)
    or p_files && array(select private.media_files(private.current_publication())) then
    raise exception using errcode = 'PT409', message = 'photograph_shown';
  end if;
  -- A project that was published with it could be shown or restored.
  update public.projects p set status = 'draft', published = null, published_draft = null
  where p_files && array(select private.media_files(jsonb_build_object('is', p.published)));
  update public.projects p set draft = private.without_image(p.draft, p_files),
    version = private.next_number(p.version), updated_at = default, updated_by = default,
    fields = p.fields || (
      select jsonb_object_agg(format('photographs/%s/%s', f.key, part),
        jsonb_build_object('at', private.next_number(p.version), 'by', null))
      from jsonb_each(p.draft -> 'photographs') f, unnest('{picture,removed}'::text[]) part
      where f.value #> '{picture,files}' ?| p_files)
  where private.without_image(p.draft, p_files) <> p.draft;
  update private.project_versions v set deleted_photographs = v.deleted_photographs + 1,
    draft = private.without_removed_images(private.without_image(v.draft, p_files))
  where private.without_image(v.draft, p_files) <> v.draft;
  with deleted as (
    delete from public.publication_items i where i.files && p_files or i.video = any (p_files) returning i.publication_id)
  update public.publications p set deleted_items = p.deleted_items + 1 from deleted where deleted.publication_id = p.id;
  perform private.remove_unused_media(p_files);
end $$;
comment on function public.delete_image_permanently is
  'Removes an image or video, given by all its files, from every version, draft and earlier publication. Hidden or deleted '
  'projects published with it become drafts. The next clean-up deletes the files. 409 while visitors see it, 400 if invalid.';

-- Keeps new files for three days, because drafts may soon reference them, formerly public ones for 30 days after their
-- release, and a deleted project's while it can be restored. The lock excludes concurrent publishing.
create function public.claim_unused_site_media(p_lease uuid default gen_random_uuid()) returns setof text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare lease_time constant interval := '10 minutes'; now_at timestamptz; is_due boolean; claimed_count integer;
begin
  lock table public.projects, public.publications in share row exclusive mode;
  -- A restore adds files before the rows that reference them.
  if private.is_restoring() then return; end if;
  -- After the lock, so that waiting claims aren't dated too early. Future times come from a corrected clock.
  now_at := clock_timestamp();
  -- Every visit to the dashboard calls this, so it only searches daily.
  select (s.cleaned_at between now_at - interval '1 day' and now_at) is not true into is_due from private.site s;
  delete from private.site_media_removals r where r.decided_at not between now_at - interval '1 day' and now_at;
  update private.released_media r set released_at = now_at where r.released_at > now_at;
  delete from private.released_media r where r.released_at < now_at - interval '30 days';
  return query
    insert into private.site_media_removals as r (name, decided_at, lease, leased_until)
    select o.name, now_at, p_lease, now_at + lease_time from storage.objects o
    left join private.site_media_removals due on due.name = o.name and (due.decided_at >= o.created_at or o.created_at > now_at)
    where o.bucket_id = 'site-media' and (due.name is not null or is_due and o.created_at < now_at - interval '3 days')
      and o.name not in (select private.used_media_files() union select l.name from private.released_media l)
      and not exists (select from private.site_media_removals held
        where held.name = o.name and held.lease <> p_lease and held.leased_until between now_at and now_at + lease_time)
    order by due.name limit 100
    on conflict (name) do update
    set decided_at = excluded.decided_at, lease = excluded.lease, leased_until = excluded.leased_until
    returning r.name;
  get diagnostics claimed_count = row_count;
  if is_due and claimed_count < 100 then update private.site set cleaned_at = now_at where id; end if;
end $$;
comment on function public.claim_unused_site_media is
  'Leases up to 100 unused files to the clean-up p_lease for ten minutes, during which they count as not stored. '
  'Searches all files daily until it finds fewer than 100. Always includes permanently deleted files.';

grant execute on function public.delete_permanently, public.delete_image_permanently to authenticated;
grant execute on function public.claim_unused_site_media to service_role;
