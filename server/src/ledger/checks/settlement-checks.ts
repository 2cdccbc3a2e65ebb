import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether settlements pay out collections once, and record the outcome correctly. */
export const settlementChecks: Check[] = [
  {
    faults: {
      'settlement-of-other-amount': {
        harm: 'imbalance',
        sentence: 'Settlements whose amount differs from their collections',
      },
      'settlement-unlike-attempt': {
        harm: 'lost',
        sentence: 'Settlements whose status, account or amount differs from their newest attempt',
      },
      'settlement-paid-twice': {
        harm: 'duplicated',
        sentence: 'Settlements with more than one paid attempt',
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
        ('settlement-of-other-amount', item.amount is distinct from settlement.amount_kobo),
        ('settlement-unlike-attempt', case
          when settlement.transaction_id is null then settlement.status <> 'FAILED'
          else attempt.id is null or (attempt.account_id, attempt.amount_kobo, attempt.merchant_id, attempt.mode)
            is distinct from (settlement.account_id, settlement.amount_kobo, settlement.merchant_id, settlement.mode)
            or settlement.status <> case attempt.status
              when 'SUCCESS' then 'SUCCESSFUL' when 'FAILED' then 'FAILED' else 'PENDING' end
        end),
        ('settlement-paid-twice', paid.n > 1)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'attempt-of-no-settlement': {
        harm: 'lost',
        sentence: 'Settlement transactions without a settlement, or attempts without a transaction',
      },
    },
    rows: sql`
      select 'attempt-of-no-settlement' as kind, coalesce(transaction.id, attempt.transaction_id) as id
      from (select id from transaction where category = 'SETTLEMENT') as transaction
      full join settlement_attempt as attempt on attempt.transaction_id = transaction.id
      where transaction.id is null or attempt.transaction_id is null`,
  },
  {
    faults: {
      'item-of-other-amount': {
        harm: 'duplicated',
        sentence: 'Collections settled at an amount other than the credited amount less deductions',
      },
      'item-keeps-too-much': {
        harm: 'lost',
        sentence: 'Collections with deductions above all refunds and disputes',
      },
      'item-of-other-account': {
        harm: 'duplicated',
        sentence: 'Collections settled from an account other than the one credited',
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
        ('item-of-other-amount', brought.amount is distinct from item.amount_kobo + item.less_kobo),
        ('item-keeps-too-much', item.less_kobo > case
          when item.account_id = collection.account_id then
            (select coalesce(sum(amount_kobo), 0) from refund where refund.transaction_id = item.transaction_id)
            + (select coalesce(sum(amount_kobo), 0) from dispute where dispute.transaction_id = item.transaction_id)
          else 0
        end),
        ('item-of-other-account', settlement.account_id <> item.account_id)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'collection-forgotten': {
        harm: 'lost',
        sentence: 'Collections that settlement skipped although later ones were processed',
      },
    },
    rows: sql`
      select distinct 'collection-forgotten' as kind, entry.transaction_id as id
      from settlement_mark as mark
      join entry on entry.account_id = mark.account_id and entry.at >= mark.since and entry.at < mark.until
      join transfer on transfer.id = entry.transfer_id and transfer.kind = 'COLLECTION'
        and transfer.transaction_id = entry.transaction_id
      where entry.amount_kobo > 0 and not exists (
        select from settlement_item as item
        where item.account_id = entry.account_id and item.transaction_id = entry.transaction_id)`,
  },
]
