-- Up Migration
-- Reads the tables without holding anybody up.
alter table transaction validate constraint transaction_id_tells_time;
alter table payout_log validate constraint payout_log_id_tells_time;
alter table activity validate constraint activity_id_tells_time;
alter table webhook_event validate constraint webhook_event_id_tells_time;
alter table webhook_attempt validate constraint webhook_attempt_id_tells_time;
alter table transfer validate constraint transfer_id_tells_time;
alter table hold validate constraint hold_id_tells_time;
alter table audit validate constraint audit_id_tells_time;
alter table merchant validate constraint merchant_id_tells_time;
alter table wallet validate constraint wallet_id_tells_time;
alter table merchant_upgrade validate constraint merchant_upgrade_id_tells_time;
alter table wallet_upgrade validate constraint wallet_upgrade_id_tells_time;
alter table statement validate constraint statement_id_tells_time;
alter table bulk_batch validate constraint bulk_batch_id_tells_time;
alter table scheduled_payout validate constraint scheduled_payout_id_tells_time;
alter table recurring_payout validate constraint recurring_payout_id_tells_time;

-- Down Migration
