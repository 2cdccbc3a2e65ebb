-- Up Migration
-- Files that are promised before they are there, and links that end with the person they were made for.

alter table file
  -- MAKING until its bytes are stored; FAILED once nobody makes it any more.
  add column status text not null default 'READY' check (status in ('MAKING', 'READY', 'FAILED')),
  -- Its links work while this person is active; without one, whoever has a link opens it.
  add column staff_id uuid references staff,
  alter column size_bytes drop not null,
  alter column sha256 drop not null,
  add constraint file_ready_is_whole check (status <> 'READY' or num_nulls(size_bytes, sha256) = 0) not valid;
alter table file validate constraint file_ready_is_whole;

alter table statement
  alter column opening_kobo drop not null,
  alter column closing_kobo drop not null,
  -- A long one is made as CSV alone.
  alter column pdf_file_id drop not null,
  -- How often a worker has begun with it, and until when it is the only one.
  add column tries int not null default 0,
  add column claimed_until timestamptz;
create index statement_by_staff on statement (staff_id, created_at desc);
create index statement_by_age on statement (created_at);

update file set staff_id = statement.staff_id
  from statement where file.id in (statement.pdf_file_id, statement.csv_file_id);

-- Down Migration
drop index statement_by_age;
drop index statement_by_staff;
delete from statement where opening_kobo is null or closing_kobo is null or pdf_file_id is null;
delete from file where status <> 'READY';
alter table statement
  drop column claimed_until,
  drop column tries,
  alter column pdf_file_id set not null,
  alter column closing_kobo set not null,
  alter column opening_kobo set not null;
alter table file
  drop constraint file_ready_is_whole,
  alter column sha256 set not null,
  alter column size_bytes set not null,
  drop column staff_id,
  drop column status;
