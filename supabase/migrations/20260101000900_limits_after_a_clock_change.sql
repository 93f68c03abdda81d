-- As before, but calls dated in the future do not count: a clock that was wrong and is put back would otherwise
-- refuse visitors for as long as it had been ahead.
create or replace function public.hit_rate_limit(p_bucket text, p_limit integer, p_window_seconds integer)
returns table (allowed boolean, remaining integer, retry_after integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  moment timestamptz;
  span interval := pg_catalog.make_interval(secs => p_window_seconds);
  used integer;
  oldest timestamptz;
begin
  if p_limit < 1 or p_window_seconds < 1 then
    raise exception using errcode = '22023', message = 'limit and window must be positive';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(p_bucket, 1));
  -- Taken after the lock: a call that waited must not be dated before the calls it waited for.
  moment := pg_catalog.clock_timestamp();

  delete from private.rate_limit_hits h where h.id in (
    select e.id from private.rate_limit_hits e where e.expires_at <= moment order by e.expires_at limit 100 for update skip locked
  );
  select count(*), min(h.hit_at) into used, oldest
  from private.rate_limit_hits h where h.bucket = p_bucket and h.hit_at > moment - span and h.hit_at <= moment;

  if used >= p_limit then
    return query select false, 0, greatest(1, ceil(extract(epoch from oldest + span - moment))::integer);
    return;
  end if;
  insert into private.rate_limit_hits (bucket, hit_at, expires_at) values (p_bucket, moment, moment + span);
  return query select true, p_limit - used - 1, 0;
end $$;
