-- Up Migration
-- Reads the tables without holding anybody up.
alter table scheduled_payout validate constraint scheduled_payout_decided;
alter table recurring_payout validate constraint recurring_payout_decided;
alter table bulk_batch validate constraint bulk_batch_decided;

-- Down Migration
select 1;
