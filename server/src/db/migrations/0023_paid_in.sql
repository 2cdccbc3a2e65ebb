-- Up Migration
-- No Transaction
create index concurrently transaction_paid_in on transaction (mode, created_at desc, id desc)
  include (merchant_id, payment_method, status) where payment_method is not null;

-- Down Migration
drop index transaction_paid_in;
