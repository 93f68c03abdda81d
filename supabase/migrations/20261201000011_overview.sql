create type public.waiting_counts as (
  reviews integer, enquiries integer, emails integer, thanks integer, invitations integer, build jsonb,
  published integer, deleted integer, newest jsonb
);

create function public.waiting_counts() returns public.waiting_counts
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
declare counts public.waiting_counts;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  select
    (select count(*) from public.reviews r where r.status = 'pending'),
    (select count(*) from public.enquiries e where e.kind = 'contact' and e.answered_at is null),
    (select count(*) from public.enquiries e where e.delivery <> 'sent' and private.is_undelivered(e)),
    (select count(*) from public.reviews r where r.thanks_failed_at is not null and r.status = 'approved'),
    (select count(*) from public.review_invitations i
      where i.answered_at is null and i.withdrawn_at is null and i.expires_at > now()),
    private.build_plan(null, true),
    (select count(*) from public.reviews r where r.status = 'approved'),
    (select count(*) from public.reviews r where r.status = 'rejected'),
    jsonb_build_object(
      'review', (select max(r.created_at) from public.reviews r where r.status = 'pending'),
      'enquiry', (select max(e.created_at) from public.enquiries e)
    )
  into counts;
  return counts;
end $$;
comment on function public.waiting_counts is
  'Returns the overview''s counts, the rebuild status, and when the newest pending review and enquiry arrived.';

grant execute on function public.waiting_counts to authenticated;
