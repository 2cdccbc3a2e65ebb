-- Up Migration
-- What happened to a transaction is written once and stays, as the audit does: a step that comes again is one more row.

alter table activity drop constraint activity_transaction_id_category_key;
create index activity_by_transaction on activity (transaction_id);

create trigger activity_append_only before update or delete or truncate on activity
  for each statement execute function refuse_change();
create trigger payout_log_append_only before update or delete or truncate on payout_log
  for each statement execute function refuse_change();
revoke update, delete, truncate on activity, payout_log from current_user;

-- Down Migration
grant update, delete, truncate on activity, payout_log to current_user;
drop trigger payout_log_append_only on payout_log;
drop trigger activity_append_only on activity;
drop index activity_by_transaction;
delete from activity older using activity newer
  where newer.transaction_id = older.transaction_id and newer.category = older.category
    and (newer.created_at, newer.id) > (older.created_at, older.id);
alter table activity add constraint activity_transaction_id_category_key unique (transaction_id, category);
