import { sql } from 'kysely'
import { lagosDayOf } from '../account-days.ts'
import { everyMerchant } from '../counters/scopes.ts'
import type { Check } from './check.ts'

/** Amounts of the entries on our income and cost accounts; the cost of a card payment is attributed to the payment. */
const earned = sql`
  select transfer.mode, coalesce(transfer.merchant_id, ${sql.lit(everyMerchant)}::uuid) as merchant_id,
    coalesce(transfer.transaction_id::text, transfer.reference) as payment, ${lagosDayOf(sql`transfer.at`)} as day,
    case when provider.kind = 'FEE_INCOME' then amount_kobo else 0 end as fee_kobo,
    case when provider.kind = 'PROVIDER_COST' then -amount_kobo else 0 end as cost_kobo
  from provider_account as provider
  join entry on entry.account_id = provider.id
  join transfer on transfer.id = entry.transfer_id
  where provider.kind in ('FEE_INCOME', 'PROVIDER_COST') and transfer.kind <> 'ACQUIRER_PAYMENT'
  union all
  select paid.mode, paid.merchant_id, paid.id::text, ${lagosDayOf(sql`acquirer_payment.at`)}, 0, card_payment.cost_kobo
  from card_payment
  join acquirer_payment on acquirer_payment.id = card_payment.acquirer_payment_id
  join transaction as paid on paid.id = card_payment.transaction_id`

/** Whether recorded profit matches our income and cost accounts. */
export const profitChecks: Check[] = [
  {
    faults: {
      'profit-mismatch': { harm: 'imbalance', sentence: 'Payments whose profit differs from their entries' },
    },
    rows: sql`
      with part as (
        ${earned}
        union all
        select mode, merchant_id, coalesce(transaction_id::text, reference), ${lagosDayOf(sql`created_at`)}, -fee_kobo,
          -cost_kobo
        from profit
      )
      select 'profit-mismatch' as kind, payment as id from part
      group by mode, merchant_id, payment, day having sum(fee_kobo) <> 0 or sum(cost_kobo) <> 0`,
  },
  {
    faults: {
      'profit-out-of-balance': {
        harm: 'imbalance',
        sentence: 'Modes whose profit differs from income less costs',
      },
      'profit-source-mismatch': {
        harm: 'imbalance',
        sentence: 'Profit rows whose source differs from their transfer',
      },
    },
    rows: sql`
      select 'profit-out-of-balance' as kind, mode as id
      from (
        select mode, amount_kobo as kobo
        from provider_account as provider join entry on entry.account_id = provider.id
        where provider.kind in ('FEE_INCOME', 'PROVIDER_COST')
        union all
        select mode, cost_kobo - fee_kobo from profit
      ) as part group by mode having sum(kobo) <> 0
      union all
      select 'profit-source-mismatch', profit.id::text
      from profit join transfer on transfer.id = profit.id where transfer.source <> profit.source`,
  },
]
