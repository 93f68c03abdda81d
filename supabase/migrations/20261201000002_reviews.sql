-- Limits match supabase/functions/_shared/contract/review.ts and text.ts (tested).
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> '' and char_length(name) <= 100),
  location text not null check (location <> '' and char_length(location) <= 100),
  title text check (char_length(title) <= 150),
  text text not null check (text <> '' and char_length(text) <= 10000),
  rating smallint not null check (rating between 1 and 5),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  source text not null default 'Website' check (source in ('Google', 'Website', 'Facebook')),
  email text not null check (email <> '' and char_length(email) <= 254),
  approval_hash text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    check (approval_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  moderated_at timestamptz,
  moderated_by uuid references auth.users (id) on delete set null,
  verified boolean not null default false,
  caught_as_spam boolean not null default false,
  thanked_at timestamptz,
  thanks_failed_at timestamptz,
  thanks_claimed_at timestamptz,
  -- Stored, because computing it in searches took 15 times as long.
  search_text text not null generated always as (
    lower(name || chr(10) || location || chr(10) || coalesce(title, '') || chr(10) || text || chr(10) || email)
  ) stored
);
comment on table public.reviews is 'Testimonials from visitors.';
comment on column public.reviews.approval_hash is 'Secret in the moderation links of the notification email.';
comment on column public.reviews.moderated_by is 'Last administrator to set the status. Null for service_role and deleted users.';
comment on column public.reviews.verified is 'Whether it was sent through an invitation. Shown as ''Verified customer''.';
comment on column public.reviews.caught_as_spam is 'Whether a honeypot was filled in. Such reviews are stored as rejected.';
comment on column public.reviews.thanked_at is 'Time when the mail server last accepted a thank-you email.';
comment on column public.reviews.thanks_failed_at is 'Time of the last failed thank-you email. Null after a sent one.';
comment on column public.reviews.thanks_claimed_at is 'Start of the last thank-you attempt. Null if it failed.';
comment on column public.reviews.search_text is 'Lower-case text for searches. Includes the email address.';
create index reviews_by_status on public.reviews (status, created_at, id);
create index reviews_by_moderator on public.reviews (moderated_by);
create index reviews_thanks_failed on public.reviews (thanks_failed_at) where thanks_failed_at is not null;

-- Index-only count and average for the public page.
create index reviews_published_rating on public.reviews (rating) where status = 'approved';

-- Double clicks and retries must not add rows. Moderated text may be sent again.
create unique index reviews_pending_once on public.reviews (lower(email), md5(text)) where status = 'pending';
create unique index reviews_caught_once on public.reviews (lower(email), md5(text))
  where caught_as_spam and status = 'rejected' and moderated_at is null;

alter table public.reviews enable row level security;
revoke all on public.reviews from public, anon, authenticated, service_role;
grant select, update (status), delete on public.reviews to authenticated;
grant select, insert, update (status, thanked_at, thanks_failed_at, thanks_claimed_at), delete on public.reviews to service_role;

create policy "administrators read every review" on public.reviews
  for select to authenticated using ((select private.is_admin()));
create policy "administrators moderate reviews" on public.reviews
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete rejected reviews" on public.reviews
  for delete to authenticated using ((select private.is_admin()) and status = 'rejected');

-- Approved reviews can be rejected, because their authors may have them removed.
create function private.guard_review_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
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

create function private.guard_review_delete() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.status <> 'rejected' then
    raise exception using errcode = 'PT409', message = 'review_transition',
      detail = format('A review that is %s cannot be deleted.', old.status);
  end if;
  return old;
end $$;

-- Only for status, because deleting a moderator sets moderated_by to null.
create trigger guard_review_status before update of status on public.reviews
  for each row execute function private.guard_review_status();
create trigger guard_review_delete before delete on public.reviews for each row execute function private.guard_review_delete();

-- Visitors call functions instead of reading the table, because arbitrary filters and sorting could be costly.
create type public.review_summary as (count bigint, average double precision);

