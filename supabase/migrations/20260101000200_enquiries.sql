-- Limits repeat supabase/functions/_shared/contract/enquiry.ts and text.ts; a test compares them.
create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('contact', 'business-card')),
  name text not null default '' check (char_length(name) <= 100),
  email text not null check (email <> '' and char_length(email) <= 254),
  phone text not null default '' check (char_length(phone) <= 40),
  subject text not null default '' check (char_length(subject) <= 150),
  message text not null check (message <> '' and char_length(message) <= 5000),
  source text not null default '' check (char_length(source) <= 100),
  domain text not null default '' check (char_length(domain) <= 253),
  delivery text not null default 'pending' check (delivery in ('pending', 'sent', 'failed')),
  delivered_at timestamptz,
  attempted_at timestamptz,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  check (kind <> 'contact' or name <> ''),
  check (kind = 'contact' or answered_at is null),
  check ((delivery = 'sent') = (delivered_at is not null))
);
comment on table public.enquiries is 'Messages from the contact form and shares of the business card, stored before they are mailed.';
comment on column public.enquiries.email is 'Who wrote (contact) or whom the card was sent to (business-card).';
comment on column public.enquiries.message is 'The message (contact) or the address of the card (business-card).';
comment on column public.enquiries.delivery is 'Whether the mail server accepted the email.';
comment on column public.enquiries.attempted_at is 'When the email was last sent again.';
comment on column public.enquiries.answered_at is 'When an administrator marked it answered; empty for new ones, and always for shares of the business card.';

create index enquiries_by_time on public.enquiries (created_at, id);
create index enquiries_new on public.enquiries (created_at desc) where kind = 'contact' and answered_at is null;
create index enquiries_undelivered on public.enquiries (created_at desc) where delivery <> 'sent';

alter table public.enquiries enable row level security;
revoke all on public.enquiries from public, anon, authenticated, service_role;
grant select, update (answered_at), delete on public.enquiries to authenticated;
grant select, insert, update (delivery, delivered_at) on public.enquiries to service_role;

create policy "administrators read enquiries" on public.enquiries
  for select to authenticated using ((select private.is_admin()));
create policy "administrators mark enquiries answered" on public.enquiries
  for update to authenticated using ((select private.is_admin()) and kind = 'contact') with check ((select private.is_admin()));
create policy "administrators delete enquiries" on public.enquiries
  for delete to authenticated using ((select private.is_admin()));

-- An attempt without an outcome after two minutes (the function was stopped in between) never gets one.
create function private.is_undelivered(enquiry public.enquiries) returns boolean
language sql stable security invoker set search_path = '' as $$
  select enquiry.delivery = 'failed' or (
    enquiry.delivery = 'pending' and coalesce(enquiry.attempted_at, enquiry.created_at) < now() - interval '2 minutes'
  )
$$;
revoke execute on function private.is_undelivered(public.enquiries) from public;
grant execute on function private.is_undelivered(public.enquiries) to authenticated, service_role;

create function public.claim_enquiry(p_id uuid) returns setof public.enquiries
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query update public.enquiries e set delivery = 'pending', delivered_at = null, attempted_at = now()
  where e.id = p_id and private.is_undelivered(e) returning e.*;
  if not found and exists (select from public.enquiries e where e.id = p_id) then
    raise exception using errcode = 'PT409', message = 'enquiry_not_failed';
  end if;
end $$;
comment on function public.claim_enquiry(uuid) is
  'Takes an undelivered enquiry to be sent again, once among callers at the same moment; no row when it is gone. For the functions that send email.';
revoke execute on function public.claim_enquiry(uuid) from public, anon, authenticated;
grant execute on function public.claim_enquiry(uuid) to service_role;

-- Row-level security alone would show a former administrator an empty list, so the function refuses.
create type public.enquiry_page as (total integer, enquiries jsonb);

