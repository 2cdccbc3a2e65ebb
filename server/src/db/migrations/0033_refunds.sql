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
  -- In which payment the acquirer kept what it had given back to the card.
  acquirer_payment_id uuid references acquirer_payment,
  constraint refund_id_tells_time check (created_at = uuid_time(id))
);
create index refund_of_transaction on refund (transaction_id);
create index refund_kept_in on refund (acquirer_payment_id) where acquirer_payment_id is not null;

alter table acquirer_payment add column refunded_kobo bigint not null default 0 check (refunded_kobo >= 0);
alter table acquirer_payment add constraint acquirer_payment_pays check (refunded_kobo <= gross_kobo - cost_kobo);

-- Down Migration
alter table acquirer_payment drop column refunded_kobo;
drop table refund;
