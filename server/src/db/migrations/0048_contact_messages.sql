-- Up Migration
-- What people who deal with merchants want to know from us. A message is answered once, by mail.
create table contact_message (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  name text not null,
  email text not null,
  phone_number text not null,
  subject text not null,
  message text not null,
  status text not null default 'NEW' check (status in ('NEW', 'ANSWERED')),
  answer text,
  answered_by uuid references staff,
  answered_at timestamptz,
  constraint contact_message_id_tells_time check (created_at = uuid_time(id)),
  constraint contact_message_answer
    check ((status = 'ANSWERED') = (answer is not null) and num_nonnulls(answer, answered_by, answered_at) in (0, 3))
);
create index contact_message_newest on contact_message (mode, created_at desc, id desc) include (status, merchant_id);
create index contact_message_of_merchant on contact_message (merchant_id, created_at desc, id desc);
create index contact_message_name_anywhere on contact_message using gin (lower(name) gin_trgm_ops);
create index contact_message_email_prefix on contact_message (mode, lower(email) text_pattern_ops);
create trigger contact_message_steps before update on contact_message for each row
  execute function only_these_steps('status', 'NEW>ANSWERED');

-- Down Migration
drop table contact_message;
