-- Up Migration
-- Shops of merchants, the stores in them and the terminals that are paid at; stores and terminals are ledger accounts.
create table shop (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  name text not null,
  -- Where it is: a branch of a business has a shop of its own.
  branch text not null,
  -- Since when nothing is paid at its terminals.
  inactive_since timestamptz,
  constraint shop_id_tells_time check (created_at = uuid_time(id))
);
create index shop_newest on shop (mode, created_at desc, id desc);
create index shop_of_merchant on shop (merchant_id);

create table store (
  -- That of its ledger account.
  id uuid primary key references account,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  name text not null,
  -- None for a store that is in no shop, such as one on the web.
  shop_id uuid references shop,
  constraint store_id_tells_time check (created_at = uuid_time(id))
);
create index store_newest on store (mode, created_at desc, id desc);
create index store_of_shop on store (shop_id) where shop_id is not null;
create index store_of_merchant on store (merchant_id);

create table terminal (
  -- That of its ledger account.
  id uuid primary key references account,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  store_id uuid not null references store,
  created_at timestamptz not null,
  serial_number text not null check (serial_number = upper(serial_number)),
  -- From which instant on its months are charged for.
  active_since timestamptz not null,
  -- Since when nothing is paid at it; what it has is swept to its store still.
  inactive_since timestamptz,
  unique (mode, serial_number),
  constraint terminal_id_tells_time check (created_at = uuid_time(id))
);
create index terminal_newest on terminal (mode, created_at desc, id desc);
create index terminal_of_store on terminal (store_id);

-- The terminal that a transaction of a store or terminal has to do with.
alter table transaction add column terminal_id uuid;

-- Down Migration
alter table transaction drop column terminal_id;
drop table terminal, store, shop;
