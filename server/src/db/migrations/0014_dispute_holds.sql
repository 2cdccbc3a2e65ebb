-- Up Migration
-- No Transaction
create unique index concurrently hold_open_of_dispute on hold (dispute_id) where status = 'HELD';

-- Down Migration
drop index hold_open_of_dispute;
