import { sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

/** Refunds that are not failed, or failed with a compensation, so that their money has left or may leave. */
const hasLeft = sql`(going.status <> 'FAILED' or exists (
  select from transfer where transfer.transaction_id = going.id and transfer.kind = 'COMPENSATION'))`

/** Whether refunds are part of their collection, paid from the credited account to the sender. */
export const refundChecks: Check[] = [
  {
    faults: {
      'refund-unmatched': {
        harm: 'lost',
        sentence: 'Refunds without a transaction, or refund transactions without a refund',
      },
      'refund-transaction-mismatch': {
        harm: 'imbalance',
        sentence: 'Refunds whose amount, merchant, mode or time differs from their transaction',
      },
      'refund-without-collection': {
        harm: 'duplicated',
        sentence: 'Refunds without a successful collection of the same merchant and mode',
      },
      'refund-account-mismatch': {
        harm: 'duplicated',
        sentence: 'Refunds debited from an account that did not receive the collection',
      },
      'refund-beneficiary-mismatch': {
        harm: 'duplicated',
        sentence: 'Refunds whose beneficiary or reference does not match the collection',
      },
      'refund-with-charges': { harm: 'duplicated', sentence: 'Refunds with a fee, VAT or stamp duty' },
      'refund-without-audit': {
        harm: 'auditGaps',
        sentence: 'Refunds requested by an operator without an audit record',
      },
    },
    rows: sql`
      select fault.kind, coalesce(refund.id, going.id) as id
      from refund
      full join (select * from transaction where category = 'REFUND') as going on going.id = refund_transaction_id
      left join transaction as collection on collection.id = refund.transaction_id, lateral (values
        ('refund-unmatched', refund.id is null or going.id is null or going.type <> 'DEBIT'),
        ('refund-transaction-mismatch', (going.amount_kobo, going.merchant_id, going.mode, going.created_at)
          <> (refund.amount_kobo, refund.merchant_id, refund.mode, refund.created_at)),
        ('refund-without-collection', refund.id is not null and (collection.id is null or collection.type <> 'CREDIT'
          or collection.category not in ('BANK_FUNDING', 'CARD_PAYMENT') or collection.status <> 'SUCCESS'
          or (collection.merchant_id, collection.mode) <> (refund.merchant_id, refund.mode))),
        ('refund-account-mismatch', going.id is not null and collection.id is not null
          and (going.account_id, going.scope, going.wallet_id)
            is distinct from (collection.account_id, collection.scope, collection.wallet_id)),
        ('refund-beneficiary-mismatch', going.id is not null and collection.id is not null
          and ((going.beneficiary_number, going.beneficiary_bank_code)
            is distinct from (collection.originator_number, collection.originator_bank_code)
          or not going.reference ^@ (collection.reference || '/R'))),
        ('refund-with-charges', going.fee_kobo + going.vat_kobo + going.stamp_duty_kobo > 0),
        ('refund-without-audit', refund.staff_id is not null and refund.created_at > ${retiredUntil} and not exists (
          select from audit
          where record_type = 'refund' and record_id = refund.id::text and action = 'refund.request'
        ) and not exists (
          select from audit
          where record_type = 'dispute' and record_id = refund.dispute_id::text and action = 'dispute.status'
            and after ->> 'refundId' = refund.id::text
        ))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'excess-refund': { harm: 'duplicated', sentence: 'Collections refunded by more than their amount' },
    },
    rows: sql`
      select 'excess-refund' as kind, collection.id
      from refund
      join transaction as going on going.id = refund_transaction_id
      join transaction as collection on collection.id = refund.transaction_id
      where ${hasLeft}
      group by collection.id, collection.amount_kobo
      having sum(refund.amount_kobo) > collection.amount_kobo`,
  },
]
