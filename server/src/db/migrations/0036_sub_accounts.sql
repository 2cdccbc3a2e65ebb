-- Up Migration
-- Partners of a merchant who share what it collects. A share stands on a ledger account until it is settled to the partner's bank.
create table subaccount (
  -- That of its ledger account.
  id uuid primary key references account,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  name text not null,
  -- What it takes of a collection: kobo, or hundredths of a percent.
  split_type text not null check (split_type in ('FLAT', 'PERCENTAGE')),
  split_value bigint not null check (split_value > 0),
  -- Where its shares are settled to.
  bank_code text not null,
  bank_name text not null,
  account_number text not null check (account_number ~ '^\d{10}$'),
  account_name text not null,
  -- Since when no new split names it.
  inactive_since timestamptz,
  constraint subaccount_id_tells_time check (created_at = uuid_time(id)),
  constraint subaccount_percentage check (split_type = 'FLAT' or split_value <= 10000)
);
create index subaccount_of_merchant on subaccount (merchant_id, created_at desc, id desc);

-- Who shares what is paid on a virtual account, in this order, as it was said when the account was opened.
create table split_part (
  virtual_account_id uuid not null references virtual_account,
  position smallint not null,
  merchant_id uuid not null references merchant,
  subaccount_id uuid not null references subaccount,
  split_type text not null check (split_type in ('FLAT', 'PERCENTAGE')),
  split_value bigint not null check (split_value > 0),
  primary key (virtual_account_id, position),
  unique (virtual_account_id, subaccount_id)
);

alter table hold drop constraint hold_transaction_id_key;

-- Down Migration
alter table hold add constraint hold_transaction_id_key unique (transaction_id);
drop table split_part, subaccount;
