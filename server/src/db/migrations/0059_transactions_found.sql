-- Up Migration
-- No Transaction
create index concurrently transaction_by_amount on transaction (mode, amount_kobo, created_at desc, id desc);
create index concurrently transaction_by_counterparty on transaction (mode, counterparty_key(
  type, originator_number, beneficiary_number, originator_name, beneficiary_name), created_at desc, id desc);
create index concurrently transaction_by_session on transaction (session_id) where session_id is not null;
-- Of what is seldom: nearly no insert writes into these three.
create index concurrently transaction_undone on transaction (mode, status, created_at desc, id desc)
  where status in ('FAILED', 'DECLINED');
create index concurrently transaction_undone_by_amount on transaction
  (mode, status, amount_kobo, created_at desc, id desc) where status in ('FAILED', 'DECLINED');
create index concurrently transaction_seldom on transaction (mode, category, created_at desc, id desc)
  where category in ('SETTLEMENT', 'REFUND', 'CARD_PAYMENT', 'CARD_REVERSAL', 'BILL_PAYMENT',
    'DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_STORE', 'DEBIT_STORE', 'TERMINAL_TO_STORE',
    'TRANSFER_FROM_TERMINAL', 'TRANSFER_FROM_MERCHANT', 'TRANSFER_FROM_STORE');
create index concurrently wallet_name_anywhere on wallet using gin (lower(account_name) gin_trgm_ops);
create index concurrently wallet_email_prefix on wallet (mode, lower(email) text_pattern_ops);
create index concurrently wallet_by_phone on wallet (phone_number);
create index concurrently wallet_by_bvn on wallet (bvn) where bvn is not null;
create index concurrently wallet_by_nin on wallet (nin) where nin is not null;
create index concurrently merchant_by_phone on merchant (phone_number);
create index concurrently merchant_by_bvn on merchant (bvn) where bvn is not null;
create index concurrently director_by_bvn on director (bvn) where bvn is not null;

-- Down Migration
drop index director_by_bvn, merchant_by_bvn, merchant_by_phone, wallet_by_nin, wallet_by_bvn, wallet_by_phone,
  wallet_email_prefix, wallet_name_anywhere, transaction_seldom, transaction_undone_by_amount,
  transaction_undone, transaction_by_session,
  transaction_by_counterparty, transaction_by_amount;
