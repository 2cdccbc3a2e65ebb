-- Up Migration
-- Colleagues whom a note names, all of whom might read its record when it was written.
create table note_mention (
  note_id uuid not null references note,
  staff_id uuid not null references staff,
  primary key (note_id, staff_id)
);
create index note_mention_of_staff on note_mention (staff_id, note_id);
create trigger note_mention_append_only before update or delete on note_mention for each row execute function refuse_change();
create trigger note_mention_kept before truncate on note_mention for each statement execute function refuse_change();
revoke update, delete, truncate on note_mention from current_user;

-- Records whose changes a person wants to hear of.
create table watch (
  staff_id uuid not null references staff,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  record_type text not null,
  record_id text not null,
  since timestamptz not null,
  -- Kept, so that neither a note nor a mention makes somebody watch again what they stopped watching.
  ended_at timestamptz,
  primary key (staff_id, mode, record_type, record_id)
);
create index watch_of_record on watch (mode, record_type, record_id) where ended_at is null;

-- Down Migration
drop table watch;
drop table note_mention;
