-- Up Migration
-- Without it the planner takes any word for rare, and reads all records of a merchant to list the newest that contain it.
create statistics audit_reason_searched on (search_text(reason)) from audit;
analyze audit;

-- Down Migration
drop statistics audit_reason_searched;
