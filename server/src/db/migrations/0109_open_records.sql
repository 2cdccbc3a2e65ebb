-- Up Migration
-- No Transaction
-- Records that wait for an operator, of which there are few.
create index concurrently merchant_kyc_open on merchant (id) where verified in ('SUBMITTED', 'PROCESSING');
create index concurrently merchant_upgrade_open on merchant_upgrade (id) where status in ('PENDING', 'IN-REVIEW');
create index concurrently settlement_failed on settlement (id) where status = 'FAILED';
create index concurrently card_batch_pending on card_batch (id) where status = 'PENDING';
create index concurrently contact_message_new on contact_message (id) where status = 'NEW';
create index concurrently webhook_event_failed on webhook_event (merchant_id, id) where status = 'FAILED';

-- Down Migration
drop index webhook_event_failed, contact_message_new, card_batch_pending, settlement_failed, merchant_upgrade_open,
  merchant_kyc_open;
