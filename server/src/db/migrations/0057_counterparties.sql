-- Up Migration
-- Who is at the other end of transactions, so that a piece of a name is looked for among those who have one, not among all that moved.

-- Of what an originator and a beneficiary have each, that of the other end.
create function other_end(type text, originator text, beneficiary text) returns text language sql immutable parallel safe
return case type when 'DEBIT' then beneficiary else originator end;

-- What the other end is found by: its account number, or its name where it has none; an index entry takes no longer text.
create function counterparty_key(type text, originator_number text, beneficiary_number text, originator_name text,
  beneficiary_name text) returns text language sql immutable parallel safe
return left(coalesce(
  other_end(type, originator_number, beneficiary_number), other_end(type, originator_name, beneficiary_name)), 100);

create table counterparty (
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  key text not null,
  name text not null,
  -- One transaction that calls it so. Two that are written at once may both be here: neither waits for the other.
  transaction_id uuid not null,
  primary key (mode, key, name, transaction_id)
);

-- A trigger, since a server of the release before writes transactions too while this one starts.
create function note_counterparty() returns trigger language plpgsql as $$
declare
  called text := left(other_end(new.type, new.originator_name, new.beneficiary_name), 100);
  found_by text := counterparty_key(
    new.type, new.originator_number, new.beneficiary_number, new.originator_name, new.beneficiary_name);
begin
  if called is not null and not exists (
    select from counterparty where mode = new.mode and key = found_by and name = called
  ) then
    insert into counterparty values (new.mode, found_by, called, new.id);
  end if;
  return null;
end $$;
create trigger transaction_counterparty after insert or update of originator_name, beneficiary_name on transaction
  for each row execute function note_counterparty();

-- Those of transactions that were written without the trigger.
create function fill_counterparties() returns void language sql as $$
  insert into counterparty
  select distinct on (mode, key, name) mode, key, name, id
  from (
    select id, mode, left(other_end(type, originator_name, beneficiary_name), 100) as name, counterparty_key(
      type, originator_number, beneficiary_number, originator_name, beneficiary_name) as key
    from transaction
  ) as called
  where name is not null and not exists (
    select from counterparty as known
    where known.mode = called.mode and known.key = called.key and known.name = called.name)
  order by mode, key, name, id
$$;

-- Down Migration
drop trigger transaction_counterparty on transaction;
drop function note_counterparty, fill_counterparties;
drop table counterparty;
drop function counterparty_key, other_end;
