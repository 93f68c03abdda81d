-- A status with its history replaces `answered_at`, and administrators can add a private note.
alter table public.enquiries
  add column status text check (status in ('new', 'contacted', 'visit booked', 'quoted', 'won', 'lost')),
  add column status_changes jsonb not null default '[]' check (jsonb_typeof(status_changes) = 'array'),
  add column note text not null default '' check (char_length(note) <= 2000);
comment on column public.enquiries.status is 'Null for business card shares.';
comment on column public.enquiries.status_changes is 'Status, time and administrator''s email address of each change, oldest first.';
comment on column public.enquiries.note is 'Private note by administrators.';

update public.enquiries e set status = 'new' where e.kind = 'contact' and e.answered_at is null;
update public.enquiries e set status = 'contacted',
  status_changes = jsonb_build_array(jsonb_build_object('status', 'contacted', 'at', e.answered_at, 'by', ''))
where e.answered_at is not null;

create or replace trigger reject_during_restore before update of status, note, photos or delete on public.enquiries
  for each statement execute function private.reject_during_restore();
drop index public.enquiries_new;
alter table public.enquiries drop column answered_at, add check ((kind = 'contact') = (status is not null));
create index enquiries_by_status on public.enquiries (status, created_at, id);

alter policy "administrators mark enquiries answered" on public.enquiries rename to "administrators set the status of enquiries";
grant update (status) on public.enquiries to authenticated;

create function private.track_enquiry_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
begin
  if tg_op = 'INSERT' then
    new.status := 'new';
  else
    -- Later than a concurrent change that this one waited for.
    new.status_changes := old.status_changes || jsonb_build_object(
      'status', new.status, 'at', clock_timestamp(), 'by', coalesce(auth.jwt() ->> 'email', ''));
  end if;
  return new;
end $$;

create trigger set_first_status before insert on public.enquiries
  for each row when (new.kind = 'contact' and new.status is null) execute function private.track_enquiry_status();
create trigger record_status_change before update of status on public.enquiries
  for each row when (old.status is distinct from new.status) execute function private.track_enquiry_status();

create function public.save_enquiry_note(p_id uuid, p_note text, p_seen text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  update public.enquiries e set note = p_note where e.id = p_id and e.kind = 'contact' and e.note in (p_seen, p_note);
  return (select e.note from public.enquiries e where e.id = p_id and e.kind = 'contact');
end $$;
comment on function public.save_enquiry_note is
  'Saves a note unless it is no longer p_seen, and returns the stored one. Null if the enquiry was deleted.';

alter type public.enquiry_page add attribute counts jsonb;

-- A plan for its arguments lets each filter use its index.
create or replace function public.enquiry_page(
  p_search text default '', p_filter text default 'all', p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns public.enquiry_page
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare found_page public.enquiry_page; matches uuid[];
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  if p_search <> '' then
    matches := array(select e.id from public.enquiries e where strpos(
      lower(concat_ws(chr(10), e.name, e.email, e.phone, e.subject, e.message, e.note)), lower(p_search)) > 0);
  end if;
  with page as (
    select e.id from public.enquiries e
    where (matches is null or e.id = any (matches)) and (e.created_at, e.id) < (p_before, p_before_id) and case p_filter
      when 'all' then true
      when 'undelivered' then e.delivery <> 'sent' and private.is_undelivered(e)
      else e.status = p_filter
    end
    order by e.created_at desc, e.id desc limit least(greatest(p_limit, 1), 100)
  ), statuses as (
    select e.status, count(*) from public.enquiries e where matches is null or e.id = any (matches) group by e.status
  ), filters as (
    select s.status as filter, s.count from statuses s where s.status is not null
    union all select 'all', coalesce(sum(s.count), 0) from statuses s
    union all select 'undelivered', count(*) from public.enquiries e
      where e.delivery <> 'sent' and private.is_undelivered(e) and (matches is null or e.id = any (matches))
  )
  select coalesce((select f.count from filters f where f.filter = p_filter), 0), coalesce((
    select jsonb_agg(to_jsonb(e) - '{domain,attempted_at,photo_set}'::text[] order by e.created_at desc, e.id desc)
    from page join public.enquiries e using (id)), '[]'), (select jsonb_object_agg(f.filter, f.count) from filters f)
  into found_page;
  return found_page;
end $$;
comment on function public.enquiry_page is
  'Returns up to 100 enquiries before p_before that match search and filter (all, undelivered or a status), newest first, '
  'their total, and the number of matches of the search by filter.';

alter type public.waiting_counts add attribute overdue integer;
drop function public.waiting_counts();

create function public.waiting_counts(p_overdue timestamptz default '-infinity') returns public.waiting_counts
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as $$
declare counts public.waiting_counts;
begin
  if not private.is_admin() then raise exception using errcode = '42501', message = 'not_admin'; end if;
  select
    (select count(*) from public.reviews r where r.status = 'pending'),
    (select count(*) from public.enquiries e where e.status = 'new'),
    (select count(*) from public.enquiries e where e.delivery <> 'sent' and private.is_undelivered(e)),
    (select count(*) from public.reviews r where r.thanks_failed_at is not null and r.status = 'approved'),
    (select count(*) from public.review_invitations i
      where i.answered_at is null and i.withdrawn_at is null and i.expires_at > now()),
    private.build_plan(null, true),
    (select count(*) from public.reviews r where r.status = 'approved'),
    (select count(*) from public.reviews r where r.status = 'rejected'),
    jsonb_build_object(
      'review', (select max(r.created_at) from public.reviews r where r.status = 'pending'),
      'enquiry', (select max(e.created_at) from public.enquiries e)
    ),
    (select count(*) from public.enquiries e where e.status = 'new' and e.created_at < p_overdue)
  into counts;
  return counts;
end $$;
comment on function public.waiting_counts is
  'Returns the overview''s counts, the rebuild status, when the newest pending review and enquiry arrived, and how many new '
  'enquiries are older than p_overdue.';

grant execute on function public.save_enquiry_note, public.waiting_counts to authenticated;
