-- Up Migration
-- What happened that a person asked to hear of, or has to: one row for each person and event.
create table notification (
  -- Made from the time at which it was stored, which may be later than the event.
  id uuid primary key,
  staff_id uuid not null references staff,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  kind text not null,
  record_type text not null,
  record_id text not null,
  -- Event that it is about.
  source_id text not null,
  facts jsonb not null,
  at timestamptz not null,
  read_at timestamptz,
  emailed_at timestamptz,
  unique (staff_id, kind, source_id)
);
create index notification_newest on notification (staff_id, mode, id desc);
create index notification_unread on notification (staff_id, mode, id desc) where read_at is null;
create index notification_to_email on notification (at) where read_at is null and emailed_at is null;
create index notification_read on notification (read_at) where read_at is not null;

-- How a person wants to hear of a kind of events; without a row, as everybody does at first.
create table notification_choice (
  staff_id uuid not null references staff,
  kind text not null,
  choice text not null check (choice in ('BELL', 'AT_ONCE', 'HOURLY', 'DAILY', 'OFF')),
  -- Earlier notifications are not emailed.
  chosen_at timestamptz not null,
  primary key (staff_id, kind)
);

-- Instant up to which events have been read; an hour before it is read again, for transactions that commit late.
create table notification_cursor (
  id boolean primary key default true check (id),
  reached timestamptz not null
);
insert into notification_cursor (reached) values (now());

-- Down Migration
drop table notification_cursor, notification_choice, notification;
