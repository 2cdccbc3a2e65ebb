-- Up Migration
-- No Transaction
create index concurrently transaction_paid_in_by_merchant on transaction (mode, merchant_id, created_at desc, id desc)
  include (payment_method, status) where payment_method is not null;

-- Down Migration
drop index transaction_paid_in_by_merchant;
