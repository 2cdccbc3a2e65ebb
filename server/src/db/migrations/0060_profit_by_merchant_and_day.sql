-- Up Migration
-- The days of a merchant, for the few lists that are asked for them; the next start counts what stands already.
create table count_merchant_day (
  mode text not null,
  scope text not null,
  merchant_id uuid not null,
  type text not null,
  category text not null,
  day date not null,
  n bigint not null,
  n_success bigint not null,
  success_kobo bigint not null,
  primary key (mode, scope, merchant_id, day, type, category)
);

-- Down Migration
drop table count_merchant_day;
