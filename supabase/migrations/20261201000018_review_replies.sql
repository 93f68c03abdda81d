-- The owner replies to published reviews, their authors can withdraw them, and the site says how many it has received.
alter table public.reviews
  add column reply text not null default '' check (char_length(reply) <= 1000),
  add column replied_at timestamptz,
  add column reply_sent_at timestamptz,
  add column reply_failed_at timestamptz,
  add column reply_claimed_at timestamptz,
  add column withdrawn_at timestamptz,
  add check ((reply = '') = (replied_at is null)),
  add check (withdrawn_at is null or status = 'rejected' and reason is not distinct from 'withdrawn by the author');
comment on column public.reviews.reply is 'The company''s public reply, shown while the review is approved.';
comment on column public.reviews.replied_at is 'Time of the last change to the reply.';
comment on column public.reviews.reply_sent_at is 'Time when the mail server accepted the email about the first reply.';
comment on column public.reviews.reply_failed_at is 'Time of the last failed email about the reply. Null after a sent one.';
comment on column public.reviews.reply_claimed_at is 'Start of the last attempt. Null if it failed.';
comment on column public.reviews.withdrawn_at is 'Time when the author withdrew it through a link. It can''t be restored.';

create table private.withdrawal_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  review_id uuid not null references public.reviews (id) on delete cascade
);
comment on table private.withdrawal_links is 'Links in emails to authors. token_hash is the SHA-256 of the token, which is only in the email.';
create index withdrawal_links_by_review on private.withdrawal_links (review_id);

-- Counted by triggers, because visitors read it with every page.
create table private.review_counts (
  state text primary key,
  reviews bigint not null,
  since timestamptz not null
);
comment on table private.review_counts is
  'Reviews received by state (pending, approved or the reason), including permanently deleted ones. since is the earliest.';

create table private.deleted_reviews (like private.review_counts including all);
comment on table private.deleted_reviews is 'The permanently deleted ones among review_counts.';

alter table private.withdrawal_links enable row level security;
alter table private.review_counts enable row level security;
alter table private.deleted_reviews enable row level security;
revoke all on private.withdrawal_links, private.review_counts, private.deleted_reviews
  from public, anon, authenticated, service_role;

create or replace trigger reject_during_restore
  before update of status, reason, reason_note, reply, replied_at, reply_sent_at, reply_failed_at, reply_claimed_at,
    withdrawn_at, thanked_at, thanks_failed_at, thanks_claimed_at or delete on public.reviews
  for each statement execute function private.reject_during_restore();
grant update (reply_sent_at, reply_failed_at, reply_claimed_at) on public.reviews to service_role;

-- Null for samples, and for spam that the honeypot caught, unless the owner published it.
create function private.review_state(p_name text, p_status text, p_reason text, p_caught_as_spam boolean) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case
    when starts_with(p_name, 'Sample: ') then null
    when p_status <> 'rejected' then p_status
    when not p_caught_as_spam or p_reason <> 'not recorded' then p_reason
  end
$$;

-- In a fixed order, so that concurrent changes can't deadlock.
create function private.count_reviews() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into private.deleted_reviews as d
    select s.state, count(*), min(b.created_at)
    from before b, private.review_state(b.name, b.status, b.reason, b.caught_as_spam) s (state)
    where s.state is not null group by s.state order by s.state
    on conflict (state) do update set reviews = d.reviews + excluded.reviews, since = least(d.since, excluded.since);
  elsif tg_op = 'INSERT' then
    insert into private.review_counts as c
    select s.state, count(*), min(a.created_at)
    from after a, private.review_state(a.name, a.status, a.reason, a.caught_as_spam) s (state)
    where s.state is not null group by s.state order by s.state
    on conflict (state) do update set reviews = c.reviews + excluded.reviews, since = least(c.since, excluded.since);
  elsif tg_op = 'UPDATE' then
    insert into private.review_counts as c
    select m.state, sum(m.change), min(m.created_at) from (
      select private.review_state(b.name, b.status, b.reason, b.caught_as_spam), b.created_at, -1 from before b union all
      select private.review_state(a.name, a.status, a.reason, a.caught_as_spam), a.created_at, 1 from after a
    ) m (state, created_at, change)
    where m.state is not null group by m.state having sum(m.change) <> 0 order by m.state
    on conflict (state) do update set reviews = c.reviews + excluded.reviews, since = least(c.since, excluded.since);
  else
    delete from private.review_counts c where c.state is not null;
    delete from private.deleted_reviews d where d.state is not null;
  end if;
  return null;
