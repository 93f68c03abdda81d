-- Limits match supabase/functions/_shared/contract/invitation.ts (tested).
create table public.review_invitations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> '' and char_length(name) <= 100),
  email text not null check (email <> '' and char_length(email) <= 254),
  location text not null default '' check (char_length(location) <= 100),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  earlier_token_hashes text[] not null default '{}',
  delivery text not null default 'pending' check (delivery in ('pending', 'sent', 'failed')),
  sent_at timestamptz,
  expires_at timestamptz not null default now() + interval '60 days',
  answered_at timestamptz,
  withdrawn_at timestamptz,
  review_id uuid unique references public.reviews (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.review_invitations is 'Invitations to write a review. Each personal link works once, for 60 days.';
comment on column public.review_invitations.token_hash is 'SHA-256 of the link''s token, which is only in the email.';
comment on column public.review_invitations.earlier_token_hashes is 'Hashes of earlier links, which still work.';
comment on column public.review_invitations.location is 'Place of work, to prefill the form.';
comment on column public.review_invitations.delivery is 'Whether the mail server accepted the email.';
create index review_invitations_by_earlier_token on public.review_invitations using gin (earlier_token_hashes);
create index review_invitations_by_time on public.review_invitations (created_at, id);

-- Two open invitations would allow two verified reviews, so an open one is resent.
create unique index review_invitations_open_once on public.review_invitations (lower(email))
  where answered_at is null and withdrawn_at is null;

alter table public.review_invitations enable row level security;
revoke all on public.review_invitations from public, anon, authenticated, service_role;
grant select (id, name, email, location, delivery, sent_at, expires_at, answered_at, withdrawn_at, review_id, created_at),
  update (withdrawn_at), delete on public.review_invitations to authenticated;
grant select, insert, update (token_hash, earlier_token_hashes, delivery, sent_at, expires_at)
  on public.review_invitations to service_role;

create policy "administrators read review invitations" on public.review_invitations
  for select to authenticated using ((select private.is_admin()));
create policy "administrators withdraw open review invitations" on public.review_invitations
  for update to authenticated
  using ((select private.is_admin()) and answered_at is null and withdrawn_at is null)
  with check ((select private.is_admin()) and withdrawn_at is not null);
create policy "administrators delete closed review invitations" on public.review_invitations
  for delete to authenticated using (
    (select private.is_admin()) and (answered_at is not null or withdrawn_at is not null or expires_at <= now())
  );

create function private.find_invitation(p_token text) returns uuid
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select i.id
  from public.review_invitations i, encode(sha256(convert_to(p_token, 'UTF8')), 'hex') as hash
  where i.token_hash = hash or i.earlier_token_hashes @> array[hash]
$$;

create function public.review_invitation(p_token text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((
    select case
      when i.withdrawn_at is not null then '{"state": "withdrawn"}'::jsonb
      when i.answered_at is not null then '{"state": "answered"}'::jsonb
      when i.expires_at <= now() then '{"state": "expired"}'::jsonb
      else jsonb_build_object('state', 'open', 'name', i.name, 'email', i.email, 'location', i.location)
    end
    from public.review_invitations i
    where i.id = private.find_invitation(p_token)
  ), '{"state": "unknown"}'::jsonb)
$$;
comment on function public.review_invitation is 'Returns an invitation''s state and, while open, values to prefill the form.';

-- Only one review per invitation is verified. With an invalid token it is stored unverified, so that no text is lost. A
-- duplicate of a pending review isn't stored, but verifies it. If it was verified already, the invitation stays open.
create function public.submit_invited_review(
  p_token text, p_name text, p_location text, p_text text, p_rating integer, p_source text, p_email text
) returns table (id uuid, approval_hash text, verified boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare found_id uuid := private.find_invitation(p_token); open_id uuid; stored public.reviews;
begin
  select i.id into open_id from public.review_invitations i
  where i.id = found_id and i.answered_at is null and i.withdrawn_at is null and i.expires_at > now()
  for update;
  if open_id is null and exists (
    select from public.review_invitations i join public.reviews r on r.id = i.review_id
    where i.id = found_id and lower(r.email) = lower(p_email) and r.text = p_text
  ) then
    return;
  end if;
  insert into public.reviews as r (name, location, text, rating, source, email, verified)
  values (p_name, p_location, p_text, p_rating, p_source, p_email, open_id is not null)
  on conflict (lower(email), md5(text)) where status = 'pending'
  do update set verified = true where excluded.verified and not r.verified
  returning r.* into stored;
  if stored.id is null then return; end if;
  update public.review_invitations i set answered_at = now(), review_id = stored.id where i.id = open_id;
  return query select stored.id, stored.approval_hash, stored.verified;
end $$;
comment on function public.submit_invited_review is 'Stores a review, verified if its invitation is open.';

create type public.invitation_page as (total integer, invitations jsonb);

create function public.invitation_page(
  p_search text default '', p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns public.invitation_page
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
declare found_page public.invitation_page;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  with matching as (
    select i.id, i.name, i.email, i.location, i.sent_at, i.expires_at, i.answered_at, i.withdrawn_at, i.created_at,
      case
        when i.withdrawn_at is not null then 'withdrawn'
        when i.answered_at is not null then 'answered'
        when i.expires_at <= now() then 'expired'
        else i.delivery
      end as state
    from public.review_invitations i
    where p_search = '' or strpos(lower(concat_ws(chr(10), i.name, i.email, i.location)), lower(p_search)) > 0
  ), page as (
    select * from matching m where (m.created_at, m.id) < (p_before, p_before_id)
    order by m.created_at desc, m.id desc limit least(greatest(p_limit, 1), 100)
  )
  select (select count(*) from matching),
    coalesce((select jsonb_agg(to_jsonb(p) order by p.created_at desc, p.id desc) from page p), '[]'::jsonb)
  into found_page;
  return found_page;
end $$;
comment on function public.invitation_page is 'Up to 100 matching invitations before p_before, newest first, and the total.';

grant execute on function public.review_invitation to anon, authenticated;
grant execute on function public.submit_invited_review to service_role;
grant execute on function public.invitation_page to authenticated;
