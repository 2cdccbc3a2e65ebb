import { sql } from 'kysely'
import { chargedReferenceOf } from '../charge-reference.ts'
import { chargedBeside, type Check } from './check.ts'

/** Whether every payment of a child account has one linked charge of the same status. */
export const childChecks: Check[] = [
  {
    faults: {
      'charge-without-payment': {
        harm: 'duplicated',
        sentence: 'Linked charges without a payment of their child account, or with one of another kind',
      },
      'charge-of-other-status': {
        harm: 'duplicated',
        sentence: 'Linked charges whose status differs from their payment',
      },
      'charge-of-other-session': {
        harm: 'lost',
        sentence: 'Linked charges whose session ID differs from their payment',
      },
      'charge-above-payment': { harm: 'duplicated', sentence: 'Linked charges above the amount of their payment' },
      'charge-posted-elsewhere': {
        harm: 'imbalance',
        sentence: 'Linked charges posted in another transfer than their payment',
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
        sentence: 'Linked charges of payments on accounts that are not child accounts',
      },
      'child-charged-within': {
        harm: 'duplicated',
        sentence: 'Payments of child accounts that carry their fee themselves instead of as a linked charge',
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
