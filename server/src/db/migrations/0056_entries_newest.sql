-- Up Migration
-- No Transaction
-- A page of an account's entries, and what it held then, are read from the index alone: two of them may be of one transfer.
create index concurrently entry_newest on entry (account_id, at, transfer_id, position) include (amount_kobo);
drop index concurrently if exists entry_by_account;

-- Down Migration
create index entry_by_account on entry (account_id, at, transfer_id) include (amount_kobo);
drop index entry_newest;
