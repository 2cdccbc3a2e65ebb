-- Up Migration
-- The id of a large row begins with the very time that stands beside it, so that days are ranges of ids and months may become
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

-- Times come from the application, which is one clock for a row and its id.
alter table staff alter column created_at drop default;
alter table file alter column created_at drop default;

-- Down Migration
alter table file alter column created_at set default now();
alter table staff alter column created_at set default now();
alter table audit drop constraint audit_id_tells_time;
alter table hold drop constraint hold_id_tells_time;
alter table transfer drop constraint transfer_id_tells_time;
alter table webhook_attempt drop constraint webhook_attempt_id_tells_time;
alter table webhook_event drop constraint webhook_event_id_tells_time;
alter table activity drop constraint activity_id_tells_time;
alter table payout_log drop constraint payout_log_id_tells_time;
alter table transaction drop constraint transaction_id_tells_time;
drop function uuid_time;
