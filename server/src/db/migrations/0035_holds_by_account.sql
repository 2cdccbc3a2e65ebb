-- Up Migration
-- No Transaction
-- What one payment brought may be held on several accounts, once on each.
create unique index concurrently hold_once_on_account on hold (transaction_id, account_id)
  where transaction_id is not null;

-- Down Migration
drop index hold_once_on_account;
