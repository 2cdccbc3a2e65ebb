-- Up Migration
-- Open work of one kind in the order of its due time.
create index work_item_of_kind on work_item (mode, kind, due_at, id) where closed_at is null;

-- Parts of the audit whose rows were written to a file and then removed: from its beginning, in whole seals, whose leaves stay.
create table audit_retired (
  first_seal integer primary key,
  last_seal integer not null check (last_seal >= first_seal),
  -- Number of rows.
  n bigint not null check (n > 0),
  -- Time of the newest row.
  until timestamptz not null,
  at timestamptz not null,
  file_name text not null,
  file_sha256 bytea not null check (length(file_sha256) = 32),
  -- Row of the audit that says the same.
  audit_id uuid not null
);

-- Only whole seals after what is retired already, and only what is older than seven years.
create function check_retirement() returns trigger language plpgsql as $$
begin
  new.at := now();
  if new.first_seal <> 1 + coalesce((select max(last_seal) from audit_retired), 0)
    or new.n is distinct from (select sum(seal.n) from audit_seal as seal where no between new.first_seal and new.last_seal)
    or new.until is distinct from (
      select max(uuid_time(last_id)) from audit_seal where no between new.first_seal and new.last_seal)
    or new.until > new.at - interval '7 years'
  then
    raise exception 'only the oldest seals of the audit are retired, after seven years' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger audit_retired_checked before insert on audit_retired for each row execute function check_retirement();
create trigger audit_retired_append_only before update or delete or truncate on audit_retired
  for each statement execute function refuse_change();
revoke update, delete, truncate on audit_retired from current_user;

-- A row of the audit leaves only as it was sealed, once its seal is retired.
create function refuse_unretired() returns trigger language plpgsql as $$
begin
  if not exists (
    select from audit_sealed join audit_retired on seal_no between first_seal and last_seal
    where audit_sealed.audit_id = old.id and leaf = audit_leaf_1(old)
  ) then
    raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
drop trigger audit_append_only on audit;
create trigger audit_append_only before update or truncate on audit
  for each statement execute function refuse_change();
create trigger audit_kept_until_retired before delete on audit
  for each row execute function refuse_unretired();
grant delete on audit to current_user;

-- Down Migration
revoke delete on audit from current_user;
drop trigger audit_kept_until_retired on audit;
drop trigger audit_append_only on audit;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
drop function refuse_unretired;
drop table audit_retired;
drop function check_retirement;
drop index work_item_of_kind;
