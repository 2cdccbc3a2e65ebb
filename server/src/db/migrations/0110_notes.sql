-- Up Migration
-- What colleagues write to each other about a record. Merchants never read it.
create table note (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  record_type text not null,
  record_id text not null,
  -- As in the audit, without a reference, by which emptying a table of others would need the right to empty this one.
  merchant_id uuid,
  staff_id uuid not null references staff,
  at timestamptz not null,
  text text not null check (char_length(text) between 1 and 4000),
  struck_at timestamptz,
  struck_by uuid references staff,
  check ((struck_at is null) = (struck_by is null)),
  constraint note_record_id check (record_type in ('role', 'transfer_route')
    or record_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
);
create index note_of_record on note (mode, record_type, record_id, at desc, id desc);
create index note_of_author on note (staff_id, at desc);

create function only_strike_note() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.struck_at is not null or new.struck_at is null
    or to_jsonb(old) - array['struck_at', 'struck_by'] <> to_jsonb(new) - array['struck_at', 'struck_by'] then
    raise exception 'A note can only be struck through, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger note_append_only before update or delete on note for each row execute function only_strike_note();
create trigger note_kept before truncate on note for each statement execute function refuse_change();
revoke delete, truncate on note from current_user;

-- Down Migration
drop table note;
drop function only_strike_note;
