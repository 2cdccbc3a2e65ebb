-- Up Migration

-- Position in the write-ahead log behind the session's latest write: a replica serves the session once it has replayed to it.
alter table session add column read_after pg_lsn;

-- Down Migration
alter table session drop column read_after;
