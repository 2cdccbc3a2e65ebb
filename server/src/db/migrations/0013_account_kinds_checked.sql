-- Up Migration
-- Reads the tables beside those who write them.
alter table account validate constraint account_kind_check;
alter table transaction validate constraint transaction_payment_method_check;
alter table transaction validate constraint transaction_scope_check;
alter table transaction validate constraint transaction_category_check;
alter table transaction validate constraint transaction_status_check;
alter table transaction validate constraint transaction_asked_until_check;
alter table hold validate constraint hold_one_owner;

-- Down Migration
