-- Up Migration
-- When the link of an invite was mailed last, and who had it mailed; null where it was made at the terminal.
alter table invite add column mailed_at timestamptz, add column mailed_by uuid references staff,
  add constraint invite_mailed check ((mailed_at is null) = (mailed_by is null));
create index invite_mailed_by on invite (mailed_by, mailed_at);

-- Down Migration
alter table invite drop column mailed_at, drop column mailed_by;
