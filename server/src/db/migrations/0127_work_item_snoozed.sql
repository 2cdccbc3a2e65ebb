-- Up Migration
-- No Transaction
-- Each round of the collector asks which kinds have snoozed items: few, among all that are open.
create index concurrently work_item_snoozed on work_item (kind) where closed_at is null and snoozed_until is not null;

-- Down Migration
drop index work_item_snoozed;
