create table private.rate_limit_hits (
  id bigint generated always as identity primary key,
  bucket text not null check (char_length(bucket) between 1 and 200),
  hit_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table private.rate_limit_hits is 'Accepted calls of public functions.';
comment on column private.rate_limit_hits.bucket is 'Scope and keyed hash of an IP or email address.';
create index rate_limit_hits_by_bucket on private.rate_limit_hits (bucket, hit_at);
create index rate_limit_hits_by_expiry on private.rate_limit_hits (expires_at);

alter table private.rate_limit_hits enable row level security;
revoke all on private.rate_limit_hits from public, anon, authenticated, service_role;
revoke all on sequence private.rate_limit_hits_id_seq from public, anon, authenticated, service_role;

-- Any window of p_window_seconds has at most p_limit accepted calls. Calls dated in the future don't count.
create function public.hit_rate_limit(p_bucket text, p_limit integer, p_window_seconds integer)
returns table (allowed boolean, remaining integer, retry_after integer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare now_at timestamptz; span interval := make_interval(secs => p_window_seconds); used integer; oldest timestamptz;
begin
  if p_limit < 1 or p_window_seconds < 1 then
    raise exception using errcode = '22023', message = 'limit and window must be positive';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_bucket, 1));
  -- After the lock, so that waiting calls aren't dated too early.
  now_at := clock_timestamp();
  delete from private.rate_limit_hits h where h.id in (
    select e.id from private.rate_limit_hits e where e.expires_at <= now_at order by e.expires_at limit 100 for update skip locked
  );
  select count(*), min(h.hit_at) into used, oldest
  from private.rate_limit_hits h where h.bucket = p_bucket and h.hit_at > now_at - span and h.hit_at <= now_at;
  if used >= p_limit then
    return query select false, 0, greatest(1, ceil(extract(epoch from oldest + span - now_at))::integer);
    return;
  end if;
  insert into private.rate_limit_hits (bucket, hit_at, expires_at) values (p_bucket, now_at, now_at + span);
  return query select true, p_limit - used - 1, 0;
end $$;
comment on function public.hit_rate_limit is 'Counts a call, unless the sliding window is full. retry_after is in seconds.';

create function public.release_rate_limit(p_bucket text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from private.rate_limit_hits h where h.id = (
    select l.id from private.rate_limit_hits l where l.bucket = p_bucket and l.hit_at <= clock_timestamp()
    order by l.hit_at desc, l.id desc limit 1
  )
$$;
comment on function public.release_rate_limit is 'Refunds the last counted call, for example if an email couldn''t be sent.';

grant execute on function public.hit_rate_limit, public.release_rate_limit to service_role;
