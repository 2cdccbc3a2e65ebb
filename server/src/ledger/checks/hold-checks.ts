import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether money is set aside for exactly the payouts that are under way. */
export const holdChecks: Check[] = [
  {
    faults: {
      'hold-left-behind': { harm: 'lost', sentence: 'Money still held for payouts that are not under way' },
      'hold-posted-without-success': { harm: 'lost', sentence: 'Holds that were used for payouts without success' },
      'hold-released-of-success': { harm: 'duplicated', sentence: 'Holds given back for payouts that did not fail' },
      'hold-of-other-amount': { harm: 'duplicated', sentence: 'Holds of another amount than their payout costs' },
      'hold-on-other-account': { harm: 'duplicated', sentence: 'Holds on an account that is not the payer' },
    },
    rows: sql`
      select fault.kind, hold.id
      from hold
      left join transaction on transaction.id = hold.transaction_id
      left join account on account.id = hold.account_id, lateral (values
        ('hold-left-behind', hold.status = 'HELD' and transaction.status is distinct from 'PENDING'),
        ('hold-posted-without-success', hold.status = 'POSTED' and transaction.status is distinct from 'SUCCESS'),
        ('hold-released-of-success', hold.status = 'VOIDED' and transaction.status <> 'FAILED'),
        ('hold-of-other-amount', hold.amount_kobo <>
          transaction.amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo),
        ('hold-on-other-account', transaction.id is not null and (account.merchant_id is distinct from
          transaction.merchant_id or account.wallet_id is distinct from transaction.wallet_id))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'pending-without-hold': { harm: 'lost', sentence: 'Payouts under way that hold no money' },
    },
    rows: sql`
      select 'pending-without-hold' as kind, id from transaction
      where status = 'PENDING' and category = 'BANK_TRANSFER' and type = 'DEBIT'
        and not exists (select from hold where transaction_id = transaction.id and hold.status = 'HELD')`,
  },
]
