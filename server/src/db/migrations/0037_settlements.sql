-- Up Migration
-- What was collected is paid out: to a merchant's own bank, or a sub-account's shares to its.
create table settlement (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  subaccount_id uuid references subaccount,
  -- That the money stands on until it has left.
  account_id uuid not null references account,
  created_at timestamptz not null,
  category text not null check (category in ('MERCHANT_SETTLEMENT', 'SUBACCOUNT_SETTLEMENT')),
  status text not null check (status in ('PENDING', 'SUCCESSFUL', 'FAILED')),
  amount_kobo bigint not null check (amount_kobo > 0),
  -- Why it failed.
  reason text,
  -- Its newest attempt; none where there was no bank to pay to.
  transaction_id uuid,
  constraint settlement_id_tells_time check (created_at = uuid_time(id)),
  constraint settlement_of_whom check ((category = 'SUBACCOUNT_SETTLEMENT') = (subaccount_id is not null))
);
create index settlement_newest on settlement (mode, created_at desc, id desc);
create index settlement_of_subaccount on settlement (subaccount_id, created_at desc, id desc)
  where subaccount_id is not null;
create index settlement_on_its_way on settlement (account_id) where status = 'PENDING';
create unique index settlement_by_transaction on settlement (transaction_id) where transaction_id is not null;

-- Every attempt to pay a settlement, each a transaction of its own.
create table settlement_attempt (
  transaction_id uuid primary key,
  settlement_id uuid not null references settlement,
  merchant_id uuid not null references merchant
);
create index settlement_attempt_of on settlement_attempt (settlement_id);

-- What one collection brought to an account, and whether it is settled: once. One that waits says for what; one that is
-- spent waited too long, since its merchant has used the money otherwise, or has gone back.
create table settlement_item (
  account_id uuid not null references account,
  transaction_id uuid not null,
  merchant_id uuid not null references merchant,
  collected_at timestamptz not null,
  -- What is settled, and what is not since it went back; together what the collection brought.
  amount_kobo bigint not null check (amount_kobo >= 0),
  less_kobo bigint not null default 0 check (less_kobo >= 0),
  state text not null check (state in ('SETTLED', 'WAITING', 'SPENT')),
  settlement_id uuid references settlement,
  reason text,
  primary key (account_id, transaction_id),
  constraint settlement_item_settled check ((state = 'SETTLED') = (settlement_id is not null)),
  constraint settlement_item_pays check (state <> 'SETTLED' or amount_kobo > 0)
);
create index settlement_item_waiting on settlement_item (account_id, collected_at, transaction_id)
  where state = 'WAITING';
create index settlement_item_of_collection on settlement_item (transaction_id);
create index settlement_item_of on settlement_item (settlement_id, collected_at desc, transaction_id desc)
  where settlement_id is not null;

-- Between which instants every collection of an account has its item: only later ones are looked for.
create table settlement_mark (
  account_id uuid primary key references account,
  merchant_id uuid not null references merchant,
  since timestamptz not null,
  until timestamptz not null
);

-- Down Migration
drop table settlement_mark, settlement_item, settlement_attempt, settlement;
