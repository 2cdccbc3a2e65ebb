import { sql } from 'kysely'
import { chargedReferenceOf } from '../charge-reference.ts'
import { chargedBeside } from '../transaction-categories.ts'
import type { Check } from './check.ts'

/** Whether every payment of a child account has one linked charge of the same status. */
export const childChecks: Check[] = [
  {
    faults: {
      'charge-without-payment': {
        harm: 'duplicated',
        sentence: 'Charges beside no payment of their child account, or beside one of another kind',
      },
      'charge-of-other-status': {
        harm: 'duplicated',
        sentence: 'Charges that stand elsewhere than the payment beside which they were taken',
      },
      'charge-of-other-session': {
        harm: 'lost',
        sentence: 'Charges with another session ID than the payment beside which they were taken',
      },
      'charge-above-payment': { harm: 'duplicated', sentence: 'Charges that take more than the payment brought' },
      'charge-posted-elsewhere': {
        harm: 'imbalance',
        sentence: 'Charges that were taken by another transfer than their payment moved by',
      },
    },
    rows: sql`
      select fault.kind, charge.id
      from transaction as charge
      -- Looked up one by one, since charges are few: offset 0 keeps the planner from reading all transactions.
      left join lateral (
        select * from transaction
        where reference = ${chargedReferenceOf(sql.ref('charge.reference'))} and mode = charge.mode
          and account_id = charge.account_id
          and type || ' ' || category = case charge.category
            when 'CREDIT_CHILD_ACCOUNT_CHARGES' then 'CREDIT BANK_FUNDING' else 'DEBIT BANK_TRANSFER'
          end
        offset 0
      ) as payment on true, lateral (values
        ('charge-without-payment', payment.id is null or charge.type <> 'DEBIT'),
        ('charge-of-other-status', payment.status <> charge.status),
        ('charge-of-other-session', payment.session_id is distinct from charge.session_id and payment.id is not null),
        ('charge-above-payment', payment.type = 'CREDIT' and payment.amount_kobo < charge.amount_kobo + charge.vat_kobo),
        ('charge-posted-elsewhere', payment.id is not null and charge.status = 'SUCCESS' and not exists (
          select from entry join transfer on transfer.id = transfer_id
          where entry.transaction_id = charge.id and transfer.transaction_id = payment.id
        ))
      ) as fault (kind, is_found)
      where charge.category in ${chargedBeside} and fault.is_found`,
  },
  {
    faults: {
      'charge-outside-child': {
        harm: 'duplicated',
        sentence: 'Charges beside payments of accounts that are no child accounts',
      },
      'child-charged-within': {
        harm: 'duplicated',
        sentence: 'Payments of child accounts that took their fee themselves, not beside them',
      },
    },
    rows: sql`
      select fault.kind, id
      from transaction, lateral (values
        ('charge-outside-child', category in ${chargedBeside} and scope <> 'CHILD'),
        ('child-charged-within', scope = 'CHILD' and category not in ${chargedBeside} and fee_kobo + vat_kobo > 0)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
