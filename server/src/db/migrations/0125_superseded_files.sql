-- Up Migration
-- Bytes of files that were sealed anew under another key. They are kept for some days, so that a database restored to a point in
-- time before finds its files.
create table superseded_file (
  storage_key text primary key,
  superseded_at timestamptz not null
);

-- Down Migration
drop table superseded_file;
