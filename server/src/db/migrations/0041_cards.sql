-- Up Migration
-- Cards that merchants issue for themselves and their customers: what they ask for, the cards, and what is paid with them.
create table card_batch (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  -- What the merchant calls it.
  reference text not null check (reference = upper(reference)),
  type text not null check (type in ('PHYSICAL', 'VIRTUAL')),
  quantity int not null check (quantity between 1 and 500),
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'DECLINED')),
  decided_by uuid references staff,
  decided_at timestamptz,
  decision_reason text,
  constraint card_batch_id_tells_time check (created_at = uuid_time(id)),
  constraint card_batch_decided check ((status = 'PENDING') = (decided_at is null)),
  constraint card_batch_reason check (status <> 'DECLINED' or decision_reason is not null),
  unique (merchant_id, reference)
);
create index card_batch_newest on card_batch (mode, created_at desc, id desc) include (merchant_id, status, type);
create index card_batch_reference on card_batch (reference text_pattern_ops);
create trigger card_batch_steps before update on card_batch for each row execute function only_these_steps(
  'status', 'PENDING>ACCEPTED', 'PENDING>DECLINED');

create table card (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  batch_id uuid not null references card_batch,
  -- What it spends: a customer's wallet, or the merchant's own account without one.
  account_id uuid not null references account,
  wallet_id uuid references wallet,
  type text not null check (type in ('PHYSICAL', 'VIRTUAL')),
  holder_name text not null,
  -- All that is kept of its number: as it may be shown, and what the scheme calls it instead.
  masked_pan text not null check (masked_pan ~ '^\d{6}\*{6}\d{4}$'),
  last_four text not null check (last_four = right(masked_pan, 4)),
  token text not null unique,
  -- The last day on which it pays.
  expires_on date not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'BLOCKED', 'DELETED')),
  blocked_at timestamptz,
  blocked_reason text,
  deleted_at timestamptz,
  constraint card_id_tells_time check (created_at = uuid_time(id)),
  constraint card_deleted check ((status = 'DELETED') = (deleted_at is not null)),
  constraint card_blocked check (status <> 'BLOCKED' or blocked_at is not null)
);
create index card_newest on card (mode, created_at desc, id desc) include (merchant_id, status, type);
create index card_newest_by_merchant on card (mode, merchant_id, created_at desc, id desc) include (status, type);
create index card_of_batch on card (batch_id);
create trigger card_steps before update on card for each row execute function only_these_steps(
  'status', 'ACTIVE>BLOCKED', 'BLOCKED>ACTIVE', 'BLOCKED>DELETED');

-- For whom a batch asks cards, in this order, and the card of each once it is issued.
create table card_batch_holder (
  batch_id uuid not null references card_batch,
  position smallint not null,
  merchant_id uuid not null,
  wallet_id uuid references wallet,
  holder_name text not null,
  card_id uuid unique references card,
  primary key (batch_id, position)
);

-- A payment as the card's scheme knows it, with the transactions that it has with us.
create table card_purchase (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  card_id uuid not null references card,
  -- What the scheme calls it.
  reference text not null,
  -- Where the card was used.
  acceptor text not null,
  status text not null check (status in ('AUTHORISED', 'DECLINED', 'EXPIRED', 'REVERSED', 'CLEARED', 'RETURNED')),
  -- What asked for the money beforehand, how much, and until when it is held.
  authorisation_id uuid unique,
  authorised_kobo bigint check (authorised_kobo > 0),
  held_until timestamptz,
  -- What took it in the end: the same, or one of its own where nothing was held any more.
  transaction_id uuid unique,
  cleared_at timestamptz,
  cleared_kobo bigint check (cleared_kobo > 0),
  -- What of that the account did not have.
  covered_kobo bigint check (covered_kobo between 0 and cleared_kobo),
  -- Since when it is given back, and what brought it back to the account.
  reversed_at timestamptz,
  reversal_id uuid unique,
  constraint card_purchase_id_tells_time check (created_at = uuid_time(id)),
  constraint card_purchase_authorised check (num_nonnulls(authorisation_id, authorised_kobo) in (0, 2)),
  constraint card_purchase_held check (status <> 'AUTHORISED' or held_until is not null),
  constraint card_purchase_cleared check (
    num_nonnulls(transaction_id, cleared_at, cleared_kobo, covered_kobo)
      = case when status in ('CLEARED', 'RETURNED') then 4 else 0 end),
  constraint card_purchase_reversed check (status <> 'RETURNED' or reversed_at is not null),
  unique (mode, reference)
);
create index card_purchase_held on card_purchase (held_until) where status = 'AUTHORISED';
create index card_purchase_open on card_purchase (card_id) where status = 'AUTHORISED';
create trigger card_purchase_steps before update on card_purchase for each row execute function only_these_steps(
  'status', 'AUTHORISED>CLEARED', 'AUTHORISED>EXPIRED', 'AUTHORISED>REVERSED', 'EXPIRED>CLEARED', 'REVERSED>CLEARED',
  'DECLINED>CLEARED', 'CLEARED>RETURNED');

-- What the scheme was paid of what its merchants are owed; once a day in Lagos.
create table scheme_payment (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  day date not null,
  at timestamptz not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  constraint scheme_payment_id_tells_time check (at = uuid_time(id)),
  unique (mode, day)
);

-- What kinds of cards a merchant issues; all where it was never said.
alter table merchant add column card_types text[] check (card_types <@ array['PHYSICAL', 'VIRTUAL'] and card_types <> '{}');

-- The card that paid, or to which something came back.
alter table transaction add column card_id uuid,
  drop constraint transaction_category_check,
  add constraint transaction_category_check
    check (category in ('BANK_TRANSFER', 'BANK_FUNDING', 'DEBIT_WALLET', 'CREDIT_WALLET', 'MERCHANT_DEBIT',
      'MERCHANT_CREDIT', 'WALLET_TO_WALLET', 'SETTLEMENT', 'REFUND', 'CARD_PAYMENT', 'CARD_REVERSAL', 'BILL_PAYMENT',
      'DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_STORE', 'DEBIT_STORE', 'TERMINAL_TO_STORE',
      'TRANSFER_FROM_TERMINAL', 'TRANSFER_FROM_MERCHANT', 'TRANSFER_FROM_STORE')) not valid;

-- Not all that a merchant hears of is a transaction.
alter table webhook_event alter column transaction_id drop not null;

-- Down Migration
delete from webhook_attempt using webhook_event where event_id = webhook_event.id and transaction_id is null;
delete from webhook_event where transaction_id is null;
alter table webhook_event alter column transaction_id set not null;
alter table transaction drop column card_id;
alter table merchant drop column card_types;
drop table scheme_payment, card_purchase, card_batch_holder, card, card_batch;
