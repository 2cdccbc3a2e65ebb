-- Up Migration
-- No Transaction
create index concurrently audit_of_address on audit (address, id desc) where address is not null;
create index concurrently audit_of_kind on audit (record_type, id desc);

-- Down Migration
drop index audit_of_kind, audit_of_address;
