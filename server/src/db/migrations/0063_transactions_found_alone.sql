-- Up Migration
-- No Transaction
-- What everybody's transactions of some days, and those of an amount, are narrowed by and put in order by is read from the index alone.
create index concurrently transaction_newest_of_all on transaction (mode, scope, created_at desc, id desc)
  include (type, category, merchant_id, status, amount_kobo);
drop index concurrently if exists transaction_newest;
create index concurrently transaction_by_amount_of_whom on transaction (mode, amount_kobo, created_at desc, id desc)
  include (merchant_id);
drop index concurrently if exists transaction_by_amount;
-- What failed of one counterparty, among all that it has and all that failed; nearly no insert writes into it.
create index concurrently transaction_undone_by_counterparty on transaction (mode, status, counterparty_key(
  type, originator_number, beneficiary_number, originator_name, beneficiary_name), created_at desc, id desc)
  where status in ('FAILED', 'DECLINED');

-- Down Migration
drop index transaction_undone_by_counterparty;
create index transaction_by_amount on transaction (mode, amount_kobo, created_at desc, id desc);
drop index transaction_by_amount_of_whom;
create index transaction_newest on transaction (mode, scope, created_at desc, id desc)
  include (type, category, merchant_id);
drop index transaction_newest_of_all;
