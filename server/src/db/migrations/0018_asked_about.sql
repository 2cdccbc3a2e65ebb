-- Up Migration
-- No Transaction
-- Those that ended without the other side's word and are asked about, for the sweep.
create index concurrently transaction_asked_about on transaction (asked_until) where asked_until is not null;

-- Down Migration
drop index transaction_asked_about;
