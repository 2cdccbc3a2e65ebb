import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether settlements pay out collections once, and record the outcome correctly. */
export const settlementChecks: Check[] = [
  {
    faults: {
      'settlement-amount-mismatch': {
        harm: 'imbalance',
        sentence: 'Settlements whose amount differs from the sum of their collections',
      },
      'settlement-attempt-mismatch': {
        harm: 'lost',
        sentence: 'Settlements whose status, account or amount differs from their latest attempt',
      },
      'duplicate-settlement-payment': {
        harm: 'duplicated',
        sentence: 'Settlements with more than one successful attempt',
      },
    },
    rows: sql`
      with item as (
        select settlement_id, sum(amount_kobo) as amount from settlement_item
        where settlement_id is not null group by 1
      ), paid as (
        select settlement_id, count(*) as n from settlement_attempt as attempt
        join transaction on transaction.id = attempt.transaction_id
        where transaction.status = 'SUCCESS' or exists (
          select from transfer where transfer.transaction_id = transaction.id and transfer.kind = 'COMPENSATION')
        group by 1
      )
      select fault.kind, settlement.id
      from settlement
      left join item on item.settlement_id = settlement.id
      left join paid on paid.settlement_id = settlement.id
      left join transaction as attempt on attempt.id = settlement.transaction_id, lateral (values
        ('settlement-amount-mismatch', item.amount is distinct from settlement.amount_kobo),
        ('settlement-attempt-mismatch', case
          when settlement.transaction_id is null then settlement.status <> 'FAILED'
          else attempt.id is null or (attempt.account_id, attempt.amount_kobo, attempt.merchant_id, attempt.mode)
            is distinct from (settlement.account_id, settlement.amount_kobo, settlement.merchant_id, settlement.mode)
            or settlement.status <> case attempt.status
              when 'SUCCESS' then 'SUCCESSFUL' when 'FAILED' then 'FAILED' else 'PENDING' end
        end),
        ('duplicate-settlement-payment', paid.n > 1)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'orphaned-settlement-attempt': {
        harm: 'lost',
        sentence: 'Settlement transactions without a settlement, or attempts without a transaction',
      },
    },
    rows: sql`
      select 'orphaned-settlement-attempt' as kind, coalesce(transaction.id, attempt.transaction_id) as id
      from (select id from transaction where category = 'SETTLEMENT') as transaction
      full join settlement_attempt as attempt on attempt.transaction_id = transaction.id
      where transaction.id is null or attempt.transaction_id is null`,
  },
  {
    faults: {
      'settlement-item-amount-mismatch': {
        harm: 'duplicated',
        sentence: 'Settled collections whose amount differs from the amount credited less deductions',
      },
      'settlement-item-excess-deduction': {
        harm: 'lost',
        sentence: 'Collections with deductions that exceed their refunds and disputes',
      },
      'settlement-item-account-mismatch': {
        harm: 'duplicated',
        sentence: 'Collections settled from an account that did not receive them',
      },
    },
    rows: sql`
      with brought as (
        select item.account_id, item.transaction_id, sum(entry.amount_kobo) as amount
        from settlement_item as item
        join transfer on transfer.transaction_id = item.transaction_id and transfer.kind = 'COLLECTION'
        join entry on entry.transfer_id = transfer.id and entry.account_id = item.account_id
          and entry.transaction_id = item.transaction_id
        group by 1, 2
      )
      select fault.kind, item.transaction_id as id
      from settlement_item as item
      left join transaction as collection on collection.id = item.transaction_id
      left join brought on brought.account_id = item.account_id and brought.transaction_id = item.transaction_id
      left join settlement on settlement.id = item.settlement_id, lateral (values
        ('settlement-item-amount-mismatch', brought.amount is distinct from item.amount_kobo + item.less_kobo),
        ('settlement-item-excess-deduction', item.less_kobo > case
          when item.account_id = collection.account_id then
            (select coalesce(sum(amount_kobo), 0) from refund where refund.transaction_id = item.transaction_id)
            + (select coalesce(sum(amount_kobo), 0) from dispute where dispute.transaction_id = item.transaction_id)
          else 0
        end),
        ('settlement-item-account-mismatch', settlement.account_id <> item.account_id)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'unscanned-collection': {
        harm: 'lost',
        sentence: 'Collections that the settlement scan skipped',
      },
    },
    rows: sql`
      select distinct 'unscanned-collection' as kind, entry.transaction_id as id
      from settlement_mark as mark
      join entry on entry.account_id = mark.account_id and entry.at >= mark.since and entry.at < mark.until
      join transfer on transfer.id = entry.transfer_id and transfer.kind = 'COLLECTION'
        and transfer.transaction_id = entry.transaction_id
      where entry.amount_kobo > 0 and not exists (
        select from settlement_item as item
        where item.account_id = entry.account_id and item.transaction_id = entry.transaction_id)`,
  },
]
