-- Up Migration
-- When a merchant submitted its KYC, whoever writes it; its creation stands for what was submitted before.
alter table merchant add column kyc_submitted_at timestamptz;
create function date_kyc_submission() returns trigger language plpgsql as $$
begin
  new.kyc_submitted_at := now();
  return new;
end $$;
create trigger merchant_kyc_dated before update of verified on merchant for each row
  when (new.verified = 'SUBMITTED' and old.verified is distinct from new.verified)
  execute function date_kyc_submission();

-- What records require of operators, derived from them. One item may stand for many records of one cause.
create table work_item (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  kind text not null,
  -- Type and id of the record; 'cause' and the cause where it stands for many.
  subject_type text not null,
  subject_id text not null,
  name text not null,
  -- Record whose page shows the subject.
  parent_id uuid,
  count int not null default 1 check (count > 0),
  merchant_id uuid references merchant,
  amount_kobo bigint,
  opened_at timestamptz not null,
  warns_at timestamptz not null,
  due_at timestamptz not null,
  paused_at timestamptz,
  paused_seconds int not null default 0 check (paused_seconds >= 0),
  claimed_by uuid references staff,
  claimed_at timestamptz,
  -- End of the lease; an assigned item has none.
  claimed_until timestamptz,
  assigned_by uuid references staff,
  snoozed_at timestamptz,
  snoozed_until timestamptz,
  note text,
  closed_at timestamptz,
  -- Whose write ended it, and its audited action; null if it ended otherwise.
  closed_by uuid references staff,
  outcome text,
  check ((claimed_by is null) = (claimed_at is null)),
  check (claimed_by is not null or (claimed_until is null and assigned_by is null)),
  check ((snoozed_at is null) = (snoozed_until is null))
);
create unique index work_item_once on work_item (mode, kind, subject_type, subject_id) where closed_at is null;
create index work_item_due on work_item (mode, due_at, id) where closed_at is null;
create index work_item_claimed on work_item (claimed_by) where closed_at is null and claimed_by is not null;
create index work_item_closed on work_item (closed_at) where closed_at is not null;

-- Who did not want an item; it is not offered to them again.
create table work_skip (
  item_id uuid not null references work_item on delete cascade,
  staff_id uuid not null references staff,
  at timestamptz not null,
  reason text not null,
  primary key (item_id, staff_id)
);

-- Time that each kind may take. Without minutes the record has its own due time.
create table work_clock (
  kind text not null,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  minutes int check (minutes > 0),
  counts text not null check (counts in ('BUSINESS', 'ALWAYS')),
  warn_at int not null default 75 check (warn_at between 1 and 100),
  lease_minutes int not null default 60 check (lease_minutes > 0),
  primary key (kind, mode)
);
insert into work_clock (kind, mode, minutes, counts)
select kind, mode, minutes, counts
from (values ('KYC', 480, 'BUSINESS'), ('TIER', 480, 'BUSINESS'), ('UPGRADE', 960, 'BUSINESS'),
    ('PAYOUT_IN_DOUBT', 30, 'ALWAYS'), ('SETTLEMENT_FAILED', 120, 'BUSINESS'), ('DISPUTE', null, 'ALWAYS'),
    ('REFUND_STUCK', 240, 'ALWAYS'), ('CARD_BATCH', 480, 'BUSINESS'), ('CONTACT', 480, 'BUSINESS'),
    ('DEAD_JOBS', 60, 'ALWAYS'), ('WEBHOOKS_FAILED', 480, 'BUSINESS')) as clock (kind, minutes, counts),
  unnest('{PRODUCTION,SANDBOX}'::text[]) as mode;

-- Working time in Lagos: 1 is Monday.
create table work_hours (
  weekday int not null check (weekday between 1 and 7),
  starts_at time not null,
  ends_at time not null check (ends_at > starts_at),
  primary key (weekday, starts_at)
);
insert into work_hours (weekday, starts_at, ends_at)
select weekday, '08:00', '17:00' from generate_series(1, 5) as weekday;

create table holiday (
  day date primary key,
  name text not null
);

-- Who is deactivated or gets another role has no items from then on, whoever writes it.
create function end_claims() returns trigger language plpgsql as $$
begin
  update work_item
  set claimed_by = null, claimed_at = null, claimed_until = null, assigned_by = null
  where claimed_by = new.id and closed_at is null;
  return null;
end $$;
create trigger staff_claims_end after update of status, role on staff
  for each row when (old.status is distinct from new.status or old.role is distinct from new.role)
  execute function end_claims();

-- Down Migration
drop trigger staff_claims_end on staff;
drop function end_claims;
drop table holiday, work_hours, work_clock, work_skip, work_item;
drop trigger merchant_kyc_dated on merchant;
drop function date_kyc_submission;
alter table merchant drop column kyc_submitted_at;
