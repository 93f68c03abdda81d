-- Backups include these columns of accounts and files, but no passwords or sessions.
create view private.accounts as
  select u.id, u.email, u.raw_app_meta_data ->> 'role' as role, u.banned_until, u.email_confirmed_at is not null as confirmed,
    u.created_at, u.invited_at, u.last_sign_in_at
  from auth.users u where u.deleted_at is null;

create view private.stored_files as
  select o.name, (o.metadata ->> 'size')::bigint as size, o.metadata ->> 'mimetype' as type,
    o.metadata ->> 'cacheControl' as cache_control, o.metadata ->> 'xRobotsTag' as robots
  from storage.objects o where o.bucket_id = 'site-media' and o.name ~ '^[0-9a-f]{64}\.[0-9a-z]+$';
revoke all on private.accounts, private.stored_files from public, anon, authenticated, service_role;

create table private.restoration (
  id boolean primary key default true check (id),
  manifest text not null,
  started_at timestamptz not null default now()
);
comment on table private.restoration is 'Single row with the manifest of the backup that is being restored.';

alter table private.restoration enable row level security;
revoke all on private.restoration from public, anon, authenticated, service_role;

create function private.is_restoring() returns boolean
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select exists (select from private.restoration)
$$;

create function public.is_restoring() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$ select private.is_restoring() $$;
comment on function public.is_restoring is 'Whether a restore is running or was interrupted.';

-- Administrators' changes would be overwritten or mistaken for restored rows. The database owner may write.
create function private.reject_during_restore() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- begin_restore waits for this lock, so one of the two sees the other.
  lock table private.restoration in access share mode;
  if current_setting('role') in ('authenticated', 'service_role') and private.is_restoring() then
    raise exception using errcode = 'PT423', message = 'restore_unfinished';
  end if;
  return null;
end $$;

-- Omits columns that are written for visitors, when they send a review or an enquiry.
create trigger reject_during_restore before insert or update or delete on public.publications
  for each statement execute function private.reject_during_restore();
create trigger reject_during_restore before insert or update or delete on public.publication_items
  for each statement execute function private.reject_during_restore();
create trigger reject_during_restore before insert or update or delete on public.projects
  for each statement execute function private.reject_during_restore();
create trigger reject_during_restore before insert or delete on private.second_factor_rule
  for each statement execute function private.reject_during_restore();
create trigger reject_during_restore
  before update of status, thanked_at, thanks_failed_at, thanks_claimed_at or delete on public.reviews
  for each statement execute function private.reject_during_restore();
create trigger reject_during_restore
  before insert or update of token_hash, earlier_token_hashes, delivery, sent_at, expires_at, withdrawn_at or delete
  on public.review_invitations
  for each statement execute function private.reject_during_restore();
create trigger reject_during_restore before update of answered_at or delete on public.enquiries
  for each statement execute function private.reject_during_restore();

-- Referenced tables first, private.site last. Omits rate limits, files about to be deleted, and the restore's row.
create function private.backup_tables() returns table (place integer, name text, key text[], computed text[])
language sql stable set search_path = pg_catalog, pg_temp as $$
  select t.place, t.name, t.key, array(
    select a.attname::text from pg_attribute a where a.attrelid = t.name::regclass and a.attgenerated <> '')
  from (values
    (1, 'private.stored_files', '{name}'::text[]), (2, 'private.accounts', '{id}'), (3, 'public.reviews', '{id}'),
    (4, 'public.review_invitations', '{id}'), (5, 'public.enquiries', '{id}'), (6, 'public.publications', '{id}'),
    (7, 'public.publication_items', '{publication_id,place,position}'), (8, 'public.projects', '{id}'),
    (9, 'private.project_versions', '{id}'), (10, 'private.released_media', '{name}'), (11, 'private.second_factor_rule', '{id}'),
    (12, 'private.builds', '{id}'), (13, 'private.site', '{id}')
  ) t (place, name, key)
