-- Up Migration
-- The ledger, the transactions that operators see, and what the outside world was asked and told about them.

-- The provider's own side. `balance_kobo` is what has been folded; `balance_delta` holds what has not.
create table provider_account (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  kind text not null check (kind in ('FLOAT_NIP', 'FLOAT_ETRANZACT', 'FEE_INCOME', 'PROVIDER_COST', 'VAT_PAYABLE',
    'STAMP_DUTY_PAYABLE', 'SETTLEMENT_CLEARING')),
  balance_kobo bigint not null default 0,
  unique (mode, kind)
);
insert into provider_account (id, mode, kind)
select ('00000000-0000-7000-8000-0000000000' || mode.digit || kind.digit)::uuid, mode.name, kind.name
from (values ('PRODUCTION', '1'), ('SANDBOX', '2')) as mode (name, digit),
  (values ('FLOAT_NIP', '1'), ('FLOAT_ETRANZACT', '2'), ('FEE_INCOME', '3'), ('PROVIDER_COST', '4'),
    ('VAT_PAYABLE', '5'), ('STAMP_DUTY_PAYABLE', '6'), ('SETTLEMENT_CLEARING', '7')) as kind (name, digit);

create table balance_delta (
  id uuid primary key,
  account_id uuid not null,
  amount_kobo bigint not null
) with (autovacuum_vacuum_scale_factor = 0.05);

create table transaction (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  scope text not null check (scope in ('MERCHANT', 'WALLET')),
  merchant_id uuid not null,
  wallet_id uuid,
  created_at timestamptz not null,
  paid_at timestamptz,
  type text not null check (type in ('CREDIT', 'DEBIT')),
  category text not null check (category in ('BANK_TRANSFER', 'BANK_FUNDING', 'DEBIT_WALLET', 'CREDIT_WALLET',
    'MERCHANT_DEBIT', 'MERCHANT_CREDIT', 'WALLET_TO_WALLET')),
  status text not null check (status in ('QUEUED', 'PENDING', 'SUCCESS', 'FAILED')),
  amount_kobo bigint not null check (amount_kobo > 0),
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  vat_kobo bigint not null default 0 check (vat_kobo >= 0),
  stamp_duty_kobo bigint not null default 0 check (stamp_duty_kobo >= 0),
  -- Both sides of money moved inside share one reference.
  reference text not null check (reference = upper(reference)),
  -- Thirty digits, made before the first send and used for every retry.
  session_id text,
  route text check (route in ('NIP', 'ETRANZACT')),
  originator_name text,
  originator_number text,
  originator_bank_code text,
  beneficiary_name text,
  beneficiary_number text,
  beneficiary_bank_code text,
  narration text,
  response_code text,
  alert text,
  constraint transaction_wallet_scope check ((scope = 'WALLET') = (wallet_id is not null)),
  constraint transaction_merchant foreign key (merchant_id) references merchant,
  constraint transaction_wallet foreign key (wallet_id) references wallet
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index transaction_newest on transaction (mode, scope, created_at desc, id desc)
  include (type, category, merchant_id);
create index transaction_newest_by_merchant on transaction (mode, scope, merchant_id, created_at desc, id desc)
  include (type, category, status, amount_kobo);
create index transaction_newest_by_wallet on transaction (mode, wallet_id, created_at desc, id desc)
  include (merchant_id, type, category)
  where wallet_id is not null;
create unique index transaction_reference on transaction (reference text_pattern_ops, mode, type);

create trigger transaction_steps before update on transaction for each row execute function only_these_steps(
  'status', 'QUEUED>PENDING', 'QUEUED>FAILED', 'PENDING>SUCCESS', 'PENDING>FAILED');

-- How many transactions there are, and what the successful ones moved; '*' stands for every type or category.
create table count_day (
  mode text not null,
  scope text not null,
  type text not null,
  category text not null,
  day date not null,
  n bigint not null,
  n_success bigint not null,
  success_kobo bigint not null,
  primary key (mode, scope, type, category, day)
);
create table count_month (
  mode text not null,
  scope text not null,
  merchant_id uuid not null,
  type text not null,
  category text not null,
  month date not null,
  n bigint not null,
  n_success bigint not null,
  success_kobo bigint not null,
  primary key (mode, scope, merchant_id, type, category, month)
);
-- What the two above do not hold yet; written with the row, and with each change of its status.
create table count_delta (
  id uuid primary key,
  mode text not null,
  scope text not null,
  merchant_id uuid not null,
  type text not null,
  category text not null,
  day date not null,
  n bigint not null,
  n_success bigint not null,
  success_kobo bigint not null
) with (autovacuum_vacuum_scale_factor = 0.05);

create table transfer (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  kind text not null,
  -- A kind of posting happens once for a transaction, and once for a reference where there is no transaction.
  reference text not null,
  transaction_id uuid,
  merchant_id uuid not null,
  at timestamptz not null
);
create unique index transfer_once_per_transaction on transfer (transaction_id, kind) where transaction_id is not null;
create unique index transfer_once_per_reference on transfer (mode, kind, reference) where transaction_id is null;

-- Credit is positive: what customers hold and what we earn; debit negative: what banks hold for us and what we spend.
create table entry (
  transfer_id uuid not null,
  position smallint not null,
  account_id uuid not null,
  merchant_id uuid not null,
  -- The side of the transaction that this account sees; none on the provider's own accounts.
  transaction_id uuid,
  at timestamptz not null,
  amount_kobo bigint not null check (amount_kobo <> 0),
  constraint entry_key primary key (transfer_id, position),
  constraint entry_transfer foreign key (transfer_id) references transfer
);
create index entry_by_account on entry (account_id, at, transfer_id) include (amount_kobo);

create function transfer_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select sum(amount_kobo) from entry where transfer_id = new.transfer_id) <> 0 then
    raise exception 'the entries of transfer % do not sum to zero', new.transfer_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger entry_balanced after insert on entry deferrable initially deferred
  for each row execute function transfer_sums_to_zero();

