-- Up Migration
-- No Transaction
create index concurrently audit_of_staff on audit (staff_id, id desc);
create index concurrently audit_of_merchant on audit (merchant_id, id desc);
create index concurrently audit_of_action on audit (action, id desc);
create index concurrently audit_of_mode on audit (mode, id desc);

-- Down Migration
drop index audit_of_mode, audit_of_action, audit_of_merchant, audit_of_staff;
