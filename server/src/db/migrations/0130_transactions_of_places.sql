-- Up Migration
-- No Transaction
-- Stores and terminals that a search or a shop's filter finds.
create index concurrently transaction_of_place on transaction (account_id, created_at desc, id desc)
  where scope in ('STORE', 'TERMINAL');

-- Down Migration
drop index transaction_of_place;
