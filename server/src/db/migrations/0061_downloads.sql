-- Up Migration
-- Files of a list's rows that people have ordered, and how far each is.
create table download (
  id uuid primary key,
  created_at timestamptz not null,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  staff_id uuid not null references staff,
  session_id uuid not null,
  -- The screen that ordered it.
  place text not null,
  -- The list call, its query without a page, and the paths of the columns in their order.
  call text not null,
  query jsonb not null,
  columns text[] not null,
  format text not null check (format in ('xlsx', 'csv')),
  file_id uuid not null references file,
  rows_total int not null,
  rows_written int not null default 0,
  -- More match than the list has pages for.
  is_more boolean not null default false,
  cancelled_at timestamptz,
  -- How often a worker has begun with it, and until when it is the only one.
  tries int not null default 0,
  claimed_until timestamptz,
  constraint download_id_tells_time check (created_at = uuid_time(id))
);
create index download_by_staff on download (staff_id, created_at desc);
create index download_by_age on download (created_at);

-- Down Migration
drop table download;
