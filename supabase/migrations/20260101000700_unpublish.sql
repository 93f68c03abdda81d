-- The privacy policy promises that a published testimonial is removed on request: approved -> rejected takes it off the
-- site. From there it is restored or deleted like any other. No other transition changes.
create or replace function private.guard_review_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (old.status, new.status) not in (
    ('pending', 'approved'), ('pending', 'rejected'), ('approved', 'rejected'), ('rejected', 'approved')
  ) then
    raise exception using errcode = 'PT409', message = 'review_transition',
      detail = format('A review cannot go from %s to %s.', old.status, new.status);
  end if;
  new.moderated_at := now();
  new.moderated_by := (select auth.uid());
  return new;
end $$;
