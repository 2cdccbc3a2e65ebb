-- Up Migration
-- No Transaction
create index concurrently transaction_of_child on transaction (account_id, created_at desc, id desc)
  include (merchant_id, type, category, status) where scope = 'CHILD';

-- Down Migration
drop index transaction_of_child;
