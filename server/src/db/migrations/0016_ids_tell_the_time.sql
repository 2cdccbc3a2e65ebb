-- Up Migration
-- The id of a row that may become many begins with the very time that stands beside it, so that days are ranges of ids and months may become
-- partitions of them. The rows that are there already are looked at by the next migration.
create function uuid_time(id uuid) returns timestamptz language sql immutable parallel safe
return to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8);

alter table transaction add constraint transaction_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table payout_log add constraint payout_log_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table activity add constraint activity_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table webhook_event add constraint webhook_event_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table webhook_attempt add constraint webhook_attempt_id_tells_time check (at = uuid_time(id)) not valid;
alter table transfer add constraint transfer_id_tells_time check (at = uuid_time(id)) not valid;
alter table hold add constraint hold_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table audit add constraint audit_id_tells_time check (at = uuid_time(id)) not valid;
alter table merchant add constraint merchant_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table wallet add constraint wallet_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table merchant_upgrade add constraint merchant_upgrade_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table wallet_upgrade add constraint wallet_upgrade_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table statement add constraint statement_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table bulk_batch add constraint bulk_batch_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table scheduled_payout add constraint scheduled_payout_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table recurring_payout add constraint recurring_payout_id_tells_time check (created_at = uuid_time(id)) not valid;

-- Times come from the application, which is one clock for a row and its id.
alter table staff alter column created_at drop default;
alter table file alter column created_at drop default;

-- Down Migration
alter table file alter column created_at set default now();
alter table staff alter column created_at set default now();
alter table recurring_payout drop constraint recurring_payout_id_tells_time;
alter table scheduled_payout drop constraint scheduled_payout_id_tells_time;
alter table bulk_batch drop constraint bulk_batch_id_tells_time;
alter table statement drop constraint statement_id_tells_time;
alter table wallet_upgrade drop constraint wallet_upgrade_id_tells_time;
alter table merchant_upgrade drop constraint merchant_upgrade_id_tells_time;
alter table wallet drop constraint wallet_id_tells_time;
alter table merchant drop constraint merchant_id_tells_time;
alter table audit drop constraint audit_id_tells_time;
alter table hold drop constraint hold_id_tells_time;
alter table transfer drop constraint transfer_id_tells_time;
alter table webhook_attempt drop constraint webhook_attempt_id_tells_time;
alter table webhook_event drop constraint webhook_event_id_tells_time;
alter table activity drop constraint activity_id_tells_time;
alter table payout_log drop constraint payout_log_id_tells_time;
alter table transaction drop constraint transaction_id_tells_time;
drop function uuid_time;
