-- Up Migration
-- Staff, sessions, and what every write leaves behind. Tables here have no mode: people work in both.

create extension if not exists pg_trgm;

create table staff (
  id uuid primary key,
  created_at timestamptz not null default now(),
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('ADMIN', 'AUDITOR')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  password_hash text,
  mode text not null default 'PRODUCTION' check (mode in ('PRODUCTION', 'SANDBOX')),
  failed_attempts int not null default 0,
  locked_until timestamptz
);

create table session (
  id uuid primary key,
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('LOGOUT', 'PASSWORD', 'ROLE', 'DEACTIVATION')),
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  cookie_hash text not null,
  sealed_key text not null
);
create index session_by_staff on session (staff_id) where ended_at is null;

-- A mailed six-digit code. staff_id is null for an address that nobody has, so that both look alike from outside.
create table challenge (
  id uuid primary key,
  purpose text not null check (purpose in ('LOGIN', 'RESET')),
  email text not null,
  staff_id uuid references staff,
  code_hash text not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  resends int not null default 0,
  used_at timestamptz
);
create index challenge_by_email on challenge (email, purpose, created_at desc);

create table invite (
  id uuid primary key,
  created_at timestamptz not null,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('ADMIN', 'AUDITOR')),
  code_hash text not null,
  expires_at timestamptz not null,
  consumated_at timestamptz
);

create table audit (
  id uuid primary key,
  at timestamptz not null,
  staff_id uuid references staff,
  session_id uuid,
  mode text check (mode in ('PRODUCTION', 'SANDBOX')),
  action text not null,
  record_type text not null,
  record_id text not null,
  merchant_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  request_id text
);
create index audit_by_record on audit (record_type, record_id, at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
revoke update, delete, truncate on audit from current_user;

-- Only successes are kept, in the transaction of their effect.
create table idempotency (
  staff_id uuid not null,
  call text not null,
  key text not null,
  body_hash text not null,
  reply jsonb not null,
  created_at timestamptz not null,
  primary key (staff_id, call, key)
);
create index idempotency_by_age on idempotency (created_at);

-- What the demo world's mail server holds; empty elsewhere.
create table outbox_mail (
  id uuid primary key,
  created_at timestamptz not null,
  to_address text not null,
  subject text not null,
  text text not null
);
create index outbox_mail_by_address on outbox_mail (to_address, created_at desc);

-- Refuses any change of a column but the listed ones. Arguments: the column, then 'FROM>TO' pairs.
create function only_these_steps() returns trigger language plpgsql as $$
declare
  before text := to_jsonb(old) ->> tg_argv[0];
  after text := to_jsonb(new) ->> tg_argv[0];
begin
  if before is distinct from after and not (before || '>' || after) = any (tg_argv[1:]) then
    raise exception '% of % cannot go from % to %', tg_argv[0], tg_table_name, before, after
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Down Migration
drop table outbox_mail, idempotency, audit, invite, challenge, session, staff;
drop function only_these_steps, refuse_change;
