-- Up Migration
-- No Transaction
create index concurrently hold_short on hold (account_id, created_at, id)
  where status = 'HELD' and amount_kobo < wanted_kobo;

-- Down Migration
drop index hold_short;
