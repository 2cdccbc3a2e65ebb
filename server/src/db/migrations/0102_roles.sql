-- Up Migration
-- Roles of operators. What a built-in role may do is part of the release; rights of other roles stand in role_right.
create table role (
  id text primary key,
  name text not null,
  about text not null,
  is_built_in boolean not null default false,
  -- Increases with each change of the role.
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  created_by uuid references staff,
  retired_at timestamptz,
  check (not is_built_in or (version = 1 and retired_at is null))
);
create unique index role_by_name on role (lower(name)) where retired_at is null;

create table role_right (
  role_id text not null references role,
  permission text not null,
  -- Largest amount that one action may move.
  max_kobo bigint check (max_kobo > 0),
  primary key (role_id, permission)
);

insert into role (id, name, about, is_built_in, created_at) values
  ('ADMIN', 'Administrator', 'Does everything, without limits', true, now()),
  ('OPERATIONS', 'Operations', 'Works on payouts, cards, refunds, disputes, settlements and services, up to ₦500,000', true, now()),
  ('COMPLIANCE', 'Compliance', 'Decides on KYC and upgrades, freezes merchants, works on disputes, sees BVN and NIN', true, now()),
  ('FINANCE', 'Finance', 'Works on settlements, charges, refunds and the ledger, without personal data', true, now()),
  ('SUPPORT', 'Support', 'Answers customers, requeries payments, refunds up to ₦20,000', true, now()),
  ('AUDITOR', 'Auditor', 'Sees everything, changes nothing', true, now());

-- When the access of a guest ends; an administrator's never does.
alter table staff drop constraint staff_role_check,
  add column access_until timestamptz,
  add constraint staff_role foreign key (role) references role,
  add constraint staff_administrator_stays check (role <> 'ADMIN' or access_until is null);
alter table invite drop constraint invite_role_check,
  add column access_until timestamptz,
  add constraint invite_role foreign key (role) references role,
  add constraint invite_administrator_stays check (role <> 'ADMIN' or access_until is null);
create index staff_of_role on staff (role);

create function require_administrator() returns trigger language plpgsql as $$
begin
  if not exists (select from staff where role = 'ADMIN' and status = 'ACTIVE') then
    raise exception 'An active administrator must remain' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger staff_administrator_remains after update of status, role on staff
  deferrable initially deferred for each row
  when (old.role = 'ADMIN' and old.status = 'ACTIVE' and (new.role <> 'ADMIN' or new.status <> 'ACTIVE'))
  execute function require_administrator();

-- Down Migration
drop trigger staff_administrator_remains on staff;
drop function require_administrator;
drop index staff_of_role;
update staff set role = 'AUDITOR' where role not in ('ADMIN', 'AUDITOR');
update invite set role = 'AUDITOR' where role not in ('ADMIN', 'AUDITOR');
alter table invite drop constraint invite_administrator_stays, drop constraint invite_role, drop column access_until,
  add constraint invite_role_check check (role in ('ADMIN', 'AUDITOR'));
alter table staff drop constraint staff_administrator_stays, drop constraint staff_role, drop column access_until,
  add constraint staff_role_check check (role in ('ADMIN', 'AUDITOR'));
drop table role_right;
drop table role;
