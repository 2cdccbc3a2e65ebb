-- Up Migration
-- What somebody is asked to pay once: into the virtual account that is opened with it, or by card. It is closed and expires as
-- that account does.
create table checkout (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  -- What the merchant calls it.
  reference text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  narration text not null,
  virtual_account_id uuid not null unique references virtual_account,
  paid_at timestamptz,
  -- The payment that it took.
  transaction_id uuid,
  constraint checkout_id_tells_time check (created_at = uuid_time(id)),
  constraint checkout_paid_by_one check ((paid_at is null) = (transaction_id is null)),
  unique (merchant_id, reference)
);
create index checkout_newest on checkout (mode, created_at desc, id desc) include (merchant_id, paid_at);
create index checkout_by_merchant on checkout (mode, merchant_id, created_at desc, id desc) include (paid_at);
create unique index checkout_by_transaction on checkout (transaction_id) where transaction_id is not null;

-- A public address at which a checkout is paid.
create table payment_link (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  checkout_id uuid not null unique references checkout,
  -- The end of its address, which nobody can guess.
  code text not null unique,
  description text not null,
  -- Since when it takes no payment: it was paid, or its merchant took it back.
  inactive_at timestamptz,
  constraint payment_link_id_tells_time check (created_at = uuid_time(id))
);
create index payment_link_newest on payment_link (mode, created_at desc, id desc) include (merchant_id, inactive_at);

-- Down Migration
drop table payment_link, checkout;