$$;

create function private.require_backup_access() returns void
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('role') <> 'service_role' and not private.is_admin() then
    raise exception using errcode = '42501', message = 'not_admin';
  end if;
end $$;

-- Returns SQL for queries. Rows are read as text, so that restoring never parses numbers and times again.
create function private.backup_table(p_name text, out name text, out key text, out line text)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
begin
  select c.name, array_to_string(c.key, ', '), format('(to_jsonb(t) - %L::text[])::text', c.computed)
  into name, key, line from private.backup_tables() c where c.name = p_name;
  if not found then raise exception using errcode = 'PT404', message = 'not_copied', detail = p_name; end if;
end $$;

create function public.backup_page(p_table text, p_after jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare source record; entry record; lines text[] := '{}'; bytes integer := 0; last_row jsonb;
begin
  perform private.require_backup_access();
  source := private.backup_table(p_table);
  -- The limit makes PostgreSQL read the key's index instead of sorting.
  for entry in execute format('select %s as line from %s t %s order by %s limit 2001', source.line, source.name,
    case when p_after is not null then format('where (%s) > (select %s from jsonb_populate_record(null::%s, $1) a)',
      source.key, 'a.' || replace(source.key, ', ', ', a.'), source.name) end,
    source.key) using p_after
  loop
    bytes := bytes + octet_length(entry.line);
    if cardinality(lines) = 2000 or lines <> '{}' and bytes > 1000000 then
      last_row := lines[cardinality(lines)]::jsonb;
      exit;
    end if;
    lines := lines || entry.line;
  end loop;
  return jsonb_build_object('rows', lines, 'after', (
    select jsonb_object_agg(k.name, last_row -> k.name) from unnest(string_to_array(source.key, ', ')) k (name)
    where last_row is not null));
end $$;
comment on function public.backup_page is
  'Returns about a megabyte of a table''s rows as JSON text, after the key p_after. "after" starts the next page, '
  'null at the end. 404 for other tables.';

-- Stable, so that all tables are read from one snapshot. Logs which administrator made the backup.
create function public.backup_state() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare source record; summary jsonb; tables jsonb := '[]';
begin
  perform private.require_backup_access();
  if auth.uid() is not null then raise log '%', jsonb_build_object('security', 'copy', 'by', auth.uid()); end if;
  for source in select c.place, t.* from private.backup_tables() c, private.backup_table(c.name) t order by c.place loop
    execute format(
      'select jsonb_build_object(''name'', %1$L, ''rows'', count(*), ''sha256'', encode(sha256(convert_to(coalesce(string_agg('
      'l.digest, '''' order by l.digest collate "C"), ''''), ''UTF8'')), ''hex'')) from %1$s t, '
      'lateral (select encode(sha256(convert_to(%2$s, ''UTF8'')), ''hex'') as digest) l', source.name, source.line) into summary;
    tables := tables || summary;
  end loop;
  return jsonb_build_object('tables', tables, 'migration', (select max(m.version) from supabase_migrations.schema_migrations m));
end $$;
comment on function public.backup_state is
  'Returns the last migration and, in restore order, each table''s row count and the SHA-256 of its lines'' sorted SHA-256s.';

create function public.begin_restore(p_manifest text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare source record; full_tables text[] := '{}'; is_full boolean;
begin
  lock table private.restoration in access exclusive mode;
  for source in select c.name from private.backup_tables() c where c.name <> 'private.site' order by c.place loop
    execute format('select exists (select from %s)', source.name) into is_full;
    if is_full then full_tables := full_tables || source.name; end if;
  end loop;
  if full_tables = '{}' then
    insert into private.restoration as r (manifest) values (p_manifest)
    on conflict (id) do update set manifest = excluded.manifest, started_at = now();
  elsif not exists (select from private.restoration r where r.manifest = p_manifest) then
    raise exception using errcode = 'PT409', detail = array_to_string(full_tables, ', '),
      message = case when exists (select from private.restoration) then 'other_copy' else 'not_empty' end;
  end if;
end $$;
comment on function public.begin_restore is
  'Starts or resumes the restore of this manifest. 409 during another one, or if there are rows, files or accounts.';

-- Disables triggers, which would record changes, release files and set times. Missing columns get their defaults.
create function public.restore_rows(p_manifest text, p_table text, p_rows text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare source record; columns text; column_name text; reason text;
begin
  if not exists (select from private.restoration r where r.manifest = p_manifest) then
    raise exception using errcode = 'PT409', message = 'not_begun';
  end if;
  source := private.backup_table(p_table);
  if p_table = 'private.accounts' then
    -- The account may have been used since an earlier run.
    update auth.users u set banned_until = a.banned_until, created_at = coalesce(a.created_at, u.created_at),
      invited_at = greatest(a.invited_at, u.invited_at), last_sign_in_at = greatest(a.last_sign_in_at, u.last_sign_in_at),
      raw_app_meta_data = u.raw_app_meta_data || jsonb_strip_nulls(jsonb_build_object('role', a.role))
    from unnest(p_rows) r, jsonb_populate_record(null::private.accounts, r::jsonb) a where u.id = a.id;
    return;
  end if;
  select string_agg(format('%I', k.name), ', ') into columns from jsonb_object_keys(p_rows[1]::jsonb) k (name);
  execute format('alter table %s disable trigger user', source.name);
  if p_table = 'private.site' then delete from private.site s where s.id; end if;
  -- A visitor may have sent the review again since. Only one can be pending.
  if p_table = 'public.reviews' then
    delete from public.reviews r using unnest(p_rows) line, jsonb_populate_record(null::public.reviews, line::jsonb) p
    where 'pending' = all (array[r.status, p.status]) and r.id <> p.id and lower(r.email) = lower(p.email) and r.text = p.text;
  end if;
  execute format('insert into %1$s (%2$s) overriding system value select %2$s from ('
    'select p.* from unnest($1) with ordinality r (line, n), jsonb_populate_record(null::%1$s, r.line::jsonb) p order by r.n'
    ') o on conflict do nothing', source.name, columns) using p_rows;
  execute format('alter table %s enable trigger user', source.name);
  -- With each batch, because a restore may be interrupted.
  for column_name in select a.attname from pg_attribute a where a.attrelid = source.name::regclass and a.attidentity <> '' loop
    execute format('select setval(pg_get_serial_sequence(%1$L, %2$L), max(%2$I)) from %1$s', source.name, column_name);
  end loop;
exception when integrity_constraint_violation or data_exception or undefined_column then
  get stacked diagnostics reason = pg_exception_detail;
  raise exception using errcode = 'PT422', message = 'row_refused', detail = concat_ws(' ', sqlerrm, reason);
end $$;
comment on function public.restore_rows is
  'Restores missing rows of a backup_page. Only sets role, ban and dates of accounts. 422 with the reason for invalid rows.';

create function public.finish_restore(p_manifest text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from private.restoration r where r.manifest = p_manifest
$$;
comment on function public.finish_restore is 'Ends a complete restore, so that administrators can save.';

create function public.abandon_restore() returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from private.restoration r where r.id;
  if not found then return false; end if;
  -- The restored rows' triggers didn't run.
  perform from private.site for update;
  perform private.track_change(true);
  update private.site set publication = private.current_publication(), review = private.featured_review() where id;
  return true;
end $$;
comment on function public.abandon_restore is 'Abandons a restore, keeps its rows and returns whether there was one.';

grant execute on function public.is_restoring, public.begin_restore, public.restore_rows, public.finish_restore,
  public.abandon_restore to service_role;
grant execute on function public.backup_page, public.backup_state to authenticated, service_role;
