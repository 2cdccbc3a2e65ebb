-- Up Migration
-- No Transaction
-- How a number begins, read of one kind of account without all the others.
create index concurrently account_by_number on account (kind, account_number);

-- Down Migration
drop index account_by_number;
