-- Up Migration
-- What an acquirer paid us: the card payments of some days, less what it keeps.
create table acquirer_payment (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  at timestamptz not null,
  -- What the acquirer calls it.
  reference text not null,
  gross_kobo bigint not null check (gross_kobo > 0),
  cost_kobo bigint not null check (cost_kobo between 0 and gross_kobo),
  constraint acquirer_payment_id_tells_time check (at = uuid_time(id)),
  unique (mode, reference)
);

-- A checkout that somebody pays by card, beside its transaction.
create table card_payment (
  transaction_id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  checkout_id uuid not null references checkout,
  -- Where the payer gives the card, once the acquirer has said.
  pay_url text,
  -- Once the acquirer has paid us: in what, and what it kept.
  acquirer_payment_id uuid references acquirer_payment,
  cost_kobo bigint check (cost_kobo >= 0),
  constraint card_payment_id_tells_time check (created_at = uuid_time(transaction_id)),
  constraint card_payment_paid_with_cost check ((acquirer_payment_id is null) = (cost_kobo is null))
);
create index card_payment_of_checkout on card_payment (checkout_id);
create index card_payment_of_acquirer_payment on card_payment (acquirer_payment_id)
  where acquirer_payment_id is not null;

-- Down Migration
drop table card_payment, acquirer_payment;
