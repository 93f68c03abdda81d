-- Limits match supabase/functions/_shared/contract/enquiry.ts and text.ts (tested).
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
comment on table public.enquiries is 'Contact messages and business card shares, stored before they are emailed.';
comment on column public.enquiries.email is 'Sender (contact) or recipient (business-card).';
comment on column public.enquiries.message is 'Message (contact) or URL of the card (business-card).';
comment on column public.enquiries.delivery is 'Whether the mail server accepted the email.';
comment on column public.enquiries.attempted_at is 'Start of the last resend.';
comment on column public.enquiries.answered_at is 'Time when an administrator marked the contact message as answered.';
create index enquiries_by_time on public.enquiries (created_at, id);
create index enquiries_new on public.enquiries (created_at desc) where kind = 'contact' and answered_at is null;
create index enquiries_undelivered on public.enquiries (created_at desc) where delivery <> 'sent';

alter table public.enquiries enable row level security;
revoke all on public.enquiries from public, anon, authenticated, service_role;
grant select, update (answered_at), delete on public.enquiries to authenticated;
grant select, insert, update (delivery, delivered_at) on public.enquiries to service_role;

create policy "administrators read enquiries" on public.enquiries for select to authenticated using ((select private.is_admin()));
create policy "administrators mark enquiries answered" on public.enquiries
  for update to authenticated using ((select private.is_admin()) and kind = 'contact') with check ((select private.is_admin()));
create policy "administrators delete enquiries" on public.enquiries
  for delete to authenticated using ((select private.is_admin()));

-- An attempt without a result after two minutes was interrupted. Queries repeat `delivery <> 'sent'` to use the index.
create function private.is_undelivered(enquiry public.enquiries) returns boolean
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select enquiry.delivery = 'failed' or enquiry.delivery = 'pending'
    and not private.is_recent(coalesce(enquiry.attempted_at, enquiry.created_at), interval '2 minutes')
$$;

create function public.claim_enquiry(p_id uuid) returns setof public.enquiries
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query update public.enquiries e set delivery = 'pending', delivered_at = null, attempted_at = now()
  where e.id = p_id and private.is_undelivered(e) returning e.*;
  if not found and exists (select from public.enquiries e where e.id = p_id) then
    raise exception using errcode = 'PT409', message = 'enquiry_not_failed';
  end if;
end $$;
comment on function public.claim_enquiry is 'Claims an undelivered enquiry for one caller to resend. No row if it was deleted.';

create type public.enquiry_page as (total integer, enquiries jsonb);

create function public.enquiry_page(
  p_search text default '', p_filter text default 'all', p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns public.enquiry_page
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
declare found_page public.enquiry_page;
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
comment on function public.enquiry_page is
  'Returns up to 100 enquiries before p_before that match search and filter (all, new, undelivered), newest first, and '
  'the total.';

grant execute on function private.is_undelivered to authenticated, service_role;
grant execute on function public.claim_enquiry to service_role;
grant execute on function public.enquiry_page to authenticated;
