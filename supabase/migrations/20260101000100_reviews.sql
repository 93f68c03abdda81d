-- Limits repeat supabase/functions/_shared/contract/review.ts and text.ts; a test compares them.
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
  -- Stored: computing it for every row and search took fifteen times as long.
  search_text text not null generated always as (
    lower(name || chr(10) || location || chr(10) || coalesce(title, '') || chr(10) || text || chr(10) || email)
  ) stored
);
comment on table public.reviews is 'Testimonials sent by visitors and their moderation.';
comment on column public.reviews.approval_hash is 'Proves that a moderation link came from the notification e-mail; never readable by visitors.';
comment on column public.reviews.moderated_by is 'The administrator who last changed the status; empty for service_role and deleted users.';
comment on column public.reviews.search_text is
  'Everything a moderator can search for, in lower case, a line each; holds the e-mail address, so visitors may not read it.';

create index reviews_by_status on public.reviews (status, created_at, id);
create index reviews_by_moderator on public.reviews (moderated_by);
-- The public page's count and average, from an index that holds nothing else.
create index reviews_published_rating on public.reviews (rating) where status = 'approved';
-- A double click or a retry must not make a second row; once moderated, the same words may be sent again.
create unique index reviews_pending_once on public.reviews (lower(email), md5(text)) where status = 'pending';

-- SQLSTATE PT409 makes the API answer 409 Conflict. A published review can be taken off the site, as the privacy policy
-- promises; from there it is restored or deleted like any other.
create function private.guard_review_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (old.status, new.status) not in (
    ('pending', 'approved'), ('pending', 'rejected'), ('approved', 'rejected'), ('rejected', 'approved')
  ) then
    raise exception using errcode = 'PT409', message = 'review_transition',
      detail = format('A review cannot go from %s to %s.', old.status, new.status);
  end if;
  new.moderated_at := now();
  new.moderated_by := (select auth.uid());
  return new;
end $$;

create function private.guard_review_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.status <> 'rejected' then
    raise exception using errcode = 'PT409', message = 'review_transition',
      detail = format('A review that is %s cannot be deleted.', old.status);
  end if;
  return old;
end $$;
revoke execute on function private.guard_review_status(), private.guard_review_delete() from public, anon, authenticated, service_role;

-- Only updates that name the status: deleting a moderator sets moderated_by to null and must pass.
create trigger guard_review_status before update of status on public.reviews
  for each row execute function private.guard_review_status();
create trigger guard_review_delete before delete on public.reviews
  for each row execute function private.guard_review_delete();

alter table public.reviews enable row level security;
revoke all on public.reviews from public, anon, authenticated, service_role;
grant select, update (status), delete on public.reviews to authenticated;
grant select, insert, update (status), delete on public.reviews to service_role;

create policy "administrators read every review" on public.reviews
  for select to authenticated using ((select private.is_admin()));
create policy "administrators moderate reviews" on public.reviews
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete rejected reviews" on public.reviews
  for delete to authenticated using ((select private.is_admin()) and status = 'rejected');

-- Visitors read no table, which they could filter and sort at our cost, but what these functions answer.
create type public.review_summary as (count bigint, average double precision);

create function public.approved_review_summary() returns public.review_summary
language sql stable security definer set search_path = '' as $$
  select count(*), round(avg(rating), 1)::double precision from public.reviews where status = 'approved'
$$;
comment on function public.approved_review_summary() is
  'Count and average rating (one decimal, null without reviews) of the approved reviews; for visitors.';

-- What an administrator moderates. The search text is a parameter without wildcards. Row-level security alone would show
-- a former administrator an empty list, so the functions refuse.
create type public.moderation_counts as (pending integer, approved integer, rejected integer);

create function public.moderation_counts(p_search text default '') returns public.moderation_counts
language plpgsql stable security invoker set search_path = '' as $$
declare
  counts public.moderation_counts;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  -- Two statements, because one plan would have to serve both: without a search the index by status counts alone.
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
comment on function public.moderation_counts(text) is 'How many reviews of each status match a search; for administrators.';

revoke execute on function public.approved_review_summary(), public.moderation_counts(text)
from public, anon, authenticated, service_role;
grant execute on function public.approved_review_summary() to anon;
grant execute on function public.moderation_counts(text) to authenticated;
