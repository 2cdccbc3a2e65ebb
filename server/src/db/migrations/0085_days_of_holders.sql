-- Up Migration
-- Limits bind a wallet and its child accounts together: what has left the children today, or is held, counts from now on too.
insert into wallet_day (account_id, merchant_id, day, debited_kobo)
select own.id, own.merchant_id, (now() at time zone 'Africa/Lagos')::date,
  sum(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo)
from account own
join account child on child.wallet_id = own.wallet_id and child.kind = 'CHILD'
join transaction on transaction.account_id = child.id and scope = 'CHILD'
where own.kind = 'WALLET' and category in ('BANK_TRANSFER', 'DEBIT_CHILD_ACCOUNT_CHARGES')
  and type = 'DEBIT' and transaction.status in ('PENDING', 'SUCCESS')
  and transaction.created_at >= (now() at time zone 'Africa/Lagos')::date::timestamp at time zone 'Africa/Lagos'
group by own.id
on conflict (account_id, day) do update set debited_kobo = wallet_day.debited_kobo + excluded.debited_kobo;

-- Down Migration
select 1;
