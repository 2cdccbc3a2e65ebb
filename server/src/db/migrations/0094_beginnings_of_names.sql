-- Up Migration
-- No Transaction
-- Names in the order of their letters: just the text first, then those that begin with it, a few of which are read without the rest.
create index concurrently merchant_by_name on merchant (left(search_text(business_name), 100) text_pattern_ops);
create index concurrently wallet_by_name on wallet (left(search_text(account_name), 100) text_pattern_ops);
create index concurrently virtual_account_by_name on virtual_account (left(search_text(account_name), 100) text_pattern_ops);
create index concurrently account_child_by_name on account (left(search_text(account_name), 100) text_pattern_ops) where kind = 'CHILD';
create index concurrently subaccount_by_name on subaccount (left(search_text(name), 100) text_pattern_ops);
create index concurrently store_by_name on store (left(search_text(name), 100) text_pattern_ops);
create index concurrently card_by_holder on card (left(search_text(holder_name), 100) text_pattern_ops);
create index concurrently dispute_by_customer on dispute (left(search_text(customer), 100) text_pattern_ops);
create index concurrently contact_message_by_name on contact_message (left(search_text(name), 100) text_pattern_ops);
create index concurrently payment_link_by_description on payment_link (left(search_text(description), 100) text_pattern_ops);
drop index concurrently if exists merchant_same_name;
drop index concurrently if exists wallet_same_name;
drop index concurrently if exists virtual_account_same_name;
drop index concurrently if exists account_child_same_name;
drop index concurrently if exists subaccount_same_name;
drop index concurrently if exists store_same_name;
drop index concurrently if exists card_same_holder;
drop index concurrently if exists dispute_same_customer;
drop index concurrently if exists contact_message_same_name;
drop index concurrently if exists payment_link_same_description;

-- Down Migration
create index merchant_same_name on merchant using hash (search_text(business_name));
create index wallet_same_name on wallet using hash (search_text(account_name));
create index virtual_account_same_name on virtual_account using hash (search_text(account_name));
create index account_child_same_name on account using hash (search_text(account_name)) where kind = 'CHILD';
create index subaccount_same_name on subaccount using hash (search_text(name));
create index store_same_name on store using hash (search_text(name));
create index card_same_holder on card using hash (search_text(holder_name));
create index dispute_same_customer on dispute using hash (search_text(customer));
create index contact_message_same_name on contact_message using hash (search_text(name));
create index payment_link_same_description on payment_link using hash (search_text(description));
drop index merchant_by_name, wallet_by_name, virtual_account_by_name, account_child_by_name, subaccount_by_name,
  store_by_name, card_by_holder, dispute_by_customer, contact_message_by_name, payment_link_by_description;
