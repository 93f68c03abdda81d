-- Counts one project's versions on insert, because counting all took over 100 ms with 200 full projects.
create index project_versions_by_time on private.project_versions (happened_at);

create or replace function private.trim_project_versions() returns void
language sql volatile security invoker set search_path = pg_catalog, pg_temp as $$
  delete from private.project_versions v where v.happened_at < now() - interval '1 year' and (v.draft is null or exists (
    select from private.project_versions n where n.project = v.project and n.id > v.id and n.draft is not null))
$$;

create function private.limit_project_versions() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from private.project_versions v where v.id in (
    select o.id from private.project_versions o where o.project = new.project and (o.draft is null) = (new.draft is null)
    order by o.id desc offset case when new.draft is null then 50 else 20 end);
  return null;
end $$;
create trigger limit_versions after insert on private.project_versions for each row execute function private.limit_project_versions();

revoke execute on function private.limit_project_versions() from public, anon, authenticated, service_role;
