-- Up Migration
-- Open work of one kind in the order of its due time.
create index work_item_of_kind on work_item (mode, kind, due_at, id) where closed_at is null;

-- Down Migration
drop index work_item_of_kind;
