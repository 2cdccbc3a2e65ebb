-- Up Migration
-- No Transaction
-- A name that is just the text, read without all names that have a word of it.
create index concurrently merchant_same_name on merchant using hash (search_text(business_name));
create index concurrently wallet_same_name on wallet using hash (search_text(account_name));
create index concurrently virtual_account_same_name on virtual_account using hash (search_text(account_name));
create index concurrently account_child_same_name on account using hash (search_text(account_name)) where kind = 'CHILD';
create index concurrently subaccount_same_name on subaccount using hash (search_text(name));
create index concurrently store_same_name on store using hash (search_text(name));
create index concurrently card_same_holder on card using hash (search_text(holder_name));
create index concurrently dispute_same_customer on dispute using hash (search_text(customer));
create index concurrently contact_message_same_name on contact_message using hash (search_text(name));
create index concurrently payment_link_same_description on payment_link using hash (search_text(description));

-- Down Migration
drop index payment_link_same_description, contact_message_same_name, dispute_same_customer, card_same_holder,
  store_same_name, subaccount_same_name, account_child_same_name, virtual_account_same_name, wallet_same_name,
  merchant_same_name;