create function public.enquiry_page(
  p_search text default '', p_filter text default 'all', p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns public.enquiry_page
language plpgsql stable security invoker set search_path = '' as $$
declare
  found_page public.enquiry_page;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  with matching as (
    select e.id, e.kind, e.name, e.email, e.phone, e.subject, e.message, e.source, e.delivery, e.delivered_at, e.answered_at,
      e.created_at
    from public.enquiries e
    where (p_search = '' or strpos(
      lower(concat_ws(chr(10), e.name, e.email, e.phone, e.subject, e.message)), lower(p_search)
    ) > 0) and case p_filter
      when 'new' then e.kind = 'contact' and e.answered_at is null
      when 'undelivered' then e.delivery <> 'sent' and private.is_undelivered(e)
      else true
    end
  ), page as (
    select * from matching m where (m.created_at, m.id) < (p_before, p_before_id)
    order by m.created_at desc, m.id desc limit least(greatest(p_limit, 1), 100)
  )
  select (select count(*) from matching),
    coalesce((select jsonb_agg(to_jsonb(p) order by p.created_at desc, p.id desc) from page p), '[]'::jsonb)
  into found_page;
  return found_page;
end $$;
comment on function public.enquiry_page(text, text, timestamptz, uuid, integer) is
  'Enquiries that match a search and a filter (all, new, undelivered) and come after one of that time and id, newest first, at most 100, and how many match in all; for administrators.';
revoke execute on function public.enquiry_page(text, text, timestamptz, uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.enquiry_page(text, text, timestamptz, uuid, integer) to authenticated;

-- What waits for the owner.
create type public.waiting_counts as (
  reviews integer, enquiries integer, emails integer, thanks integer, invitations integer, build jsonb
);

create function public.waiting_counts() returns public.waiting_counts
language plpgsql stable security invoker set search_path = '' as $$
declare
  counts public.waiting_counts;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  select
    (select count(*) from public.reviews r where r.status = 'pending'),
    (select count(*) from public.enquiries e where e.kind = 'contact' and e.answered_at is null),
    (select count(*) from public.enquiries e where e.delivery <> 'sent' and private.is_undelivered(e)),
    (select count(*) from public.reviews r where r.thanks_failed_at is not null and r.status = 'approved'),
    (select count(*) from public.review_invitations i
      where i.answered_at is null and i.withdrawn_at is null and i.expires_at > now()),
    private.build_plan(null, true)
  into counts;
  return counts;
end $$;
comment on function public.waiting_counts() is
  'How many reviews wait for moderation, enquiries for an answer, emails and thanks for another attempt, invitations for a review, and what is known of the next build; for administrators.';
revoke execute on function public.waiting_counts() from public, anon, authenticated, service_role;
grant execute on function public.waiting_counts() to authenticated;

-- One row per accepted call. Buckets are keyed hashes of IP or email addresses, never the addresses themselves.
create table private.rate_limit_hits (
  id bigint generated always as identity primary key,
  bucket text not null check (char_length(bucket) between 1 and 200),
  hit_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table private.rate_limit_hits is 'Accepted calls of the public functions within their limit''s window.';
create index rate_limit_hits_by_bucket on private.rate_limit_hits (bucket, hit_at);
create index rate_limit_hits_by_expiry on private.rate_limit_hits (expires_at);
alter table private.rate_limit_hits enable row level security;
revoke all on private.rate_limit_hits from public, anon, authenticated, service_role;

-- A sliding window: any p_window_seconds contain at most p_limit accepted calls. Refused calls do not count, nor do calls dated
-- in the future: after a clock was put back, visitors would be refused for as long as it had been ahead.
create function public.hit_rate_limit(p_bucket text, p_limit integer, p_window_seconds integer)
returns table (allowed boolean, remaining integer, retry_after integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  moment timestamptz;
  span interval := pg_catalog.make_interval(secs => p_window_seconds);
  used integer;
  oldest timestamptz;
begin
  if p_limit < 1 or p_window_seconds < 1 then
    raise exception using errcode = '22023', message = 'limit and window must be positive';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(p_bucket, 1));
  -- Taken after the lock: a call that waited must not be dated before the calls it waited for.
  moment := pg_catalog.clock_timestamp();

  delete from private.rate_limit_hits h where h.id in (
    select e.id from private.rate_limit_hits e where e.expires_at <= moment order by e.expires_at limit 100 for update skip locked
  );
  select count(*), min(h.hit_at) into used, oldest
  from private.rate_limit_hits h where h.bucket = p_bucket and h.hit_at > moment - span and h.hit_at <= moment;

  if used >= p_limit then
    return query select false, 0, greatest(1, ceil(extract(epoch from oldest + span - moment))::integer);
    return;
  end if;
  insert into private.rate_limit_hits (bucket, hit_at, expires_at) values (p_bucket, moment, moment + span);
  return query select true, p_limit - used - 1, 0;
end $$;
comment on function public.hit_rate_limit(text, integer, integer) is 'Counts one call against a sliding window; for the public functions.';
revoke execute on function public.hit_rate_limit(text, integer, integer) from public, anon, authenticated;
grant execute on function public.hit_rate_limit(text, integer, integer) to service_role;

create function public.release_rate_limit(p_bucket text) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.rate_limit_hits h where h.id = (
    select l.id from private.rate_limit_hits l where l.bucket = p_bucket order by l.hit_at desc, l.id desc limit 1
  )
$$;
comment on function public.release_rate_limit(text) is
  'Takes back the last counted call: an email that could not be sent uses up nothing; for the public functions.';
revoke execute on function public.release_rate_limit(text) from public, anon, authenticated;
grant execute on function public.release_rate_limit(text) to service_role;
