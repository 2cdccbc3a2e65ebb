-- Up Migration
-- No Transaction
create index concurrently transaction_refunds on transaction (mode, created_at desc, id desc)
  include (merchant_id, status) where category = 'REFUND';
-- Customers have their name and their account number in hand.
create index concurrently transaction_refunds_by_account on transaction (beneficiary_number) where category = 'REFUND';
create index concurrently transaction_refunds_by_name on transaction using gin (lower(beneficiary_name) gin_trgm_ops)
  where category = 'REFUND';

-- Down Migration
drop index transaction_refunds_by_name, transaction_refunds_by_account, transaction_refunds;
