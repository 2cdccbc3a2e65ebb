-- Up Migration
-- An owed charge has one job until it is taken. Keys used to be forgotten after five days, so that charges which are owed for
-- longer have several jobs: the oldest of each stays and gets its key back. A new database has no queues yet.
do $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  delete from pgboss.job as later using pgboss.job as first
  where later.name = 'charge' and later.state < 'active'
    and first.name = 'charge' and first.state <= 'active'
    and first.data ->> 'mode' = later.data ->> 'mode'
    and first.data ->> 'reference' = later.data ->> 'reference'
    and (first.created_on, first.id) < (later.created_on, later.id);
  insert into job_key (kind, key, at)
  select distinct 'charge', (data ->> 'mode') || ' ' || (data ->> 'reference'), now()
  from pgboss.job where name = 'charge' and state <= 'active'
  on conflict do nothing;
end $$;

-- Down Migration
