-- Tens of thousands of reviews: counting, turning pages and searching read the words of no review they need not read.

-- What a search looks through, in lower case; making it anew for every row and search took fifteen times as long. It
-- holds the e-mail address, so visitors get no right to read it: theirs are granted column by column.
alter table public.reviews add column search_text text not null generated always as (
  lower(name || chr(10) || location || chr(10) || coalesce(title, '') || chr(10) || text || chr(10) || email)
) stored;
comment on column public.reviews.search_text is 'Everything a moderator can search for, in lower case, a line each.';

-- Without a search the index by status counts alone. Two statements, because one plan would have to serve both.
create or replace function public.moderation_counts(p_search text default '', out pending integer, out approved integer, out rejected integer)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  if p_search = '' then
    select count(*) filter (where r.status = 'pending'), count(*) filter (where r.status = 'approved'),
      count(*) filter (where r.status = 'rejected')
    into pending, approved, rejected
    from public.reviews r;
  else
    select count(*) filter (where r.status = 'pending'), count(*) filter (where r.status = 'approved'),
      count(*) filter (where r.status = 'rejected')
    into pending, approved, rejected
    from public.reviews r where strpos(r.search_text, lower(p_search)) > 0;
  end if;
end $$;

create or replace function public.moderation_page(p_status text, p_search text default '', p_offset integer default 0, p_limit integer default 50)
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
    where r.status = p_status and (p_search = '' or strpos(r.search_text, lower(p_search)) > 0)
    order by r.created_at desc, r.id
    offset greatest(p_offset, 0) limit least(greatest(p_limit, 1), 100);
end $$;
drop function private.review_matches(public.reviews, text);

-- The public page's count and average: read from an index that holds nothing else.
create index reviews_published_rating on public.reviews (rating) where status = 'approved';

-- The average was numeric, of which a whole one may reach the browser as a string ("5.0"); a double is always a number.
drop function public.approved_review_summary();
create function public.approved_review_summary(out count bigint, out average double precision)
language sql stable security invoker set search_path = '' as $$
  select count(*), round(avg(rating), 1)::double precision from public.reviews where status = 'approved'
$$;
comment on function public.approved_review_summary() is
  'Count and average rating (one decimal, null without reviews) of the approved reviews; row-level security applies.';
revoke execute on function public.approved_review_summary() from public, anon, authenticated, service_role;
grant execute on function public.approved_review_summary() to anon, authenticated;
