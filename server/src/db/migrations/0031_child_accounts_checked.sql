-- Up Migration
alter table account validate constraint account_inactive;
alter table account validate constraint account_of_wallet;

-- Down Migration
