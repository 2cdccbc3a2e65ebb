-- Up Migration
-- No Transaction
call fill_reference_keys();
-- Only now may two merchants have the same reference; the indexes that are left find references by their beginning.
create index concurrently transaction_by_reference on transaction (reference text_pattern_ops, mode, type);
drop index concurrently if exists transaction_reference;
create index concurrently bulk_batch_by_reference on bulk_batch (reference text_pattern_ops, mode);
drop index concurrently if exists bulk_batch_reference;

-- Down Migration
create unique index bulk_batch_reference on bulk_batch (reference text_pattern_ops, mode);
drop index bulk_batch_by_reference;
create unique index transaction_reference on transaction (reference text_pattern_ops, mode, type);
drop index transaction_by_reference;