end $$;

create trigger count_insert after insert on public.reviews referencing new table as after
  for each statement execute function private.count_reviews();
create trigger count_update after update on public.reviews referencing old table as before new table as after
  for each statement execute function private.count_reviews();
create trigger count_delete after delete on public.reviews referencing old table as before
  for each statement execute function private.count_reviews();
create trigger count_truncate after truncate on public.reviews for each statement execute function private.count_reviews();

-- For rows that were written without triggers.
create function private.recount_reviews() returns void
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
begin
  lock table private.review_counts in exclusive mode;
  delete from private.review_counts c where c.state is not null;
  insert into private.review_counts
  select m.state, sum(m.reviews), min(m.since) from (
    select private.review_state(r.name, r.status, r.reason, r.caught_as_spam), 1, r.created_at from public.reviews r union all
    select d.state, d.reviews, d.since from private.deleted_reviews d
  ) m (state, reviews, since)
  where m.state is not null group by m.state;
end $$;
select private.recount_reviews();

alter type public.review_summary add attribute numbers jsonb;

create or replace function public.approved_review_summary() returns public.review_summary
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*), round(avg(rating), 1)::double precision, (
    select jsonb_build_object('since', min(c.since), 'received', coalesce(sum(c.reviews), 0),
      'published', coalesce(sum(c.reviews) filter (where c.state = 'approved'), 0),
      'waiting', coalesce(sum(c.reviews) filter (where c.state = 'pending'), 0),
      'rejected', coalesce(jsonb_object_agg(c.state, c.reviews)
        filter (where c.state not in ('pending', 'approved') and c.reviews > 0), '{}'))
    from private.review_counts c)
  from public.reviews where status = 'approved'
$$;
comment on function public.approved_review_summary is
  'Count and average rating (one decimal, or null) of approved reviews, and the numbers of all reviews received.';

drop function public.approved_reviews(timestamptz, uuid);

