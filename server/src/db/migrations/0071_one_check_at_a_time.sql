-- Up Migration
-- Which worker makes a check of the books, and until when it has said that it lives: another one takes over only after that.
alter table ledger_check add column holder uuid, add column held_until timestamptz;
alter table ledger_check add constraint ledger_check_held check ((holder is null) = (held_until is null));

-- Down Migration
alter table ledger_check drop column held_until, drop column holder;
