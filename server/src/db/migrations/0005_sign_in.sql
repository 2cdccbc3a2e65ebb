-- Up Migration
-- Tries at passwords and codes. They stand here, not in a server's memory, so that every server sees the same; addresses
-- that nobody has are counted as well. staff.failed_attempts and staff.locked_until are no longer read.

create table sign_in_tries (
  email text not null,
  guessed text not null check (guessed in ('PASSWORD', 'LOGIN', 'RESET')),
  -- A network address, a known device, or empty for the account as a whole.
  place text not null,
  failures int not null,
  last_at timestamptz not null,
  -- When the person was last told, on the row of the account alone.
  told_at timestamptz,
  primary key (email, guessed, place)
);
create index sign_in_tries_by_age on sign_in_tries (last_at);

create index challenge_by_staff on challenge (staff_id) where used_at is null;

-- Who is deactivated or gets another role is signed out at once and stays so, whoever writes it.
create function sign_out() returns trigger language plpgsql as $$
begin
  update session
  set ended_at = now(), end_reason = case when new.status = 'ACTIVE' then 'ROLE' else 'DEACTIVATION' end
  where staff_id = new.id and ended_at is null;
  update challenge
  set used_at = now()
  where staff_id = new.id and used_at is null;
  return new;
end $$;

create trigger staff_sign_out after update of status, role on staff
  for each row when (old.status is distinct from new.status or old.role is distinct from new.role)
  execute function sign_out();

-- Down Migration
drop trigger staff_sign_out on staff;
drop function sign_out;
drop index challenge_by_staff;
drop table sign_in_tries;