create function public.approved_reviews(
  p_before timestamptz default 'infinity', p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns table (
  id uuid, name text, location text, title text, "text" text, rating smallint, source text, verified boolean,
  created_at timestamptz, reply text, replied_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.id, r.name, r.location, r.title, r.text, r.rating, r.source, r.verified, r.created_at, r.reply, r.replied_at
  from public.reviews r
  where r.status = 'approved' and (r.created_at, r.id) < (p_before, p_before_id)
  order by r.created_at desc, r.id desc
  limit 6
$$;
comment on function public.approved_reviews is 'Returns six approved reviews older than p_before, newest first.';

drop function public.moderation_page(text, text, timestamptz, uuid, integer);

create function public.moderation_page(
  p_status text, p_search text default '', p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns table (
  id uuid, name text, location text, title text, "text" text, rating smallint, source text, email text, verified boolean,
  created_at timestamptz, moderated_at timestamptz, thanked_at timestamptz, thanks_failed_at timestamptz, caught_as_spam boolean,
  reason text, reason_note text, reply text, replied_at timestamptz, reply_sent_at timestamptz, reply_failed_at timestamptz,
  withdrawn_at timestamptz
)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query
    select r.id, r.name, r.location, r.title, r.text, r.rating, r.source, r.email, r.verified, r.created_at, r.moderated_at,
      r.thanked_at, r.thanks_failed_at, r.caught_as_spam, r.reason, r.reason_note, r.reply, r.replied_at, r.reply_sent_at,
      r.reply_failed_at, r.withdrawn_at
    from public.reviews r
    where r.status = p_status and (r.created_at, r.id) < (p_before, p_before_id)
      and (p_search = '' or strpos(r.search_text, lower(p_search)) > 0)
    order by r.created_at desc, r.id desc
    limit least(greatest(p_limit, 1), 100);
end $$;
comment on function public.moderation_page is 'Returns up to 100 reviews of a status before p_before, newest first.';

-- A first reply removes nothing. Each change to a reply changes replied_at.
create or replace function private.track_review_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_nestloop = off as $$
declare is_removal boolean := true; is_new boolean := false; featured jsonb;
begin
  if tg_op = 'INSERT' then
    is_removal := false;
    is_new := exists (select from after a where a.status = 'approved');
  elsif tg_op = 'DELETE' then
    is_removal := exists (select from before b where b.status = 'approved');
  elsif tg_op = 'UPDATE' then
    select bool_or(b.status = 'approved' and (a.status <> 'approved' or b.reply <> '' or a.reply = '')), count(*) > 0
    into is_removal, is_new from before b join after a on a.id = b.id
    where 'approved' in (b.status, a.status)
      and (b.status, b.name, b.location, b.title, b.text, b.rating, b.source, b.verified, b.created_at, b.replied_at)
      is distinct from (a.status, a.name, a.location, a.title, a.text, a.rating, a.source, a.verified, a.created_at, a.replied_at);
  end if;
  if is_removal or is_new then
    perform from private.site for update;
    featured := private.featured_review();
    perform private.track_change(is_removal, (select s.review is distinct from featured from private.site s));
    update private.site set review = featured where review is distinct from featured;
  end if;
  return null;
end $$;

create or replace function private.guard_review_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.withdrawn_at is not null then
    raise exception using errcode = 'PT409', message = 'review_withdrawn', detail = 'Its author has withdrawn this review.';
  end if;
  if (old.status, new.status) not in (
    ('pending', 'approved'), ('pending', 'rejected'), ('approved', 'pending'), ('approved', 'rejected'), ('rejected', 'approved')
  ) then
    raise exception using errcode = 'PT409', message = 'review_transition',
      detail = format('A review cannot go from %s to %s.', old.status, new.status);
  end if;
  new.moderated_at := now();
  new.moderated_by := (select auth.uid());
  return new;
end $$;

create or replace function public.moderate_reviews(
  p_ids uuid[], p_from text, p_to text, p_reason text default null, p_note text default ''
) returns setof uuid
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query update public.reviews r set status = p_to, reason = coalesce(p_reason, r.reason),
    reason_note = case when p_reason is null then r.reason_note else p_note end
  where r.id = any (p_ids) and r.status = p_from and r.withdrawn_at is null returning r.id;
end $$;
comment on function public.moderate_reviews is
  'Changes reviews from p_from to p_to, except withdrawn ones, and returns their ids. Without p_reason, as on undo, they keep an '
  'earlier one.';

-- Two administrators may edit it at once, so the reply must still be the one they saw.
create function public.save_review_reply(p_id uuid, p_reply text, p_seen text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare stored public.reviews;
begin
  select * into stored from public.reviews r where r.id = p_id and r.status = 'approved' for update;
  if not found or stored.reply is distinct from p_seen then return stored.reply; end if;
  if p_reply <> p_seen then
    update public.reviews r set reply = p_reply, replied_at = case when p_reply <> '' then now() end where r.id = p_id;
  end if;
  return p_reply;
end $$;
comment on function public.save_review_reply is
  'Saves the reply to an approved review if it is still p_seen. Returns the stored one, or null without such a review.';

drop function public.claim_thanks(uuid);

create function public.claim_thanks(p_id uuid, p_token_hash text default null) returns setof text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with claimed as (
    update public.reviews set thanks_claimed_at = now()
    where id = p_id and status = 'approved' and thanked_at is null
      and not private.is_recent(thanks_claimed_at, interval '2 minutes')
    returning id, email
  ), link as (insert into private.withdrawal_links select p_token_hash, c.id from claimed c where p_token_hash is not null)
  select c.email from claimed c
$$;
comment on function public.claim_thanks is
  'Claims a due thank-you email for one caller, stores its withdrawal link and returns its recipient.';

create function public.claim_reply(p_id uuid, p_token_hash text)
returns table (name text, email text, "text" text, reply text)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with claimed as (
    update public.reviews r set reply_claimed_at = now()
    where r.id = p_id and r.status = 'approved' and r.reply <> '' and r.reply_sent_at is null
      and not private.is_recent(r.reply_claimed_at, interval '2 minutes')
    returning r.id, r.name, r.email, r.text, r.reply
  ), link as (insert into private.withdrawal_links select p_token_hash, c.id from claimed c)
  select c.name, c.email, c.text, c.reply from claimed c
$$;
comment on function public.claim_reply is
  'Claims the email about the first reply for one caller, stores its withdrawal link and returns its contents.';

create function public.review_withdrawal(p_token text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((
    select case
      when r.withdrawn_at is not null then '{"state": "withdrawn"}'::jsonb
      when r.status = 'rejected' then '{"state": "removed"}'::jsonb
      else jsonb_build_object('state', 'open', 'text', r.text)
    end
    from private.withdrawal_links l join public.reviews r on r.id = l.review_id
    where l.token_hash = encode(sha256(convert_to(p_token, 'UTF8')), 'hex')
  ), '{"state": "unknown"}'::jsonb)
$$;
comment on function public.review_withdrawal is 'Returns the state of a withdrawal link''s review and, until withdrawn or removed, its text.';

create function public.withdraw_review(p_token text)
returns table (name text, location text, email text, "text" text, was_published boolean)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with found as (
    select r.* from private.withdrawal_links l join public.reviews r on r.id = l.review_id
    where l.token_hash = encode(sha256(convert_to(p_token, 'UTF8')), 'hex') and r.status <> 'rejected' for update of r
  )
  update public.reviews r set status = 'rejected', reason = 'withdrawn by the author', reason_note = '', withdrawn_at = now()
  from found f where r.id = f.id
  returning r.name, r.location, r.email, r.text, f.status = 'approved'
$$;
comment on function public.withdraw_review is 'Withdraws a link''s pending or approved review and returns it. Returns nothing the second time.';

create or replace function private.backup_tables() returns table (place integer, name text, key text[], computed text[])
language sql stable set search_path = pg_catalog, pg_temp as $$
  select t.place, t.name, t.key, array(
    select a.attname::text from pg_attribute a where a.attrelid = t.name::regclass and a.attgenerated <> '')
  from (values
    (1, 'private.stored_files', '{name}'::text[]), (2, 'private.accounts', '{id}'), (3, 'public.reviews', '{id}'),
    (4, 'private.withdrawal_links', '{token_hash}'), (5, 'private.deleted_reviews', '{state}'),
    (6, 'public.review_invitations', '{id}'), (7, 'public.enquiries', '{id}'), (8, 'public.publications', '{id}'),
    (9, 'public.publication_items', '{publication_id,place,position}'), (10, 'public.projects', '{id}'),
    (11, 'private.project_versions', '{id}'), (12, 'private.released_media', '{name}'), (13, 'private.second_factor_rule', '{id}'),
    (14, 'private.builds', '{id}'), (15, 'private.site', '{id}')
  ) t (place, name, key)
$$;

-- Permanently deleted reviews can't be removed in the dashboard, so they don't make a project full.
create or replace function public.begin_restore(p_manifest text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare source record; full_tables text[] := '{}'; is_full boolean;
begin
  lock table private.restoration in access exclusive mode;
  for source in
    select c.name from private.backup_tables() c where c.name not in ('private.site', 'private.deleted_reviews') order by c.place
  loop
    execute format('select exists (select from %s)', source.name) into is_full;
    if is_full then full_tables := full_tables || source.name; end if;
  end loop;
  if full_tables = '{}' then
    delete from private.deleted_reviews d where not exists (select from private.restoration r where r.manifest = p_manifest);
    insert into private.restoration as r (manifest) values (p_manifest)
    on conflict (id) do update set manifest = excluded.manifest, started_at = now();
  elsif not exists (select from private.restoration r where r.manifest = p_manifest) then
    raise exception using errcode = 'PT409', detail = array_to_string(full_tables, ', '),
      message = case when exists (select from private.restoration) then 'other_copy' else 'not_empty' end;
  end if;
end $$;

-- Locks in the order of the triggers.
create or replace function public.finish_restore(p_manifest text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from private.restoration r where r.manifest = p_manifest;
  select private.recount_reviews();
  select private.update_featured_review();
$$;

create or replace function public.abandon_restore() returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from private.restoration r where r.id;
  if not found then return false; end if;
  -- The restored rows' triggers didn't run.
  perform private.recount_reviews();
  perform from private.site for update;
  perform private.track_change(true);
  update private.site set publication = private.current_publication(), review = private.featured_review() where id;
  return true;
end $$;

grant execute on function public.approved_reviews to anon;
grant execute on function public.review_withdrawal to anon, authenticated;
grant execute on function public.moderation_page to authenticated;
grant execute on function public.save_review_reply, public.claim_thanks, public.claim_reply, public.withdraw_review to service_role;