create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();
create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();
revoke update, delete, truncate on entry from current_user;
-- The foreign key of entries locks its transfer, which PostgreSQL allows only to whoever may update it.
revoke delete, truncate on transfer from current_user;

create table hold (
  id uuid primary key,
  account_id uuid not null references account,
  merchant_id uuid not null,
  transaction_id uuid not null unique,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'HELD' check (status in ('HELD', 'POSTED', 'VOIDED')),
  created_at timestamptz not null,
  ended_at timestamptz
);
create index hold_open on hold (account_id) where status = 'HELD';
create trigger hold_steps before update on hold for each row execute function only_these_steps(
  'status', 'HELD>POSTED', 'HELD>VOIDED');

alter table account add constraint account_holds_within_booked check (available_kobo <= booked_kobo);

-- What was asked of the outside for a transaction, and what it answered.
create table payout_log (
  id uuid primary key,
  merchant_id uuid not null,
  transaction_id uuid not null,
  created_at timestamptz not null,
  category text not null,
  response_code text,
  request jsonb,
  response jsonb
);
create index payout_log_newest on payout_log (transaction_id, created_at desc, id desc);

-- The steps of a transaction, one row a step.
create table activity (
  id uuid primary key,
  merchant_id uuid not null,
  transaction_id uuid not null,
  created_at timestamptz not null,
  category text not null,
  completed boolean not null,
  description text not null,
  unique (transaction_id, category)
);

create table webhook_endpoint (
  merchant_id uuid primary key references merchant,
  url text not null,
  sealed_secret text not null
);

create table webhook_event (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  transaction_id uuid not null,
  kind text not null,
  -- The very text that is signed and sent.
  body text not null,
  created_at timestamptz not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts int not null default 0,
  next_attempt_at timestamptz
);
create index webhook_event_by_transaction on webhook_event (transaction_id, created_at desc);

create table webhook_attempt (
  id uuid primary key,
  event_id uuid not null references webhook_event,
  merchant_id uuid not null,
  number int not null,
  at timestamptz not null,
  response_code int,
  problem text,
  response_text text,
  ms int not null,
  unique (event_id, number)
);

-- Account numbers that money comes in on: STATIC stays with a customer, VIRTUAL serves one payment.
create table virtual_account (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  wallet_id uuid references wallet,
  created_at timestamptz not null,
  kind text not null check (kind in ('STATIC', 'VIRTUAL')),
  account_number text not null unique check (account_number ~ '^\d{10}$'),
  account_name text not null,
  bank_code text not null,
  closed_at timestamptz
);
create index virtual_account_by_merchant on virtual_account (merchant_id, created_at desc);

-- What a merchant pays; a group without a row has the usual price. Amounts inside are kobo, percentages hundredths.
create table merchant_charge (
  merchant_id uuid not null references merchant,
  name text not null check (name in ('transfers', 'kyc', 'staticAccounts', 'virtualAccounts', 'subaccount',
    'childAccount')),
  data jsonb not null,
  updated_at timestamptz not null,
  primary key (merchant_id, name)
);

-- What the state takes, each line from its day on: a rate of the fee in hundredths of a percent, or an amount on
-- transfers to another bank from an amount on.
create table levy (
  kind text not null check (kind in ('VAT', 'STAMP_DUTY')),
  from_day date not null,
  rate_basis_points int not null default 0 check (rate_basis_points >= 0),
  amount_kobo bigint not null default 0 check (amount_kobo >= 0),
  from_amount_kobo bigint not null default 0 check (from_amount_kobo >= 0),
  primary key (kind, from_day)
);
insert into levy (kind, from_day, rate_basis_points, amount_kobo, from_amount_kobo)
values ('STAMP_DUTY', '2026-01-01', 0, 5000, 1000000), ('VAT', '2026-01-19', 750, 0, 0);

-- Which way payouts leave.
create table transfer_route (
  mode text primary key check (mode in ('PRODUCTION', 'SANDBOX')),
  route text not null check (route in ('NIP', 'ETRANZACT'))
);
insert into transfer_route (mode, route) values ('PRODUCTION', 'NIP'), ('SANDBOX', 'NIP');

create table statement (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  start_day date not null,
  end_day date not null,
  opening_kobo bigint not null,
  closing_kobo bigint not null,
  pdf_file_id uuid not null references file,
  csv_file_id uuid not null references file
);
create index statement_newest on statement (merchant_id, created_at desc);

-- Down Migration
alter table account drop constraint account_holds_within_booked;
drop table statement, transfer_route, levy, merchant_charge, virtual_account, webhook_attempt, webhook_event,
  webhook_endpoint, activity, payout_log, hold, entry, transfer, count_delta, count_month, count_day, transaction,
  balance_delta, provider_account;
drop function transfer_sums_to_zero;
