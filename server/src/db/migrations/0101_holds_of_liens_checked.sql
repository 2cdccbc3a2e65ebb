-- Up Migration
-- Reads the table without holding anybody up.
alter table hold validate constraint hold_one_owner;
alter table hold validate constraint hold_amount;

-- Down Migration
select 1;
