-- Up Migration
-- No Transaction
create index concurrently transaction_refunds on transaction (mode, created_at desc, id desc)
  include (merchant_id, status) where category = 'REFUND';

-- Down Migration
drop index transaction_refunds;
