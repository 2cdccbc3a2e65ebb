-- Up Migration
-- Limits of wallets, requests for a higher tier, and payouts in batches, at a later time, or again and again.

create table tier_limit (
  tier int primary key check (tier in (1, 2, 3)),
  daily_debit_kobo bigint not null check (daily_debit_kobo > 0),
  -- Without a value there is no limit.
  balance_kobo bigint check (balance_kobo > 0)
);
insert into tier_limit (tier, daily_debit_kobo, balance_kobo)
values (1, 5000000, 30000000), (2, 20000000, 50000000), (3, 500000000, null);

-- What has left a wallet, or is held, on a day in Lagos.
create table wallet_day (
  account_id uuid not null references account,
  day date not null,
  debited_kobo bigint not null check (debited_kobo >= 0),
  primary key (account_id, day)
);

create table wallet_upgrade (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  created_at timestamptz not null,
  merchant_id uuid not null references merchant,
  wallet_id uuid not null references wallet,
  category text not null default 'UPGRADE' check (category in ('ACTIVATION', 'UPGRADE')),
  status text not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'REJECTED')),
  -- What the wallet was when it asked, and what it asks to be.
  current_tier int not null check (current_tier in (1, 2, 3)),
  requested_tier int not null check (requested_tier in (1, 2, 3)),
  decided_by uuid references staff,
  decided_at timestamptz,
  decision_reason text,
  check (requested_tier > current_tier or category = 'ACTIVATION')
);
create index wallet_upgrade_newest on wallet_upgrade (mode, created_at desc, id desc);
create unique index wallet_upgrade_one_pending on wallet_upgrade (wallet_id) where status = 'PENDING';
create trigger wallet_upgrade_steps before update on wallet_upgrade for each row execute function only_these_steps(
  'status', 'PENDING>COMPLETED', 'PENDING>REJECTED');

create table bulk_batch (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  created_at timestamptz not null,
  merchant_id uuid not null references merchant,
  -- The wallet that pays; without one the merchant's own.
  wallet_id uuid references wallet,
  reference text not null check (reference = upper(reference)),
  status text not null check (status in ('UPLOADING', 'UPLOADED', 'PROCESSING', 'COMPLETED')),
  total_items int not null check (total_items >= 0),
  invalid_items int not null default 0 check (invalid_items between 0 and total_items)
);
create index bulk_batch_newest on bulk_batch (mode, created_at desc, id desc);
create unique index bulk_batch_reference on bulk_batch (reference text_pattern_ops, mode);
create trigger bulk_batch_steps before update on bulk_batch for each row execute function only_these_steps(
  'status', 'UPLOADING>UPLOADED', 'UPLOADED>PROCESSING', 'UPLOADED>COMPLETED', 'PROCESSING>COMPLETED');

create table bulk_item (
  id uuid primary key,
  batch_id uuid not null references bulk_batch,
  merchant_id uuid not null,
  position int not null,
  reference text not null,
  beneficiary_name text,
  account_number text,
  bank_code text,
  -- As it was uploaded; `amount_kobo` where it could be read.
  amount_text text not null,
  amount_kobo bigint,
  narration text,
  status text not null default 'NOT_PROCESSED'
    check (status in ('NOT_PROCESSED', 'NEW', 'PENDING', 'SUCCESS', 'FAILED')),
  -- Why it is invalid or failed, and what a person should look at although it is sent.
  problem text,
  warning text,
  transaction_id uuid unique,
  unique (batch_id, position)
);
create index bulk_item_by_status on bulk_item (batch_id, status, position);
create trigger bulk_item_steps before update on bulk_item for each row execute function only_these_steps(
  'status', 'NOT_PROCESSED>NEW', 'NEW>PENDING', 'NEW>FAILED', 'PENDING>SUCCESS', 'PENDING>FAILED');

create table scheduled_payout (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  created_at timestamptz not null,
  merchant_id uuid not null references merchant,
  wallet_id uuid references wallet,
  beneficiary_name text not null,
  account_number text not null,
  bank_code text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  narration text,
  due_at timestamptz not null,
  status text not null default 'NEW' check (status in ('NEW', 'DISPATCHED', 'FAILED', 'CANCELLED')),
  reason text,
  transaction_id uuid unique
);
create index scheduled_payout_newest on scheduled_payout (mode, created_at desc, id desc);
create index scheduled_payout_due on scheduled_payout (due_at) where status = 'NEW';
create trigger scheduled_payout_steps before update on scheduled_payout for each row execute function only_these_steps(
  'status', 'NEW>DISPATCHED', 'NEW>FAILED', 'NEW>CANCELLED');

create table recurring_payout (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  created_at timestamptz not null,
  merchant_id uuid not null references merchant,
  wallet_id uuid references wallet,
  beneficiary_name text not null,
  account_number text not null,
  bank_code text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  narration text,
  interval text not null check (interval in ('daily', 'weekly', 'monthly', 'Yearly')),
  start_day date not null,
  end_day date check (end_day >= start_day),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'CANCELLED', 'COMPLETED', 'FAILED')),
  -- How many intervals after the first day the next run stands, and its day; no day once there is no next run.
  next_run int not null default 0,
  next_day date
);
create index recurring_payout_newest on recurring_payout (mode, created_at desc, id desc);
create index recurring_payout_due on recurring_payout (next_day) where status = 'ACTIVE';
create trigger recurring_payout_steps before update on recurring_payout for each row execute function only_these_steps(
  'status', 'ACTIVE>INACTIVE', 'INACTIVE>ACTIVE', 'ACTIVE>CANCELLED', 'INACTIVE>CANCELLED', 'ACTIVE>COMPLETED',
  'ACTIVE>FAILED');

create table recurring_run (
  recurring_id uuid not null references recurring_payout,
  day date not null,
  merchant_id uuid not null,
  transaction_id uuid,
  problem text,
  primary key (recurring_id, day)
);

-- Down Migration
drop table recurring_run, recurring_payout, scheduled_payout, bulk_item, bulk_batch, wallet_upgrade, wallet_day,
  tier_limit;
