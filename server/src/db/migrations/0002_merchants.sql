-- Up Migration
create table file (
  id uuid primary key,
  created_at timestamptz not null default now(),
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  name text not null,
  content_type text not null,
  size_bytes int not null check (size_bytes > 0),
  sha256 text not null,
  storage_key text not null
);

-- What the national register answered for a BVN, kept so that it is asked once.
create table bvn_record (
  bvn text primary key check (bvn ~ '^\d{11}$'),
  date_of_birth date,
  first_name text,
  middle_name text,
  last_name text,
  registration_date date,
  watch_listed boolean not null default false
);

create table service (
  id uuid primary key,
  name text not null unique
);

create table merchant (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  created_at timestamptz not null,
  prefix text not null,
  business_name text not null,
  email text not null,
  phone_number text,
  status text not null default 'INACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  verified text not null default 'NOT_SUBMITTED'
    check (verified in ('NOT_SUBMITTED', 'SUBMITTED', 'PROCESSING', 'ACCEPTED', 'REJECTED')),
  logo_file_id uuid references file,
  owner_first_name text,
  owner_last_name text,
  owner_email text,
  owner_date_of_birth date,
  identity_type text,
  identity_number text,
  identity_file_id uuid references file,
  bvn text check (bvn ~ '^\d{11}$'),
  kyc_completed_fields text[] not null default '{}',
  registration_number text,
  address text,
  business_type text,
  business_category text,
  city text,
  country text,
  consent_file_id uuid references file,
  is_refund_enabled boolean not null default false,
  auto_instant_settlement boolean not null default false,
  auto_settlement boolean not null default false,
  is_consent_form_approved boolean not null default false,
  is_agency_network_consent_form_approved boolean not null default false,
  enable_same_bvn_or_phone_number_for_wallet_creation boolean not null default false,
  is_card_enabled boolean not null default false,
  reviewer_id uuid references staff,
  review_started_at timestamptz,
  decided_by uuid references staff,
  decided_at timestamptz,
  decision_reason text,
  constraint active_only_when_accepted check (status = 'INACTIVE' or verified = 'ACCEPTED')
);
create index merchant_newest on merchant (mode, created_at desc, id desc);
create index merchant_newest_by_kyc on merchant (mode, verified, created_at desc, id desc);
create index merchant_name_anywhere on merchant using gin (lower(business_name) gin_trgm_ops);
create index merchant_email_prefix on merchant (mode, lower(email) text_pattern_ops);

create trigger merchant_kyc_steps before update on merchant for each row execute function only_these_steps(
  'verified',
  'NOT_SUBMITTED>SUBMITTED',
  'SUBMITTED>PROCESSING', 'SUBMITTED>ACCEPTED', 'SUBMITTED>REJECTED',
  'PROCESSING>ACCEPTED', 'PROCESSING>REJECTED',
  'REJECTED>SUBMITTED');

create table merchant_document (
  merchant_id uuid not null references merchant,
  position int not null,
  file_id uuid not null references file,
  primary key (merchant_id, position)
);

create table merchant_service (
  merchant_id uuid not null references merchant,
  service_id uuid not null references service,
  primary key (merchant_id, service_id)
);

create table director (
  id uuid primary key,
  merchant_id uuid not null references merchant,
  first_name text not null,
  last_name text not null,
  bvn text check (bvn ~ '^\d{11}$'),
  date_of_birth date,
  identity_file_id uuid references file
);
create index director_by_merchant on director (merchant_id);

create table settlement_account (
  merchant_id uuid primary key references merchant,
  bank_code text not null,
  bank_name text not null,
  account_number text not null check (account_number ~ '^\d{10}$'),
  account_name text not null
);

create table merchant_upgrade (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  created_at timestamptz not null,
  merchant_id uuid not null references merchant,
  status text not null default 'PENDING' check (status in ('PENDING', 'IN-REVIEW', 'APPROVED', 'DECLINED')),
  -- What the business was when it asked, and what it asks to be.
  current_type text not null,
  business_type text not null,
  registration_number text not null,
  decided_by uuid references staff,
  decided_at timestamptz,
  decision_reason text
);
create index merchant_upgrade_newest on merchant_upgrade (mode, created_at desc, id desc);
create index merchant_upgrade_newest_by_status on merchant_upgrade (mode, status, created_at desc, id desc);

create trigger merchant_upgrade_steps before update on merchant_upgrade for each row execute function only_these_steps(
  'status',
  'PENDING>IN-REVIEW', 'PENDING>APPROVED', 'PENDING>DECLINED', 'IN-REVIEW>APPROVED', 'IN-REVIEW>DECLINED');

create table merchant_upgrade_document (
  upgrade_id uuid not null references merchant_upgrade,
  position int not null,
  file_id uuid not null references file,
  primary key (upgrade_id, position)
);

create table wallet (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  account_name text not null,
  tier int not null check (tier in (1, 2, 3)),
  status text not null check (status in ('ACTIVE', 'INACTIVE', 'PENDING')),
  email text,
  phone_number text,
  date_of_birth date,
  bvn text check (bvn ~ '^\d{11}$'),
  nin text check (nin ~ '^\d{11}$'),
  address text,
  city text,
  state text
);
create index wallet_by_merchant on wallet (merchant_id);
create index wallet_newest on wallet (mode, created_at desc, id desc);

-- Serial numbers of the account numbers that the provider's bank gives out.
create sequence account_serial as bigint start 540000001 maxvalue 999999999;

create table account (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  created_at timestamptz not null,
  kind text not null check (kind in ('MERCHANT', 'WALLET')),
  merchant_id uuid not null references merchant,
  wallet_id uuid references wallet,
  account_number text not null unique check (account_number ~ '^\d{10}$'),
  account_name text not null,
  bank_code text not null,
  bank_name text not null,
  booked_kobo bigint not null default 0,
  available_kobo bigint not null default 0 check (available_kobo >= 0),
  check ((kind = 'WALLET') = (wallet_id is not null))
);
create unique index account_one_per_merchant on account (merchant_id) where kind = 'MERCHANT';
create unique index account_one_per_wallet on account (wallet_id) where kind = 'WALLET';

-- Down Migration
drop table account, wallet, merchant_upgrade_document, merchant_upgrade, settlement_account, director,
  merchant_service, merchant_document, merchant, service, bvn_record, file;
drop sequence account_serial;
