-- Up Migration
-- Reads the table beside those who write it.
alter table transaction validate constraint transaction_category_check;

-- Down Migration
select 1;
