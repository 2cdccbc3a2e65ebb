-- Up Migration
alter table hold validate constraint hold_amount;

-- Down Migration
select 1;
