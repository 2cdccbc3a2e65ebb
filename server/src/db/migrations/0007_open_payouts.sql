-- Up Migration
-- No Transaction
-- Those that are under way, for the sweep.
create index concurrently transaction_open on transaction (created_at, id) where status in ('QUEUED', 'PENDING');
