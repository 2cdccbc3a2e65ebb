-- Up Migration
-- No Transaction
create index concurrently transaction_of_stores on transaction (mode, created_at desc, id desc)
  include (merchant_id, account_id, category, status) where scope in ('STORE', 'TERMINAL');

-- Down Migration
drop index transaction_of_stores;
