-- Up Migration
-- What the scheme and the billers were paid of what they are owed, once a day in Lagos. A server of the release before cannot pay
-- them any more and loses nothing by it: what is owed stays owed.
create table owed_payment (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  owed text not null check (owed in ('SCHEME_FLOAT', 'BILLER_FLOAT')),
  day date not null,
  at timestamptz not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  unique (mode, owed, day),
  constraint owed_payment_id_tells_time check (at = uuid_time(id))
);
insert into owed_payment (id, mode, owed, day, at, amount_kobo)
  select id, mode, 'SCHEME_FLOAT', day, at, amount_kobo from scheme_payment
  union all
  select id, mode, 'BILLER_FLOAT', day, at, amount_kobo from biller_payment;
drop table scheme_payment, biller_payment;

-- Down Migration
create table scheme_payment (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  day date not null,
  at timestamptz not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  constraint scheme_payment_id_tells_time check (at = uuid_time(id)),
  unique (mode, day)
);
create table biller_payment (like scheme_payment including all);
insert into scheme_payment
  select id, mode, day, at, amount_kobo from owed_payment where owed = 'SCHEME_FLOAT';
insert into biller_payment
  select id, mode, day, at, amount_kobo from owed_payment where owed = 'BILLER_FLOAT';
drop table owed_payment;
