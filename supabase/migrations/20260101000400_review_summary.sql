-- How many reviews a visitor may read, and their average rating: one call instead of reading them all.
create function public.approved_review_summary(out count bigint, out average numeric)
language sql stable security invoker set search_path = '' as $$
  select count(*), round(avg(rating), 1) from public.reviews where status = 'approved'
$$;
comment on function public.approved_review_summary() is
  'Count and average rating (one decimal, null without reviews) of the approved reviews; row-level security applies.';
revoke execute on function public.approved_review_summary() from public, anon, authenticated, service_role;
grant execute on function public.approved_review_summary() to anon, authenticated;
