import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether dynamic virtual accounts received one payment at most, of the right amount, in time, and record it. */
export const collectionChecks: Check[] = [
  {
    faults: {
      'duplicate-virtual-account-payment': {
        harm: 'duplicated',
        sentence: 'Dynamic virtual accounts with more than one payment',
      },
      'virtual-account-payment-mismatch': {
        harm: 'imbalance',
        sentence: 'Dynamic virtual accounts paid with another amount or after expiry',
      },
      'virtual-account-use-mismatch': {
        harm: 'lost',
        sentence: 'Virtual accounts whose recorded use differs from their payments',
      },
    },
    rows: sql`
      with paid as (
        select virtual_account.id, count(transaction.id) as n,
          count(*) filter (where transaction.amount_kobo <> virtual_account.amount_kobo
            or transaction.created_at >= virtual_account.expires_at) as n_other
        from virtual_account
        left join transaction on transaction.beneficiary_number = account_number
          and transaction.mode = virtual_account.mode and transaction.payment_method is not null
          and transaction.status = 'SUCCESS'
        group by virtual_account.id
      )
      select fault.kind, virtual_account.id
      from virtual_account join paid on paid.id = virtual_account.id, lateral (values
        ('duplicate-virtual-account-payment', virtual_account.kind = 'VIRTUAL' and n > 1),
        ('virtual-account-payment-mismatch', virtual_account.kind = 'VIRTUAL' and n_other > 0),
        ('virtual-account-use-mismatch', (n > 0) <> (used_at is not null))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
