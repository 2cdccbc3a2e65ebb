-- Up Migration
-- Each time the books are checked: how far it has come, and what it has found.
create table ledger_check (
  id uuid primary key,
  created_at timestamptz not null,
  -- Who asked for it, where a person did.
  staff_id uuid references staff,
  done int not null default 0,
  total int not null,
  -- When it last came further; one that has long stood still is taken for given up.
  moved_at timestamptz not null,
  ended_at timestamptz,
  findings jsonb not null default '[]',
  constraint ledger_check_id_tells_time check (created_at = uuid_time(id))
);
create unique index ledger_check_under_way on ledger_check ((true)) where ended_at is null;

-- Down Migration
drop table ledger_check;
