-- Up Migration
-- More kinds of accounts, of the provider's own accounts and of transactions, holds of disputes, and what moved on each
-- account on each day. Checks are not validated here, so that no large table is read under a lock.

alter table account drop constraint account_kind_check,
  add constraint account_kind_check
    check (kind in ('MERCHANT', 'WALLET', 'CHILD', 'SUBACCOUNT', 'STORE', 'TERMINAL')) not valid;

alter table provider_account drop constraint provider_account_kind_check,
  add constraint provider_account_kind_check
    check (kind in ('FLOAT_NIP', 'FLOAT_ETRANZACT', 'FEE_INCOME', 'PROVIDER_COST', 'VAT_PAYABLE', 'STAMP_DUTY_PAYABLE',
      'SETTLEMENT_CLEARING', 'RECOVERY', 'CARD_RECEIVABLE', 'SCHEME_FLOAT', 'BILLER_FLOAT'));
-- The tens of a kind's number stand before the mode, its ones behind it, so that the first nine keep their ids.
insert into provider_account (id, mode, kind)
select ('00000000-0000-7000-8000-' || lpad((kind.number / 10)::text, 10, '0') || mode.digit || kind.number % 10)::uuid,
  mode.name, kind.name
from (values ('PRODUCTION', 1), ('SANDBOX', 2)) as mode (name, digit),
  (values ('RECOVERY', 8), ('CARD_RECEIVABLE', 9), ('SCHEME_FLOAT', 10), ('BILLER_FLOAT', 11)) as kind (name, number);

-- What a transaction is to the account that sees it; its scope is that account's kind.
alter table transaction add column account_id uuid,
  add column payment_method text,
  add constraint transaction_payment_method_check check (payment_method in ('BANK', 'CARD')) not valid,
  drop constraint transaction_scope_check,
  add constraint transaction_scope_check
    check (scope in ('MERCHANT', 'WALLET', 'CHILD', 'SUBACCOUNT', 'STORE', 'TERMINAL')) not valid,
  drop constraint transaction_category_check,
  add constraint transaction_category_check
    check (category in ('BANK_TRANSFER', 'BANK_FUNDING', 'DEBIT_WALLET', 'CREDIT_WALLET', 'MERCHANT_DEBIT',
      'MERCHANT_CREDIT', 'WALLET_TO_WALLET', 'SETTLEMENT', 'REFUND', 'CARD_PAYMENT', 'BILL_PAYMENT',
      'DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_STORE', 'DEBIT_STORE', 'TERMINAL_TO_STORE',
      'TRANSFER_FROM_TERMINAL', 'TRANSFER_FROM_MERCHANT', 'TRANSFER_FROM_STORE')) not valid,
  drop constraint transaction_status_check,
  add constraint transaction_status_check
    check (status in ('QUEUED', 'PENDING', 'SUCCESS', 'FAILED', 'DECLINED')) not valid;
drop trigger transaction_steps on transaction;
create trigger transaction_steps before update on transaction for each row execute function only_these_steps(
  'status', 'QUEUED>PENDING', 'QUEUED>FAILED', 'PENDING>SUCCESS', 'PENDING>FAILED', 'PENDING>DECLINED');

-- What moves between the provider's own accounts alone is no merchant's.
alter table transfer alter column merchant_id drop not null;
alter table entry alter column merchant_id drop not null;

-- A transaction holds once; a dispute may hold again, once at a time.
alter table hold alter column transaction_id drop not null,
  add column dispute_id uuid,
  add column kind text not null default 'PAYOUT',
  add constraint hold_one_owner check (num_nonnulls(transaction_id, dispute_id) = 1) not valid;

-- What moved on an account on a day in Lagos, and what it held at the day's end; a day on which nothing moved has no row.
create table account_day (
  account_id uuid not null,
  day date not null,
  -- Whose account it is; none for the provider's own.
  merchant_id uuid,
  in_kobo bigint not null check (in_kobo >= 0),
  out_kobo bigint not null check (out_kobo >= 0),
  closing_kobo bigint not null,
  primary key (account_id, day)
);
-- A change of balance counts towards its day too, for customers' accounts as for the provider's own.
alter table balance_delta add column day date, add column merchant_id uuid;

alter table wallet_day add column merchant_id uuid;
alter table merchant_upgrade_document add column merchant_id uuid;
update merchant_upgrade_document set merchant_id = merchant_upgrade.merchant_id
from merchant_upgrade where merchant_upgrade.id = upgrade_id;
alter table merchant_upgrade_document alter column merchant_id set not null;

-- How far a table has been filled up that older releases wrote.
create table catch_up (
  name text primary key,
  after_id uuid not null
);

-- Down Migration
drop table catch_up, account_day;
alter table merchant_upgrade_document drop column merchant_id;
alter table wallet_day drop column merchant_id;
alter table balance_delta drop column day, drop column merchant_id;
alter table hold drop column dispute_id, drop column kind, alter column transaction_id set not null;
alter table entry alter column merchant_id set not null;
alter table transfer alter column merchant_id set not null;
drop trigger transaction_steps on transaction;
create trigger transaction_steps before update on transaction for each row execute function only_these_steps(
  'status', 'QUEUED>PENDING', 'QUEUED>FAILED', 'PENDING>SUCCESS', 'PENDING>FAILED');
alter table transaction drop column account_id, drop column payment_method;
delete from provider_account where kind in ('RECOVERY', 'CARD_RECEIVABLE', 'SCHEME_FLOAT', 'BILLER_FLOAT');
