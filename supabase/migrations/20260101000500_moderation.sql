-- What an administrator moderates: a page of one status, and how many there are. The search text is only ever a
-- parameter and is looked for as it was typed: it has no wildcards.
create function private.review_matches(review public.reviews, p_search text) returns boolean
language sql immutable set search_path = '' as $$
  select p_search = '' or strpos(
    lower(concat_ws(chr(10), review.name, review.location, review.title, review.text, review.email)), lower(p_search)
  ) > 0
$$;
revoke execute on function private.review_matches(public.reviews, text) from public, anon, authenticated, service_role;
grant execute on function private.review_matches(public.reviews, text) to authenticated;

-- Row-level security alone would show an empty list to somebody whose role was taken away; they are told instead.
create function public.moderation_counts(p_search text default '', out pending integer, out approved integer, out rejected integer)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  select count(*) filter (where r.status = 'pending'), count(*) filter (where r.status = 'approved'),
    count(*) filter (where r.status = 'rejected')
  into pending, approved, rejected
  from public.reviews r where private.review_matches(r, p_search);
end $$;
comment on function public.moderation_counts(text) is 'How many reviews of each status match a search; for administrators.';

create function public.moderation_page(p_status text, p_search text default '', p_offset integer default 0, p_limit integer default 50)
returns table (
  id uuid, name text, location text, title text, "text" text, rating smallint, source text, email text,
  created_at timestamptz, moderated_at timestamptz
)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  return query
    select r.id, r.name, r.location, r.title, r.text, r.rating, r.source, r.email, r.created_at, r.moderated_at
    from public.reviews r
    where r.status = p_status and private.review_matches(r, p_search)
    order by r.created_at desc, r.id
    offset greatest(p_offset, 0) limit least(greatest(p_limit, 1), 100);
end $$;
comment on function public.moderation_page(text, text, integer, integer) is
  'Reviews of one status that match a search, newest first, at most 100; for administrators.';

revoke execute on function
  public.moderation_counts(text), public.moderation_page(text, text, integer, integer)
from public, anon, authenticated, service_role;
grant execute on function
  public.moderation_counts(text), public.moderation_page(text, text, integer, integer)
to authenticated;
