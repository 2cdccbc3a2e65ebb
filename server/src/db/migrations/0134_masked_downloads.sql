-- Up Migration
-- Whether an export was written without people's data. Earlier ones may have them.
alter table download add column is_masked boolean not null default false;

-- Down Migration
alter table download drop column is_masked;
