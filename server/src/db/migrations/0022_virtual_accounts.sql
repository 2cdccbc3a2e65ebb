-- Up Migration
-- What a virtual account was opened for, and since when money has come in on one. One of kind VIRTUAL serves one payment.
alter table virtual_account
  add column amount_kobo bigint check (amount_kobo > 0),
  -- What the merchant calls it.
  add column reference text,
  add column expires_at timestamptz,
  add column used_at timestamptz;
update virtual_account set used_at = closed_at, closed_at = null where kind = 'VIRTUAL' and closed_at is not null;
create index virtual_account_newest on virtual_account (mode, created_at desc, id desc)
  include (merchant_id, kind, used_at);
create unique index virtual_account_reference on virtual_account (merchant_id, reference) where reference is not null;
create index virtual_account_name_anywhere on virtual_account using gin (lower(account_name) gin_trgm_ops);

-- Down Migration
drop index virtual_account_name_anywhere, virtual_account_reference, virtual_account_newest;
update virtual_account set closed_at = used_at where kind = 'VIRTUAL' and closed_at is null;
alter table virtual_account drop column used_at, drop column expires_at, drop column reference, drop column amount_kobo;
