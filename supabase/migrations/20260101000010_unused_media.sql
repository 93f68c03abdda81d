create function private.used_media() returns setof text
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select private.named_media(to_jsonb(i)) from public.publication_items i
  union select private.named_media(to_jsonb(p)) from public.projects p
  where p.deleted_at is null or p.deleted_at >= now() - interval '30 days'
$$;

create function public.delete_for_good(p_project text default null, p_publication bigint default null) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
  -- Live pages may show them.
  update private.site set taken_down = changed where id;
end $$;
comment on function public.delete_for_good(text, bigint) is
  'Lets the next clean-up delete the files of a deleted project or earlier publication with it, or by default those '
  'of older pages. Keeps referenced files. 409 for a restored project.';

-- Files stay three days because drafts may soon reference them, formerly public ones 30 days
-- after their release, and a deleted project's while it
-- can be restored. The lock excludes publications.
create function public.claim_unused_site_media(p_lease uuid default gen_random_uuid()) returns setof text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  term constant interval := '10 minutes';
  moment timestamptz; is_due boolean; found_now integer;
begin
  lock table public.projects, public.publications in share row exclusive mode;
  -- Rows that reference restored files come later.
  if private.is_restoring() then return; end if;
  -- After the lock, so that waiting claims aren't dated too early. Future times come from a corrected clock.
  moment := clock_timestamp();
  -- Every visit to the dashboard calls this.
  select (s.cleaned_at between moment - interval '1 day' and moment) is not true into is_due from private.site s;
  delete from private.site_media_removals r where r.decided_at not between moment - interval '1 day' and moment;
  update private.released_media r set released_at = moment where r.released_at > moment;
  delete from private.released_media r where r.released_at < moment - interval '30 days';
  return query
    insert into private.site_media_removals as r (name, decided_at, lease, leased_until)
    select o.name, moment, p_lease, moment + term from storage.objects o
    left join private.site_media_removals due on due.name = o.name and (due.decided_at >= o.created_at or o.created_at > moment)
    where o.bucket_id = 'site-media' and (due.name is not null or is_due and o.created_at < moment - interval '3 days')
      and o.name not in (select private.used_media() union select l.name from private.released_media l)
      and not exists (select from private.site_media_removals held
        where held.name = o.name and held.lease <> p_lease and held.leased_until between moment and moment + term)
    order by due.name limit 100
    on conflict (name) do update set decided_at = excluded.decided_at, lease = excluded.lease, leased_until = excluded.leased_until
    returning r.name;
  get diagnostics found_now = row_count;
  if is_due and found_now < 100 then update private.site set cleaned_at = moment where id; end if;
end $$;
comment on function public.claim_unused_site_media(uuid) is
  'Leases at most 100 unused files to the clean-up p_lease for ten minutes, in which they count as not stored. '
  'Searches daily until it finds fewer, but takes permanently deleted files each time.';

revoke execute on function
  private.used_media(), public.delete_for_good(text, bigint), public.claim_unused_site_media(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.delete_for_good(text, bigint) to authenticated;
grant execute on function public.claim_unused_site_media(uuid) to service_role;
