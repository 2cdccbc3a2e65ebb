-- Up Migration
-- No Transaction
-- Each name in the form that words are looked for in, instead of its small letters alone.
create index concurrently merchant_name_searched on merchant using gin (search_text(business_name) gin_trgm_ops);
drop index concurrently if exists merchant_name_anywhere;
create index concurrently wallet_name_searched on wallet using gin (search_text(account_name) gin_trgm_ops);
drop index concurrently if exists wallet_name_anywhere;
create index concurrently virtual_account_name_searched on virtual_account
  using gin (search_text(account_name) gin_trgm_ops);
drop index concurrently if exists virtual_account_name_anywhere;
create index concurrently payment_link_description_searched on payment_link
  using gin (search_text(description) gin_trgm_ops);
drop index concurrently if exists payment_link_description_anywhere;
create index concurrently dispute_customer_searched on dispute using gin (search_text(customer) gin_trgm_ops);
drop index concurrently if exists dispute_customer_anywhere;
create index concurrently card_holder_searched on card using gin (search_text(holder_name) gin_trgm_ops);
drop index concurrently if exists card_holder_anywhere;
create index concurrently contact_message_name_searched on contact_message using gin (search_text(name) gin_trgm_ops);
drop index concurrently if exists contact_message_name_anywhere;
create index concurrently counterparty_name_searched on counterparty using gin (search_text(name) gin_trgm_ops);
drop index concurrently if exists counterparty_name_anywhere;
create index concurrently transaction_refunds_by_name_searched on transaction
  using gin (search_text(beneficiary_name) gin_trgm_ops) where category = 'REFUND';
drop index concurrently if exists transaction_refunds_by_name;

-- What was found by its merchant alone.
create index concurrently account_child_name_searched on account using gin (search_text(account_name) gin_trgm_ops)
  where kind = 'CHILD';
create index concurrently subaccount_name_searched on subaccount using gin (search_text(name) gin_trgm_ops);
create index concurrently store_name_searched on store using gin (search_text(name) gin_trgm_ops);
create index concurrently subaccount_by_account_number on subaccount (account_number);
create index concurrently settlement_account_by_account_number on settlement_account (account_number);
create index concurrently merchant_by_registration on merchant (registration_key(registration_number))
  where registration_number is not null;
create index concurrently contact_message_by_phone on contact_message (phone_number);
create index concurrently terminal_by_serial_number on terminal (serial_number text_pattern_ops);
create index concurrently virtual_account_by_reference on virtual_account (reference text_pattern_ops)
  where reference is not null;

-- Down Migration
drop index virtual_account_by_reference, terminal_by_serial_number, contact_message_by_phone, merchant_by_registration,
  settlement_account_by_account_number, subaccount_by_account_number, store_name_searched, subaccount_name_searched,
  account_child_name_searched;
create index transaction_refunds_by_name on transaction using gin (lower(beneficiary_name) gin_trgm_ops)
  where category = 'REFUND';
create index counterparty_name_anywhere on counterparty using gin (lower(name) gin_trgm_ops);
create index contact_message_name_anywhere on contact_message using gin (lower(name) gin_trgm_ops);
create index card_holder_anywhere on card using gin (lower(holder_name) gin_trgm_ops);
create index dispute_customer_anywhere on dispute using gin (lower(customer) gin_trgm_ops);
create index payment_link_description_anywhere on payment_link using gin (lower(description) gin_trgm_ops);
create index virtual_account_name_anywhere on virtual_account using gin (lower(account_name) gin_trgm_ops);
create index wallet_name_anywhere on wallet using gin (lower(account_name) gin_trgm_ops);
create index merchant_name_anywhere on merchant using gin (lower(business_name) gin_trgm_ops);
drop index transaction_refunds_by_name_searched, counterparty_name_searched, contact_message_name_searched,
  card_holder_searched, dispute_customer_searched, payment_link_description_searched, virtual_account_name_searched,
  wallet_name_searched, merchant_name_searched;
