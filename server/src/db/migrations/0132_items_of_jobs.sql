-- Up Migration
-- No Transaction
-- Accounts with a monthly fee, among many that are used once.
create index concurrently virtual_account_static on virtual_account (account_number) where kind = 'STATIC';
-- Interrupted uploads: few, among all batches.
create index concurrently bulk_batch_uploading on bulk_batch (id) where status = 'UPLOADING';
create index concurrently notification_unread_by_age on notification (at) where read_at is null;

-- Down Migration
drop index notification_unread_by_age, bulk_batch_uploading, virtual_account_static;
