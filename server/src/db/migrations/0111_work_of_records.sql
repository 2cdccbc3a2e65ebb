-- Up Migration
-- No Transaction
-- Open work of the records that a page shows.
create index concurrently work_item_parent on work_item (parent_id) where closed_at is null and parent_id is not null;

-- Down Migration
drop index work_item_parent;
