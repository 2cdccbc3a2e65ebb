-- Up Migration

-- What jobs were asked for once: a second one with the same key is not made.
create table job_key (
  kind text not null,
  key text not null,
  at timestamptz not null,
  primary key (kind, key)
);
create index job_key_by_age on job_key (at);

-- Lanes to the outside that give trouble, as each server sees them; what is not seen again for a while is out of date.
create table lane_trouble (
  server_id uuid not null,
  lane text not null,
  state text not null check (state in ('open', 'slow')),
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (server_id, lane)
);
