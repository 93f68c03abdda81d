create table private.site (
  id boolean primary key default true check (id),
  changed bigint not null default 0,
  changed_at timestamptz not null default now(),
  contents bigint not null default 0,
  taken_down bigint not null default 0,
  publication jsonb,
  review jsonb,
  live bigint,
  live_at timestamptz,
  is_readable boolean not null default true,
  looked_at timestamptz,
  failed_at timestamptz,
  failures integer not null default 0,
  settings jsonb not null default '{}',
  cleaned_at timestamptz
);
comment on table private.site is
  'Single row. Each write that visitors can see increases changed in the same transaction, to compare with live pages.';
comment on column private.site.contents is 'Number of the last change to the result of site().';
comment on column private.site.taken_down is 'Number of the last change that removed something visible.';
comment on column private.site.publication is 'Current publication as site() returns it. review is the featured review.';
comment on column private.site.live is 'Number of the last change in the live pages. Null if built without a backend.';
comment on column private.site.looked_at is 'Start of the last read of /version.json (live_at: end, is_readable: success).';
comment on column private.site.failed_at is 'Time of the host''s last failure. Null once the next rebuild is requested.';
comment on column private.site.failures is 'Number of consecutive failures.';
comment on column private.site.settings is 'Rebuild settings: per_month (0 without a deploy hook), quiet_minutes, lost_minutes.';
comment on column private.site.cleaned_at is 'Time of the last complete search by claim_unused_site_media.';

create table private.builds (
  id bigint generated always as identity primary key,
  ordered_at timestamptz not null,
  changed bigint not null,
  kind text not null check (kind in ('ordinary', 'take-down', 'extra')),
  failed boolean not null default false
);
comment on table private.builds is 'Rebuilds requested from the host. changed is the number of the last change in it.';
comment on column private.builds.failed is 'Whether the host failed. It may still build, so the order counts towards the budget.';

alter table private.site enable row level security;
alter table private.builds enable row level security;
revoke all on private.site, private.builds from public, anon, authenticated, service_role;
revoke all on sequence private.builds_id_seq from public, anon, authenticated, service_role;

-- Tests replace it.
create function private.clock() returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp as $$ select now() $$;

create function private.track_change(p_is_take_down boolean, p_is_content boolean default true) returns void
language sql volatile security invoker set search_path = pg_catalog, pg_temp as $$
  update private.site s set changed = private.next_number(s.changed), changed_at = private.clock(),
    contents = case when p_is_content then private.next_number(s.changed) else s.contents end,
    taken_down = case when p_is_take_down then private.next_number(s.changed) else s.taken_down end
  where s.id
$$;

-- Like publish, releases files before it locks private.site, to prevent deadlocks.
create function private.track_project_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare is_visible boolean := true; is_removal boolean := true; released text[];
begin
  if tg_op = 'INSERT' then
    select bool_or(not a.built_in and a.status = 'published' or a.status = 'hidden' or a.built_in and a.position is not null),
      bool_or(a.status = 'hidden') into is_visible, is_removal from after a;
  elsif tg_op = 'DELETE' then
    perform private.release_media(array(select private.public_media_files(to_jsonb(b)) from before b));
    select count(*) > 0, bool_or(not b.built_in) into is_visible, is_removal from before b
    where b.built_in or b.status = 'published' and b.deleted_at is null;
  elsif tg_op = 'UPDATE' then
    released := array(
      select r.name from before b join after a on a.id = b.id, lateral (
        select private.public_media_files(to_jsonb(b)) except select private.public_media_files(to_jsonb(a))) r (name)
      where (b.status, b.deleted_at, b.published) is distinct from (a.status, a.deleted_at, a.published)
    );
    perform private.release_media(released);
    select count(*) > 0, released <> '{}' or bool_or(a.built_in and a.status = 'hidden' and b.status <> 'hidden')
    into is_visible, is_removal from before b join after a on a.id = b.id
    where (b.position, b.status, b.deleted_at, b.address, b.published_at, b.published)
        is distinct from (a.position, a.status, a.deleted_at, a.address, a.published_at, a.published)
      and (a.built_in or b.status = 'published' and b.deleted_at is null or a.status = 'published' and a.deleted_at is null);
  end if;
  if is_visible then perform private.track_change(is_removal); end if;
  return null;
