-- Up Migration
-- Without statistics of their expressions, the planner passes over the indexes of names.
analyze merchant, wallet, account, virtual_account, subaccount, store, card, dispute, contact_message, payment_link;

-- Down Migration
-- Statistics are no part of the schema.
