-- Up Migration
-- Of these too the id begins with the time that stands beside it.
alter table merchant add constraint merchant_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table wallet add constraint wallet_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table merchant_upgrade add constraint merchant_upgrade_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table wallet_upgrade add constraint wallet_upgrade_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table statement add constraint statement_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table bulk_batch add constraint bulk_batch_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table scheduled_payout add constraint scheduled_payout_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table recurring_payout add constraint recurring_payout_id_tells_time check (created_at = uuid_time(id)) not valid;
alter table merchant validate constraint merchant_id_tells_time;
alter table wallet validate constraint wallet_id_tells_time;
alter table merchant_upgrade validate constraint merchant_upgrade_id_tells_time;
alter table wallet_upgrade validate constraint wallet_upgrade_id_tells_time;
alter table statement validate constraint statement_id_tells_time;
alter table bulk_batch validate constraint bulk_batch_id_tells_time;
alter table scheduled_payout validate constraint scheduled_payout_id_tells_time;
alter table recurring_payout validate constraint recurring_payout_id_tells_time;

-- Down Migration
alter table recurring_payout drop constraint recurring_payout_id_tells_time;
alter table scheduled_payout drop constraint scheduled_payout_id_tells_time;
alter table bulk_batch drop constraint bulk_batch_id_tells_time;
alter table statement drop constraint statement_id_tells_time;
alter table wallet_upgrade drop constraint wallet_upgrade_id_tells_time;
alter table merchant_upgrade drop constraint merchant_upgrade_id_tells_time;
alter table wallet drop constraint wallet_id_tells_time;
alter table merchant drop constraint merchant_id_tells_time;
