-- Up Migration
-- Open work of one kind, what somebody has, and what somebody has closed, in the order of its time: the team's figures read a part of each.
create index work_item_oldest on work_item (mode, kind, opened_at) where closed_at is null;
create index work_item_held on work_item (claimed_by, mode, opened_at) where closed_at is null and claimed_by is not null;
create index work_item_closed_by on work_item (closed_by, mode, closed_at) where closed_by is not null;
drop index work_item_claimed;
-- Hidden columns and density of a view; null if it leaves them to whoever opens it.
alter table list_view add look jsonb;

-- Down Migration
alter table list_view drop look;
create index work_item_claimed on work_item (claimed_by) where closed_at is null and claimed_by is not null;
drop index work_item_closed_by, work_item_held, work_item_oldest;
