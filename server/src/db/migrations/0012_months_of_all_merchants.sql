-- Up Migration
-- The nil id stands for all merchants together: a list without a merchant is placed by some twenty months, not by all its days.
-- Nothing is folded meanwhile.
select pg_advisory_xact_lock(hashtext('kobo fold counts'));
insert into count_month (mode, scope, merchant_id, type, category, month, n, n_success, success_kobo)
select mode, scope, '00000000-0000-0000-0000-000000000000', type, category, month, sum(n), sum(n_success),
  sum(success_kobo)
from count_month
group by mode, scope, type, category, month;

-- Down Migration
delete from count_month where merchant_id = '00000000-0000-0000-0000-000000000000';
