-- Up Migration
-- Who cancelled a scheduled payout, last paused, resumed or ended a recurring one, or stopped a batch, when and why. What no operator
-- decided has none.
alter table scheduled_payout
  add column decided_by uuid references staff,
  add column decided_at timestamptz,
  add column decision_reason text,
  add constraint scheduled_payout_decided check (
    num_nulls(decided_by, decided_at, decision_reason) in (0, 3) and (decided_at is null or status = 'CANCELLED')) not valid;
alter table recurring_payout
  add column decided_by uuid references staff,
  add column decided_at timestamptz,
  add column decision_reason text,
  add constraint recurring_payout_decided check (num_nulls(decided_by, decided_at) in (0, 2)
    and (decided_at is null or status not in ('INACTIVE', 'CANCELLED') or decision_reason is not null)) not valid;
alter table bulk_batch
  add column decided_by uuid references staff,
  add column decided_at timestamptz,
  add column decision_reason text,
  add constraint bulk_batch_decided check (num_nulls(decided_by, decided_at, decision_reason) in (0, 3)
    and (decided_at is null or status in ('PROCESSING', 'COMPLETED'))) not valid;

-- An item of a stopped batch fails although it was not checked yet.
create or replace trigger bulk_item_steps before update on bulk_item for each row execute function only_these_steps(
  'status', 'NOT_PROCESSED>NEW', 'NOT_PROCESSED>FAILED', 'NEW>PENDING', 'NEW>FAILED', 'PENDING>SUCCESS', 'PENDING>FAILED');

-- Down Migration
create or replace trigger bulk_item_steps before update on bulk_item for each row execute function only_these_steps(
  'status', 'NOT_PROCESSED>NEW', 'NEW>PENDING', 'NEW>FAILED', 'PENDING>SUCCESS', 'PENDING>FAILED');
alter table bulk_batch drop column decided_by, drop column decided_at, drop column decision_reason;
alter table recurring_payout drop column decided_by, drop column decided_at, drop column decision_reason;
alter table scheduled_payout drop column decided_by, drop column decided_at, drop column decision_reason;