end $$;

-- publish inserts into both tables in one statement, after which both triggers run. The second finds no difference.
create function private.track_publication_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare old_publication jsonb; new_publication jsonb;
begin
  if private.current_publication_id() is not distinct from (select (s.publication ->> 'id')::bigint from private.site s)
    and (tg_table_name = 'publications'
      or private.current_publication() is not distinct from (select s.publication from private.site s)) then
    return null;
  end if;
  -- Waits for concurrent writers, to see their changes.
  select s.publication into old_publication from private.site s for update;
  new_publication := private.current_publication();
  perform private.track_change(exists (
    select private.media_files(old_publication) except select private.media_files(new_publication)));
  update private.site set publication = new_publication where id;
  return null;
end $$;

-- Considers the newest sixty. Needs four stars or more, and prefers verified reviews.
create function private.featured_review() returns jsonb
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('name', r.name, 'location', r.location, 'text', r.text, 'verified', r.verified)
  from (select * from public.reviews a where a.status = 'approved' order by a.created_at desc, a.id desc limit 60) r
  where r.rating >= 4 order by r.verified desc, r.created_at desc, r.id desc limit 1
$$;

-- A plan cached for a single review would join many with nested loops, which compare each row with all others.
create function private.track_review_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_nestloop = off as $$
declare is_removal boolean := true; is_new boolean := false; featured jsonb;
begin
  if tg_op = 'INSERT' then
    is_removal := false;
    is_new := exists (select from after a where a.status = 'approved');
  elsif tg_op = 'DELETE' then
    is_removal := exists (select from before b where b.status = 'approved');
  elsif tg_op = 'UPDATE' then
    select bool_or(b.status = 'approved'), count(*) > 0 into is_removal, is_new from before b join after a on a.id = b.id
    where 'approved' in (b.status, a.status)
      and (b.status, b.name, b.location, b.title, b.text, b.rating, b.source, b.verified, b.created_at)
      is distinct from (a.status, a.name, a.location, a.title, a.text, a.rating, a.source, a.verified, a.created_at);
  end if;
  if is_removal or is_new then
    perform from private.site for update;
    featured := private.featured_review();
    perform private.track_change(is_removal, (select s.review is distinct from featured from private.site s));
    update private.site set review = featured where review is distinct from featured;
  end if;
  return null;
end $$;

create trigger track_insert after insert on public.projects referencing new table as after
  for each statement execute function private.track_project_changes();
create trigger track_update after update on public.projects referencing old table as before new table as after
  for each statement execute function private.track_project_changes();
create trigger track_delete after delete on public.projects referencing old table as before
  for each statement execute function private.track_project_changes();
create trigger track_truncate after truncate on public.projects
  for each statement execute function private.track_project_changes();
create trigger track_insert after insert on public.reviews referencing new table as after
  for each statement execute function private.track_review_changes();
create trigger track_update after update on public.reviews referencing old table as before new table as after
  for each statement execute function private.track_review_changes();
create trigger track_delete after delete on public.reviews referencing old table as before
  for each statement execute function private.track_review_changes();
create trigger track_truncate after truncate on public.reviews for each statement execute function private.track_review_changes();
create trigger track_changes after insert or update or delete or truncate on public.publications
  for each statement execute function private.track_publication_changes();
-- Triggers of the same event fire in name order, so this one fires after release_removed_media.
create trigger track_changes after insert or update or delete or truncate on public.publication_items
  for each statement execute function private.track_publication_changes();

insert into private.site (publication, review) values (private.current_publication(), private.featured_review());

-- If `live` is null or above `changed`, the pages are from another database or from before a restore. If they can't be
-- read, the last rebuild counts as live. Rebuilds wait for a read. Future times don't count.
create function private.build_plan(p_page bigint, p_is_admin boolean) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  now_at constant timestamptz := private.clock();
  future_limit constant timestamptz := now_at + interval '1 minute';
  month constant interval := '720 hours';
  s private.site; last private.builds; used record; attempts record;
  per_month integer; ordinary_budget integer; live_change bigint; requested_change bigint;
  timeout_at timestamptz; budget_free_at timestamptz; retry_at timestamptz; due timestamptz; check_at timestamptz;
  is_take_down boolean; is_recent boolean; state text := 'current';
