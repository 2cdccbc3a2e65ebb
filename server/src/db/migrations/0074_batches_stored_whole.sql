-- Up Migration
-- The hash of a batch's rows as they were submitted, which tells whether the same rows come again under its reference.
-- Batches of earlier releases have none.
alter table bulk_batch add column content_hash text;

-- Down Migration
alter table bulk_batch drop column content_hash;
