-- What an administrator reads of the enquiries, and the claim that keeps two of them from sending one e-mail twice.
alter table public.enquiries add column attempted_at timestamptz;
comment on column public.enquiries.attempted_at is 'When an administrator last had the e-mail sent again.';

-- Row-level security alone would show an empty list to somebody whose role was taken away; they are told instead.
-- The search text is looked for as it was typed: it has no wildcards.
create function public.enquiry_page(
  p_search text default '', p_offset integer default 0, p_limit integer default 50,
  out total integer, out enquiries jsonb
)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  with matching as (
    select e.id, e.kind, e.name, e.email, e.phone, e.subject, e.message, e.source, e.delivery, e.delivered_at, e.created_at
    from public.enquiries e
    where p_search = '' or strpos(
      lower(concat_ws(chr(10), e.name, e.email, e.phone, e.subject, e.message)), lower(p_search)
    ) > 0
  ), page as (
    select * from matching m order by m.created_at desc, m.id
    offset greatest(p_offset, 0) limit least(greatest(p_limit, 1), 100)
  )
  select (select count(*) from matching),
    coalesce((select jsonb_agg(to_jsonb(p) order by p.created_at desc, p.id) from page p), '[]'::jsonb)
  into total, enquiries;
end $$;
comment on function public.enquiry_page(text, integer, integer) is
  'Enquiries that match a search, newest first, at most 100, and how many there are; for administrators.';
revoke execute on function public.enquiry_page(text, integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.enquiry_page(text, integer, integer) to authenticated;

-- An attempt that was never answered (the function was stopped in between) may be repeated after two minutes.
create function public.claim_enquiry(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  claimed public.enquiries;
begin
  update public.enquiries e set delivery = 'pending', delivered_at = null, attempted_at = now()
  where e.id = p_id and (
    e.delivery = 'failed'
    or (e.delivery = 'pending' and coalesce(e.attempted_at, e.created_at) < now() - interval '2 minutes')
  )
  returning e.* into claimed;
  if found then return to_jsonb(claimed); end if;
  if exists (select from public.enquiries e where e.id = p_id) then
    raise exception using errcode = 'PT409', message = 'enquiry_not_failed';
  end if;
  return null;
end $$;
comment on function public.claim_enquiry(uuid) is
  'Takes a failed enquiry to be sent again, once among callers at the same moment; null when it is gone. For the send-email function.';
revoke execute on function public.claim_enquiry(uuid) from public, anon, authenticated;
grant execute on function public.claim_enquiry(uuid) to service_role;
