-- Up Migration
-- Where a session is used from, for the person to recognise it; the server before wrote none of it.
alter table session add column address text;
alter table session add column user_agent text;
-- The table is small, and what it holds fits the wider rule.
alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('LOGOUT', 'PASSWORD', 'ROLE', 'DEACTIVATION', 'ELSEWHERE', 'FACTOR'));

-- Where the code of a sign-in comes from; no mailed code answers a challenge to the app.
alter table challenge add column factor text not null default 'MAIL' check (factor in ('MAIL', 'APP'));

-- An authenticator app. Until it is confirmed by a code it is asked for nowhere.
create table second_factor (
  staff_id uuid primary key references staff,
  sealed_secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: neither it nor an earlier one is taken again.
  last_step bigint not null default 0
);

create table recovery_code (
  staff_id uuid not null references second_factor on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- Down Migration
drop table recovery_code, second_factor;
alter table challenge drop column factor;
update session set end_reason = 'LOGOUT' where end_reason in ('ELSEWHERE', 'FACTOR');
alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('LOGOUT', 'PASSWORD', 'ROLE', 'DEACTIVATION'));
alter table session drop column user_agent, drop column address;
