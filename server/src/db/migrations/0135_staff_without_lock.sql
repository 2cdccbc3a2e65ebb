-- Up Migration

-- Failed sign-ins are counted per address in sign_in_tries; these have had no reader since.
alter table staff drop column failed_attempts, drop column locked_until;

-- Down Migration
alter table staff
  add column failed_attempts int not null default 0,
  add column locked_until timestamptz;
