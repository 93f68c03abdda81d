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
  created_at timestamptz not null default now(),
  check (kind <> 'contact' or name <> ''),
  check ((delivery = 'sent') = (delivered_at is not null))
);
comment on table public.enquiries is 'Messages from the contact form and shares of the business card, stored before they are mailed.';
comment on column public.enquiries.email is 'Who wrote (contact) or whom the card was sent to (business-card).';
comment on column public.enquiries.message is 'The message (contact) or the address of the card (business-card).';
comment on column public.enquiries.delivery is 'Whether the mail server accepted the e-mail.';
comment on column public.enquiries.attempted_at is 'When an administrator last had the e-mail sent again.';

create index enquiries_by_time on public.enquiries (created_at, id);

alter table public.enquiries enable row level security;
revoke all on public.enquiries from public, anon, authenticated, service_role;
grant select, delete on public.enquiries to authenticated;
grant select, insert, update (delivery, delivered_at) on public.enquiries to service_role;

create policy "administrators read enquiries" on public.enquiries
  for select to authenticated using ((select private.is_admin()));
create policy "administrators delete enquiries" on public.enquiries
  for delete to authenticated using ((select private.is_admin()));

-- An attempt that was never answered (the function was stopped in between) may be repeated after two minutes.
create function public.claim_enquiry(p_id uuid) returns setof public.enquiries
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query update public.enquiries e set delivery = 'pending', delivered_at = null, attempted_at = now()
  where e.id = p_id and (
    e.delivery = 'failed'
    or (e.delivery = 'pending' and coalesce(e.attempted_at, e.created_at) < now() - interval '2 minutes')
  )
  returning e.*;
  if not found and exists (select from public.enquiries e where e.id = p_id) then
    raise exception using errcode = 'PT409', message = 'enquiry_not_failed';
  end if;
end $$;
comment on function public.claim_enquiry(uuid) is
  'Takes a failed enquiry to be sent again, once among callers at the same moment; no row when it is gone. For the send-email function.';
revoke execute on function public.claim_enquiry(uuid) from public, anon, authenticated;
grant execute on function public.claim_enquiry(uuid) to service_role;
