-- What waits for the owner: enquiries are new until they are answered.
alter table public.enquiries
  add column answered_at timestamptz,
  add check (kind = 'contact' or answered_at is null);
comment on column public.enquiries.answered_at is 'When an administrator marked it answered; empty for new ones, and always for shares of the business card.';
create index enquiries_new on public.enquiries (created_at desc) where kind = 'contact' and answered_at is null;
create index enquiries_undelivered on public.enquiries (created_at desc) where delivery <> 'sent';
grant update (answered_at) on public.enquiries to authenticated;
create policy "administrators mark enquiries answered" on public.enquiries
  for update to authenticated using ((select private.is_admin()) and kind = 'contact') with check ((select private.is_admin()));

-- As claim_enquiry() has it: an attempt without an outcome after two minutes never gets one.
create function private.is_undelivered(enquiry public.enquiries) returns boolean
language sql stable security invoker set search_path = '' as $$
  select enquiry.delivery = 'failed' or (
    enquiry.delivery = 'pending' and coalesce(enquiry.attempted_at, enquiry.created_at) < now() - interval '2 minutes'
  )
$$;
revoke execute on function private.is_undelivered(public.enquiries) from public;
grant execute on function private.is_undelivered(public.enquiries) to authenticated, service_role;

-- Row-level security alone would show a former administrator an empty list, so the function refuses. The search text has
-- no wildcards. Pages follow one another by key, as those of reviews do.
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
      when 'undelivered' then private.is_undelivered(e)
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

create type public.waiting_counts as (reviews integer, enquiries integer, emails integer, thanks integer, invitations integer);

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
      where i.answered_at is null and i.withdrawn_at is null and i.expires_at > now())
  into counts;
  return counts;
end $$;
comment on function public.waiting_counts() is
  'How many reviews wait for moderation, enquiries for an answer, e-mails and thanks for another attempt, invitations for a review; for administrators.';
revoke execute on function public.waiting_counts() from public, anon, authenticated, service_role;
grant execute on function public.waiting_counts() to authenticated;
