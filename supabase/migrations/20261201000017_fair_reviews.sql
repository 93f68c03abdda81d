-- Deleted reviews have a reason, and the review on the home page no longer needs four stars.
alter table public.reviews
  add column reason text check (reason in (
    'not about our work', 'abusive or personal details', 'not genuine', 'duplicate', 'withdrawn by the author', 'something else',
    'not recorded')),
  add column reason_note text not null default '' check (char_length(reason_note) <= 500);
comment on column public.reviews.reason is 'Reason for the last deletion. ''not recorded'' before this column existed, and for spam.';
comment on column public.reviews.reason_note is 'Details of the reason ''something else''.';

update public.reviews r set reason = 'not recorded' where r.status = 'rejected';
alter table public.reviews
  add check (status <> 'rejected' or reason is not null),
  add check (reason_note = '' or reason is not distinct from 'something else');

create or replace trigger reject_during_restore
  before update of status, reason, reason_note, thanked_at, thanks_failed_at, thanks_claimed_at or delete on public.reviews
  for each statement execute function private.reject_during_restore();
grant update (reason, reason_note) on public.reviews to authenticated;

create function private.set_missing_reason() returns trigger
language plpgsql security invoker set search_path = pg_catalog, pg_temp as $$
begin
  new.reason := 'not recorded';
  return new;
end $$;

create trigger set_missing_reason before insert or update of status on public.reviews
  for each row when (new.status = 'rejected' and new.reason is null) execute function private.set_missing_reason();

drop function public.moderate_reviews(uuid[], text, text);

create function public.moderate_reviews(
  p_ids uuid[], p_from text, p_to text, p_reason text default null, p_note text default ''
) returns setof uuid
language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query update public.reviews r set status = p_to, reason = coalesce(p_reason, r.reason),
    reason_note = case when p_reason is null then r.reason_note else p_note end
  where r.id = any (p_ids) and r.status = p_from returning r.id;
end $$;
comment on function public.moderate_reviews is
  'Changes reviews from p_from to p_to and returns their ids. Without p_reason, as on undo, they keep an earlier one.';

drop function public.moderation_page(text, text, timestamptz, uuid, integer);

create function public.moderation_page(
  p_status text, p_search text default '', p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns table (
  id uuid, name text, location text, title text, "text" text, rating smallint, source text, email text, verified boolean,
  created_at timestamptz, moderated_at timestamptz, thanked_at timestamptz, thanks_failed_at timestamptz, caught_as_spam boolean,
  reason text, reason_note text
)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query
    select r.id, r.name, r.location, r.title, r.text, r.rating, r.source, r.email, r.verified, r.created_at, r.moderated_at,
      r.thanked_at, r.thanks_failed_at, r.caught_as_spam, r.reason, r.reason_note
    from public.reviews r
    where r.status = p_status and (r.created_at, r.id) < (p_before, p_before_id)
      and (p_search = '' or strpos(r.search_text, lower(p_search)) > 0)
    order by r.created_at desc, r.id desc
    limit least(greatest(p_limit, 1), 100);
end $$;
comment on function public.moderation_page is 'Returns up to 100 reviews of a status before p_before, newest first.';

-- Considers the newest sixty, and prefers verified reviews.
create or replace function private.featured_review() returns jsonb
language sql stable security invoker set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('name', r.name, 'location', r.location, 'text', r.text, 'verified', r.verified)
  from (select * from public.reviews a where a.status = 'approved' order by a.created_at desc, a.id desc limit 60) r
  order by r.verified desc, r.created_at desc, r.id desc limit 1
$$;

create function private.update_featured_review() returns void
language sql volatile security invoker set search_path = pg_catalog, pg_temp as $$
  select private.track_change(false) from private.site s where s.review is distinct from private.featured_review();
  update private.site s set review = private.featured_review() where s.review is distinct from private.featured_review();
$$;

select private.update_featured_review();

-- An earlier backup may feature another review.
create or replace function public.finish_restore(p_manifest text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from private.restoration r where r.manifest = p_manifest;
  select private.update_featured_review();
$$;

grant execute on function public.moderate_reviews, public.moderation_page to authenticated;
