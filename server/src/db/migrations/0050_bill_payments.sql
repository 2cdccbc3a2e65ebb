-- Up Migration
-- Whom bills are paid to, and what each leaves us of an amount, in hundredths of a percent.
create table biller (
  code text primary key,
  name text not null,
  category text not null check (category in ('AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY', 'INTERNET')),
  commission_basis_points int not null check (commission_basis_points between 0 and 10000)
);
insert into biller (code, name, category, commission_basis_points) values
  ('MTN-AIRTIME', 'MTN', 'AIRTIME', 250),
  ('AIRTEL-AIRTIME', 'Airtel', 'AIRTIME', 250),
  ('GLO-AIRTIME', 'Glo', 'AIRTIME', 300),
  ('9MOBILE-AIRTIME', '9mobile', 'AIRTIME', 300),
  ('MTN-DATA', 'MTN', 'DATA', 250),
  ('AIRTEL-DATA', 'Airtel', 'DATA', 250),
  ('GLO-DATA', 'Glo', 'DATA', 300),
  ('DSTV', 'DStv', 'CABLE_TV', 150),
  ('GOTV', 'GOtv', 'CABLE_TV', 150),
  ('STARTIMES', 'StarTimes', 'CABLE_TV', 200),
  ('IKEDC', 'Ikeja Electric', 'ELECTRICITY', 80),
  ('EKEDC', 'Eko Electricity', 'ELECTRICITY', 80),
  ('AEDC', 'Abuja Electricity', 'ELECTRICITY', 100),
  ('IBEDC', 'Ibadan Electricity', 'ELECTRICITY', 100),
  ('SMILE', 'Smile', 'INTERNET', 200),
  ('SPECTRANET', 'Spectranet', 'INTERNET', 200);

-- What is paid to a biller for somebody, beside the transaction that pays it.
create table bill_payment (
  -- That of its transaction.
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  biller text not null references biller,
  category text not null,
  -- The number that the biller knows its customer by.
  customer text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- What the biller leaves us of it, as it was agreed when the bill was ordered, and the VAT in that.
  commission_kobo bigint not null,
  commission_vat_kobo bigint not null,
  -- PENDING until its transaction has ended.
  status text not null default 'PENDING' check (status in ('PENDING', 'SUCCESS', 'FAILED')),
  constraint bill_payment_id_tells_time check (created_at = uuid_time(id)),
  constraint bill_payment_commission
    check (commission_vat_kobo between 0 and commission_kobo and commission_kobo <= amount_kobo)
);
create index bill_payment_newest on bill_payment (mode, created_at desc, id desc)
  include (merchant_id, status, category);
create index bill_payment_of_merchant on bill_payment (merchant_id, created_at desc, id desc)
  include (mode, status, category);
create index bill_payment_customer on bill_payment (customer text_pattern_ops);
create trigger bill_payment_steps before update on bill_payment for each row
  execute function only_these_steps('status', 'PENDING>SUCCESS', 'PENDING>FAILED');

-- What the billers were paid together, once a day.
create table biller_payment (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  day date not null,
  at timestamptz not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  unique (mode, day),
  constraint biller_payment_id_tells_time check (at = uuid_time(id))
);

-- Down Migration
drop table biller_payment, bill_payment, biller;
