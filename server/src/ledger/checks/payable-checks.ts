import { sql } from 'kysely'
import { billHasLeft } from './bill-checks.ts'
import type { Check } from './check.ts'

/** Whether the payables to the scheme and the billers match what they are due less what they were paid. */
export const payableChecks: Check[] = [
  {
    faults: {
      'scheme-float-mismatch': {
        harm: 'imbalance',
        sentence: 'Modes whose scheme payables differ from cleared purchases less returns and payments',
      },
      'biller-float-mismatch': {
        harm: 'imbalance',
        sentence: 'Modes whose biller payables differ from bills less payments',
      },
    },
    rows: sql`
      with due as (
        select mode, 'SCHEME_FLOAT' as owed, cleared_kobo as amount from card_purchase where status = 'CLEARED'
        union all
        select bill.mode, 'BILLER_FLOAT', bill.amount_kobo - bill.commission_kobo
        from bill_payment as bill join transaction as going on going.id = bill.id
        where ${billHasLeft}
        union all
        select mode, owed, -amount_kobo from owed_payment
      )
      select case provider.kind when 'SCHEME_FLOAT' then 'scheme-float-mismatch' else 'biller-float-mismatch' end as kind,
        provider.mode as id
      from provider_account as provider
      where kind in ('SCHEME_FLOAT', 'BILLER_FLOAT') and coalesce(
        (select sum(amount_kobo) from entry where entry.account_id = provider.id), 0
      ) <> coalesce((select sum(amount) from due where due.mode = provider.mode and due.owed = provider.kind), 0)`,
  },
  {
    faults: {
      'payables-settlement-mismatch': {
        harm: 'imbalance',
        sentence: 'Payables settlements whose posting is missing or differs',
      },
    },
    rows: sql`
      with booked as (
        select transfer.mode, way.owed, transfer.reference, way.name,
          -coalesce(sum(amount_kobo) filter (where provider.kind = way.owed), 0) as amount,
          coalesce(sum(amount_kobo) filter (where provider.kind in ('FLOAT_NIP', 'FLOAT_ETRANZACT')), 0) as paid
        from (values
          ('SCHEME_PAYMENT', 'SCHEME_FLOAT', 'SCHEME-'),
          ('BILLER_PAYMENT', 'BILLER_FLOAT', 'BILLERS-')
        ) as way (kind, owed, name)
        join transfer on transfer.kind = way.kind
        join entry on entry.transfer_id = transfer.id
        left join provider_account as provider on provider.id = account_id
        group by transfer.id, way.owed, way.name
      )
      select 'payables-settlement-mismatch' as kind, coalesce(payment.id::text, booked.reference) as id
      from owed_payment as payment
      full join booked on booked.mode = payment.mode and booked.owed = payment.owed
        and booked.reference = booked.name || payment.day
      where (payment.amount_kobo, payment.amount_kobo) is distinct from (booked.amount, booked.paid)`,
  },
]
