-- Up Migration
-- References are unique among those of their merchant. The rule has a table of its own, since a table that is cut into months
-- by the time of its ids keeps none across them.
create table reference_key (
  merchant_id uuid not null,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  kind text not null check (kind in ('DEBIT', 'CREDIT', 'BATCH')),
  reference text not null,
  -- Of the transaction or the batch that has the reference.
  id uuid not null,
  primary key (merchant_id, mode, kind, reference)
);

-- Triggers, since a server of the release before writes transactions and batches too while this one starts.
create function write_transaction_keys() returns trigger language plpgsql as $$
begin
  insert into reference_key (merchant_id, mode, kind, reference, id)
  select merchant_id, mode, type, reference, id from written;
  return null;
end $$;
create trigger transaction_keys after insert on transaction referencing new table as written
  for each statement execute function write_transaction_keys();

create function write_batch_key() returns trigger language plpgsql as $$
begin
  insert into reference_key (merchant_id, mode, kind, reference, id)
  values (new.merchant_id, new.mode, 'BATCH', new.reference, new.id);
  return null;
end $$;
create trigger bulk_batch_key after insert on bulk_batch for each row execute function write_batch_key();

-- The keys of what was written without the triggers, in pieces that are committed one by one. Called again, it adds what is missing.
create procedure fill_reference_keys() language plpgsql as $$
declare
  reached uuid := '00000000-0000-0000-0000-000000000000';
  ending uuid;
begin
  insert into reference_key select merchant_id, mode, 'BATCH', reference, id from bulk_batch on conflict do nothing;
  commit;
  loop
    select max(id::text)::uuid into ending
    from (select id from transaction where id > reached order by id limit 20000) as piece;
    exit when ending is null;
    insert into reference_key
    select merchant_id, mode, type, reference, id from transaction where id > reached and id <= ending
    on conflict do nothing;
    commit;
    reached := ending;
  end loop;
end $$;

-- Down Migration
drop procedure fill_reference_keys;
drop trigger bulk_batch_key on bulk_batch;
drop trigger transaction_keys on transaction;
drop function write_batch_key, write_transaction_keys;
drop table reference_key;
