-- Up Migration
-- How the console shows a view and how its list's call is made, by which the server counts its rows; null for a list on the page of a record,
-- which has no rows of its own.
alter table list_view add source jsonb;
-- When a person pinned a view, which is also the order of those that they pinned.
alter table list_view_use add pinned_at timestamptz;
alter table list_view_use alter is_default set default false;

-- Down Migration
alter table list_view_use alter is_default drop default;
alter table list_view_use drop pinned_at;
alter table list_view drop source;
