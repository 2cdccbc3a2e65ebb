-- Up Migration
-- What we earn and pay, payment by payment, beside the entries that it is derived from; and how many entries a day of an account has.

-- Which of a merchant's charges a transfer earns; none on older ones, whose source is derived.
alter table transfer add column source text;

-- One row for what a payment or a charge earned or cost us at one instant. The oracle compares it with FEE_INCOME and PROVIDER_COST.
create table profit (
  -- That of its transfer; where one transfer pays for many payments, made of it and the payment's.
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  -- All zeros where it is nobody's.
  merchant_id uuid not null,
  created_at timestamptz not null,
  source text not null,
  -- None for a charge that belongs to no payment.
  transaction_id uuid,
  reference text not null,
  fee_kobo bigint not null,
  cost_kobo bigint not null,
  constraint profit_id_tells_time check (created_at = uuid_time(id))
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index profit_newest on profit (mode, created_at desc, id desc) include (merchant_id);
create index profit_newest_by_merchant on profit (mode, merchant_id, created_at desc, id desc)
  include (source, fee_kobo, cost_kobo);

-- Unknown where an older release wrote it; the next start counts these days anew.
alter table account_day add column n bigint;
alter table balance_delta add column n int;

-- Down Migration
alter table balance_delta drop column n;
alter table account_day drop column n;
drop table profit;
alter table transfer drop column source;
