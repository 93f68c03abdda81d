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
  moderated_by uuid references auth.users (id) on delete set null
);
comment on table public.reviews is 'Testimonials sent by visitors and their moderation.';
comment on column public.reviews.approval_hash is 'Proves that a moderation link came from the notification e-mail; never readable by visitors.';
comment on column public.reviews.moderated_by is 'The administrator who last changed the status; empty for service_role and deleted users.';

create index reviews_by_status on public.reviews (status, created_at desc, id);
create index reviews_by_moderator on public.reviews (moderated_by);
-- A double click or a retry must not make a second row; once moderated, the same words may be sent again.
create unique index reviews_pending_once on public.reviews (lower(email), md5(text)) where status = 'pending';

-- SQLSTATE PT409 makes the API answer 409 Conflict.
create function private.guard_review_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (old.status, new.status) not in (('pending', 'approved'), ('pending', 'rejected'), ('rejected', 'approved')) then
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
grant select (id, name, location, title, text, rating, status, source, created_at) on public.reviews to anon;
grant select, update (status), delete on public.reviews to authenticated;
grant select, insert, update (status), delete on public.reviews to service_role;

create policy "anyone reads approved reviews" on public.reviews
  for select to anon using (status = 'approved');
create policy "administrators read every review" on public.reviews
  for select to authenticated using ((select private.is_admin()));
create policy "administrators moderate reviews" on public.reviews
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete rejected reviews" on public.reviews
  for delete to authenticated using ((select private.is_admin()));
