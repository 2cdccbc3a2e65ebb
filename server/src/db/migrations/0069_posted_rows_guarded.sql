-- Up Migration
-- What is posted stays as it is: entries are written with their transfer or not at all, and holds that ended, collections that were
-- settled and profit are never changed or deleted.

create function refuse_changed_row() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted once they are final', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger hold_final before update or delete on hold
  for each row when (old.status <> 'HELD') execute function refuse_changed_row();
create trigger hold_not_truncated before truncate on hold for each statement execute function refuse_change();
create trigger settlement_item_final before update or delete on settlement_item
  for each row when (old.state = 'SETTLED') execute function refuse_changed_row();
create trigger settlement_item_not_truncated before truncate on settlement_item
  for each statement execute function refuse_change();
create trigger profit_append_only before update or delete or truncate on profit
  for each statement execute function refuse_change();
revoke update, delete, truncate on profit from current_user;

-- A transfer that this statement sees and whose writer is in progress was written by this transaction, or by a savepoint of it, which
-- has a number of its own. A row keeps the lower half of that number; the upper half is the one nearest to this transaction's.
create function refuse_late_entries() returns trigger language plpgsql as $$
declare
  late uuid;
begin
  select written.id into late
  from entered, lateral (
    select id, (xmin::text::bigint - pg_current_xact_id()::text::bigint) & 4294967295 as distance
    from transfer where id = entered.transfer_id offset 0
  ) as written
  where pg_xact_status((pg_current_xact_id()::text::bigint + distance
      - case when distance >= 2147483648 then 4294967296 else 0 end)::text::xid8) is distinct from 'in progress'
  limit 1;
  if late is not null then
    raise exception 'entries of transfer % are written with it, never later', late using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger entry_with_transfer after insert on entry referencing new table as entered
  for each statement execute function refuse_late_entries();

-- Down Migration
drop trigger entry_with_transfer on entry;
drop function refuse_late_entries;
grant update, delete, truncate on profit to current_user;
drop trigger profit_append_only on profit;
drop trigger settlement_item_not_truncated on settlement_item;
drop trigger settlement_item_final on settlement_item;
drop trigger hold_not_truncated on hold;
drop trigger hold_final on hold;
drop function refuse_changed_row;
