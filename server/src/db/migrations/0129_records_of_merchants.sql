-- Up Migration
-- No Transaction
create index concurrently account_of_merchant on account (merchant_id, kind);
create index concurrently wallet_upgrade_of_merchant on wallet_upgrade (merchant_id);
create index concurrently wallet_upgrade_of_wallet on wallet_upgrade (wallet_id);
create index concurrently settlement_of_merchant on settlement (merchant_id, created_at desc, id desc);
create index concurrently dispute_of_merchant on dispute (merchant_id);
-- What a freeze of a merchant stops: little, among all that the merchant has ever had.
create index concurrently payment_link_active on payment_link (merchant_id) where inactive_at is null;
create index concurrently scheduled_payout_new on scheduled_payout (merchant_id) where status = 'NEW';
create index concurrently recurring_payout_active on recurring_payout (merchant_id) where status = 'ACTIVE';
create index concurrently bulk_batch_open on bulk_batch (merchant_id) where status in ('UPLOADED', 'PROCESSING');

-- Down Migration
drop index bulk_batch_open, recurring_payout_active, scheduled_payout_new, payment_link_active, dispute_of_merchant,
  settlement_of_merchant, wallet_upgrade_of_wallet, wallet_upgrade_of_merchant, account_of_merchant;
