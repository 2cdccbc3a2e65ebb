-- Up Migration
-- What the switch is still asked about although it counts as ended, and names of accounts that need not be asked for twice.

alter table transaction
  -- Until when the other side is asked about what ended without its own word: a decision, or that it had no record.
  add column asked_until timestamptz,
  -- How many questions about it are over; only the next one is asked.
  add column questions int not null default 0,
  add constraint transaction_asked_until_check check (asked_until is null or status in ('SUCCESS', 'FAILED')) not valid;

-- When the beneficiary's bank gave the name.
alter table bulk_item add column named_at timestamptz;

-- Down Migration
alter table bulk_item drop column named_at;
alter table transaction drop column asked_until, drop column questions;