begin
  select * into s from private.site;
  s.changed_at := case when s.changed_at <= future_limit then s.changed_at else now_at - month end;
  s.looked_at := case when s.looked_at <= future_limit then s.looked_at end;
  s.failed_at := case when s.failed_at <= future_limit then s.failed_at end;
  select * into last from private.builds b where not b.failed and b.ordered_at <= future_limit order by b.id desc limit 1;
  retry_at := s.failed_at + make_interval(mins => least(2 ^ (least(s.failures, 7) - 1), 60)::integer);
  per_month := coalesce((s.settings ->> 'per_month')::integer, 0);
  -- Four rebuilds are reserved for take-downs.
  ordinary_budget := greatest(per_month - 4, 0);
  live_change := case when not s.is_readable then coalesce(last.changed, 0)
    when s.live between 0 and s.changed then s.live else -1 end;
  timeout_at := last.ordered_at + make_interval(secs => 60 * (s.settings ->> 'lost_minutes')::double precision);
  is_recent := coalesce(now_at < timeout_at, false);
  requested_change := case when last.changed > live_change and is_recent then last.changed else live_change end;
  is_take_down := s.taken_down > greatest(requested_change, 0);
  select greatest(count(*) - 1, 0) as times, min(b.ordered_at) as since into attempts
  from private.builds b where b.changed = s.changed and not b.failed;
  if per_month = 0 then
    if live_change < s.changed and s.live_at is not null and s.is_readable then state := 'older'; end if;
  elsif requested_change = s.changed then
    if live_change < s.changed then state := 'ordered'; due := timeout_at; end if;
  elsif attempts.times >= 3 then
    state := 'lost';
  else
    select count(*) as total, count(*) filter (where b.kind = 'ordinary') as ordinary,
      min(b.ordered_at) filter (where b.kind = 'ordinary') as since
    into used from private.builds b where b.ordered_at > now_at - month and b.ordered_at <= future_limit and b.kind <> 'extra';
    select b.ordered_at + month into budget_free_at from private.builds b where b.ordered_at <= future_limit and b.kind <> 'extra'
    order by b.ordered_at desc offset per_month - 1 limit 1;
    select greatest(s.changed_at, budget_free_at, max(b.ordered_at) + interval '2 minutes', retry_at) into due
    from private.builds b where b.ordered_at <= future_limit;
    if not is_take_down then
      -- The interval grows with the used share of the budget.
      due := greatest(due, s.changed_at + make_interval(secs => 60 * (s.settings ->> 'quiet_minutes')::double precision),
        case when ordinary_budget = 0 then 'infinity'
          else used.since + month * least(1, used.ordinary::double precision / ordinary_budget) ^ 3 end);
    end if;
    state := case when used.total >= per_month or not is_take_down and used.ordinary >= ordinary_budget then 'spent'
      when s.failed_at >= s.changed_at or retry_at > now_at then 'failed' else 'waiting' end;
  end if;
  check_at := case when per_month = 0 and not p_is_admin then null when s.looked_at is null then now_at
    else least(s.looked_at + case
      when p_is_admin and (state <> 'current' or not s.is_readable or is_recent) then interval '50 seconds'
      when not s.is_readable or p_page is distinct from s.live then interval '30 minutes' else 'infinity' end,
      greatest(due, s.looked_at + interval '50 seconds')) end;
  -- The first call of claim_build stores whether there is a deploy hook.
  if s.settings = '{}' then check_at := now_at; end if;
  return jsonb_build_object('state', state, 'due', case when isfinite(due) then due end, 'times', attempts.times,
    'since', attempts.since, 'is_readable', s.is_readable or per_month = 0,
    'is_lost', coalesce(last.changed > live_change and not is_recent, false),
    'ask_in', case when isfinite(least(due, check_at)) then ceil(extract(epoch from least(due, check_at) - now_at)) end,
    'look', coalesce(check_at <= now_at, false), 'changed', s.changed, 'order', case when due <= now_at
      and (s.live_at >= s.looked_at or s.looked_at < now_at - interval '50 seconds')
      then case when is_take_down then 'take-down' else 'ordinary' end end);
