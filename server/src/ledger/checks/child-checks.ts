import { sql } from 'kysely'
import { chargedReferenceOf } from '../charge-reference.ts'
import { chargedBeside, type Check } from './check.ts'

/** Whether every payment of a child account has one linked charge of the same status. */
export const childChecks: Check[] = [
  {
    faults: {
      'orphaned-charge': {
        harm: 'duplicated',
        sentence: 'Linked charges without a matching payment of their child account',
      },
      'charge-status-mismatch': {
        harm: 'duplicated',
        sentence: 'Linked charges whose status differs from their payment',
      },
      'charge-session-mismatch': {
        harm: 'lost',
        sentence: 'Linked charges whose session ID differs from their payment',
      },
      'charge-exceeds-payment': {
        harm: 'duplicated',
        sentence: 'Linked charges that exceed the amount of their payment',
      },
      'charge-posted-separately': {
        harm: 'imbalance',
        sentence: 'Linked charges that were not posted in the transfer of their payment',
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
        ('orphaned-charge', payment.id is null or charge.type <> 'DEBIT'),
        ('charge-status-mismatch', payment.status <> charge.status),
        ('charge-session-mismatch', payment.session_id is distinct from charge.session_id and payment.id is not null),
        ('charge-exceeds-payment', payment.type = 'CREDIT' and payment.amount_kobo < charge.amount_kobo + charge.vat_kobo),
        ('charge-posted-separately', payment.id is not null and charge.status = 'SUCCESS' and not exists (
          select from entry join transfer on transfer.id = transfer_id
          where entry.transaction_id = charge.id and transfer.transaction_id = payment.id
        ))
      ) as fault (kind, is_found)
      where charge.category in ${chargedBeside} and fault.is_found`,
  },
  {
    faults: {
      'charge-outside-child-account': {
        harm: 'duplicated',
        sentence: 'Linked charges on accounts that are not child accounts',
      },
      'child-payment-with-own-fee': {
        harm: 'duplicated',
        sentence: 'Child account payments that carry a fee themselves instead of a linked charge',
      },
    },
    rows: sql`
      select fault.kind, id
      from transaction, lateral (values
        ('charge-outside-child-account', category in ${chargedBeside} and scope <> 'CHILD'),
        ('child-payment-with-own-fee', scope = 'CHILD' and category not in ${chargedBeside} and fee_kobo + vat_kobo > 0)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
