-- Up Migration
-- No Transaction
create index concurrently transaction_paid_in_by_account on transaction (beneficiary_number, created_at desc, id desc)
  where payment_method is not null;

-- Down Migration
drop index transaction_paid_in_by_account;
