-- Up Migration
-- No Transaction
create unique index concurrently hold_open_of_lien on hold (lien_id) where status = 'HELD' and lien_id is not null;

-- Down Migration
drop index hold_open_of_lien;