end $$;

create function public.site(p_known bigint default null, p_changed bigint default null) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare s private.site; result jsonb;
begin
  select * into s from private.site;
  if s.changed = p_changed then return null; end if;
  result := jsonb_build_object('changed', s.changed, 'contents', s.contents,
    'ask_in', private.build_plan(p_changed, false) -> 'ask_in');
  if s.contents = p_known then return result; end if;
  return result || jsonb_build_object('publication', s.publication, 'review', s.review,
    'portfolio', coalesce((select jsonb_agg(to_jsonb(p)) from private.portfolio() p), '[]'::jsonb));
end $$;
comment on function public.site is
  'Returns null if p_changed is current. Otherwise returns changed, contents, ask_in (seconds until rebuild may have an '
  'effect, null if never) and, unless p_known is the current contents, publication, portfolio and review.';

-- Anyone can call the function rebuild, so it takes a lock that neither writes nor waits.
create function public.claim_build(
  p_settings jsonb, p_page bigint default null, p_is_admin boolean default false, p_is_extra boolean default false,
  p_version jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare now_at constant timestamptz := private.clock(); plan jsonb; kind text; claimed bigint;
begin
  -- Restores (see backup) pause rebuilds.
  if private.is_restoring() or not pg_try_advisory_xact_lock(hashtext('claim_build')) then
    return private.build_plan(p_page, p_is_admin) - '{look,order}'::text[];
  end if;
  update private.site set settings = p_settings where settings <> p_settings;
  if p_version is not null then
    update private.site set is_readable = p_version ? 'changed', live_at = now_at,
      live = case when p_version ? 'changed' then (p_version ->> 'changed')::bigint else live end
    where id;
  end if;
  plan := private.build_plan(p_page, p_is_admin);
  kind := plan ->> 'order';
  if p_is_extra and p_is_admin and kind is null and plan ->> 'state' in ('waiting', 'spent', 'lost', 'failed') then
    kind := 'extra';
  end if;
  if p_version is null and plan -> 'look' = 'true' then
    update private.site set looked_at = now_at where id;
    return plan - 'order';
  end if;
  plan := plan - '{look,order}'::text[];
  if kind is null or exists (
    select from private.builds b where private.is_recent(b.ordered_at, interval '2 minutes', now_at)
  ) then return plan; end if;
  insert into private.builds (ordered_at, changed, kind) values (now_at, (plan -> 'changed')::bigint, kind)
  returning id into claimed;
  delete from private.builds b where b.ordered_at < now_at - interval '1440 hours';
  -- Retries are at most an hour apart, so older failures aren't consecutive.
  update private.site set failed_at = null,
    failures = case when private.is_recent(failed_at, interval '2 hours', now_at) then failures else 0 end
  where failed_at is not null or failures > 0;
  return private.build_plan(p_page, p_is_admin) - '{look,order}'::text[] || jsonb_build_object('claimed', claimed);
end $$;
comment on function public.claim_build is
  'Returns the rebuild status. One caller gets "look" to read /version.json and pass it as p_version ({} if unreadable), and '
  'one gets "claimed" to call the host. p_page is the last change in the caller''s page. p_is_extra exceeds the budget.';

create function public.record_failed_build(p_order bigint, p_may_build boolean) returns jsonb
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from private.builds b where b.id = p_order and not p_may_build;
  update private.builds b set failed = true where b.id = p_order;
  update private.site set failed_at = private.clock(), failures = failures + 1 where id;
  select private.build_plan(null, true) - '{look,order}'::text[]
$$;
comment on function public.record_failed_build is
  'Records that the host failed for a claim of claim_build. With p_may_build it counts towards the budget. Retries follow '
  'after 1, 2, 4 ... 60 minutes. Returns the rebuild status.';

grant execute on function private.build_plan to authenticated;
grant execute on function public.site to anon, authenticated;
grant execute on function public.claim_build, public.record_failed_build to service_role;
