-- Up Migration
-- What goes back of a collection, beside the transaction that takes it there: its status is that transaction's.
create table refund (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  -- The collection, and what takes the money back.
  transaction_id uuid not null,
  refund_transaction_id uuid not null unique,
  amount_kobo bigint not null check (amount_kobo > 0),
  reason text not null,
  -- Who asked for it, where a person did.
  staff_id uuid references staff,
  constraint refund_id_tells_time check (created_at = uuid_time(id))
);
create index refund_of_transaction on refund (transaction_id);

-- Down Migration
drop table refund;
