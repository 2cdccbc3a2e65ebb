-- Up Migration
-- The repairs of derived data: how far the scan of each has come. Whoever processes a chunk holds the row's lock.
create table repair (
  name text primary key,
  -- Where the scan under way continues; null while there is none.
  cursor text,
  started_at timestamptz,
  ended_at timestamptz
);

-- Down Migration
drop table repair;
