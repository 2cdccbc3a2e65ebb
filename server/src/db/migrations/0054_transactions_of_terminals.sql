-- Up Migration
-- No Transaction
create index concurrently transaction_of_terminal on transaction (terminal_id, created_at desc, id desc)
  include (merchant_id, category, status) where terminal_id is not null;

-- Down Migration
drop index transaction_of_terminal;
