-- Up Migration
-- No Transaction
create index concurrently account_day_uncounted on account_day (account_id) where n is null;
create index concurrently account_newest on account (mode, kind, id desc);

-- Down Migration
drop index account_newest, account_day_uncounted;