create function public.approved_review_summary() returns public.review_summary
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*), round(avg(rating), 1)::double precision from public.reviews where status = 'approved'
$$;
comment on function public.approved_review_summary is 'Count and average rating (one decimal, or null) of approved reviews.';

-- Keyset pagination: all pages are equally fast, and rows that are added or removed don't shift them.
create function public.approved_reviews(
  p_before timestamptz default 'infinity', p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns table (
  id uuid, name text, location text, title text, "text" text, rating smallint, source text, verified boolean,
  created_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.id, r.name, r.location, r.title, r.text, r.rating, r.source, r.verified, r.created_at
  from public.reviews r
  where r.status = 'approved' and (r.created_at, r.id) < (p_before, p_before_id)
  order by r.created_at desc, r.id desc
  limit 6
$$;
comment on function public.approved_reviews is 'Returns six approved reviews older than p_before, newest first.';

create type public.moderation_counts as (pending integer, approved integer, rejected integer);

-- Administrators' functions raise an error, because RLS alone would return an empty list to former administrators.
create function public.moderation_counts(p_search text default '') returns public.moderation_counts
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
declare counts public.moderation_counts;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  -- Separate statements, so that counting without a search only reads the status index.
  if p_search = '' then
    select count(*) filter (where r.status = 'pending'), count(*) filter (where r.status = 'approved'),
      count(*) filter (where r.status = 'rejected')
    into counts from public.reviews r;
  else
    select count(*) filter (where r.status = 'pending'), count(*) filter (where r.status = 'approved'),
      count(*) filter (where r.status = 'rejected')
    into counts from public.reviews r where strpos(r.search_text, lower(p_search)) > 0;
  end if;
  return counts;
end $$;
comment on function public.moderation_counts is 'Counts the reviews of each status that match a search.';

create function public.moderation_page(
  p_status text, p_search text default '', p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns table (
  id uuid, name text, location text, title text, "text" text, rating smallint, source text, email text, verified boolean,
  created_at timestamptz, moderated_at timestamptz, thanked_at timestamptz, thanks_failed_at timestamptz, caught_as_spam boolean
)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query
    select r.id, r.name, r.location, r.title, r.text, r.rating, r.source, r.email, r.verified, r.created_at, r.moderated_at,
      r.thanked_at, r.thanks_failed_at, r.caught_as_spam
    from public.reviews r
    where r.status = p_status and (r.created_at, r.id) < (p_before, p_before_id)
      and (p_search = '' or strpos(r.search_text, lower(p_search)) > 0)
    order by r.created_at desc, r.id desc
    limit least(greatest(p_limit, 1), 100);
end $$;
comment on function public.moderation_page is 'Returns up to 100 reviews of a status before p_before, newest first.';

create function public.moderate_reviews(p_ids uuid[], p_from text, p_to text) returns setof uuid
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query update public.reviews r set status = p_to where r.id = any (p_ids) and r.status = p_from returning r.id;
end $$;
comment on function public.moderate_reviews is 'Changes reviews from p_from to p_to and returns their ids.';

create function public.delete_reviews(p_ids uuid[]) returns setof uuid
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query delete from public.reviews r where r.id = any (p_ids) and r.status = 'rejected' returning r.id;
end $$;
comment on function public.delete_reviews is 'Permanently deletes rejected reviews and returns their ids.';

-- Two administrators may send it at once. Unfinished attempts can be retried after two minutes.
create function public.claim_thanks(p_id uuid) returns setof text
language sql volatile security invoker set search_path = pg_catalog, pg_temp as $$
  update public.reviews set thanks_claimed_at = now()
  where id = p_id and status = 'approved' and thanked_at is null
    and not private.is_recent(thanks_claimed_at, interval '2 minutes')
  returning email
$$;
comment on function public.claim_thanks is 'Claims a due thank-you email for one caller and returns its recipient.';

grant execute on function public.approved_review_summary, public.approved_reviews to anon;
grant execute on function public.moderation_counts, public.moderation_page, public.moderate_reviews, public.delete_reviews
  to authenticated;
grant execute on function public.claim_thanks to service_role;
