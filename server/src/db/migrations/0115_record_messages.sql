-- Up Migration
-- What operators write to a merchant or the holder of a wallet about a record.
create table record_message (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  record_type text not null,
  record_id uuid not null,
  -- As in the audit, without a reference, by which emptying a table of others would need the right to empty this one.
  merchant_id uuid not null,
  staff_id uuid not null references staff,
  at timestamptz not null,
  recipient text not null check (recipient in ('MERCHANT', 'HOLDER')),
  subject text not null check (char_length(subject) between 1 and 200),
  text text not null check (char_length(text) between 1 and 4000),
  -- Address as it was then.
  email text,
  -- When the mail server accepted the email.
  mailed_at timestamptz,
  webhook_event_id uuid,
  check (email is not null or webhook_event_id is not null),
  check (mailed_at is null or email is not null)
);
create index record_message_of_record on record_message (mode, record_type, record_id, at desc, id desc);
create index record_message_of_author on record_message (staff_id, at desc);

create function only_mail_message() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.mailed_at is not null
    or to_jsonb(old) - 'mailed_at' <> to_jsonb(new) - 'mailed_at' then
    raise exception 'A message is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger record_message_append_only before update or delete on record_message
  for each row execute function only_mail_message();
create trigger record_message_kept before truncate on record_message for each statement execute function refuse_change();
revoke delete, truncate on record_message from current_user;

-- Link to a statement that was emailed to a merchant, with its message.
create table statement_link (
  message_id uuid primary key references record_message,
  -- Null once the files have been deleted.
  statement_id uuid unique references statement on delete set null,
  start_day date not null,
  end_day date not null,
  -- SHA-256 of the token in the link; null until the files are ready and the email is queued.
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references staff,
  downloads integer not null default 0 check (downloads >= 0),
  last_download_at timestamptz,
  check ((token_hash is null) = (expires_at is null)),
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  check ((downloads = 0) = (last_download_at is null))
);

-- Down Migration
drop table statement_link;
drop table record_message;
drop function only_mail_message;
