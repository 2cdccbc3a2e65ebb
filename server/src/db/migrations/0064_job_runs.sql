-- Up Migration
-- Work that only one worker may do at a time, and until when that worker holds it unless it renews its claim.
create table job_claim (
  name text primary key,
  claimed_by uuid not null,
  claimed_until timestamptz not null
);

-- Jobs that run once for each day in Lagos: how far each day's run has come, by the last item that was processed.
create table job_run (
  job text not null,
  day date not null,
  cursor text not null default '',
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (job, day)
);
create index job_run_unfinished on job_run (job, day) where finished_at is null;

-- Items that a job could not process, each until a retry succeeds. The item is empty where the job failed to list its items,
-- the period where the job does not run by days.
create table job_item_error (
  job text not null,
  period text not null,
  item text not null,
  attempts int not null,
  error text not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  next_attempt_at timestamptz not null,
  primary key (job, period, item)
);
create index job_item_error_due on job_item_error (job, next_attempt_at);

-- Down Migration
drop table job_item_error;
drop table job_run;
drop table job_claim;
