-- Up Migration
-- No Transaction
-- Undelivered events, among which the sweep looks for lost attempts: few, among all that were ever sent.
create index concurrently webhook_event_pending on webhook_event (id) where status = 'PENDING';

-- Down Migration
drop index webhook_event_pending;
