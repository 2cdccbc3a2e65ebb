import { sql } from 'kysely'
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
        sentence: 'Refunds without their transaction, or refund transactions without their refund',
      },
      'refund-unlike-transaction': {
        harm: 'imbalance',
        sentence: 'Refunds whose transaction has another amount, merchant, mode or time',
      },
      'refund-of-no-collection': {
        harm: 'duplicated',
        sentence: 'Refunds of something other than a successful collection of their merchant and mode',
      },
      'refund-from-other-account': {
        harm: 'duplicated',
        sentence: 'Refunds from an account other than the one the collection credited',
      },
      'refund-to-somebody-else': {
        harm: 'duplicated',
        sentence: 'Refunds to an account or name other than the sender of the collection',
      },
      'refund-charged': { harm: 'duplicated', sentence: 'Refunds with charges' },
      'refund-without-audit': {
        harm: 'auditGaps',
        sentence: 'Refunds requested by an operator without an audit row',
      },
    },
    rows: sql`
      select fault.kind, coalesce(refund.id, going.id) as id
      from refund
      full join (select * from transaction where category = 'REFUND') as going on going.id = refund_transaction_id
      left join transaction as collection on collection.id = refund.transaction_id, lateral (values
        ('refund-unmatched', refund.id is null or going.id is null or going.type <> 'DEBIT'),
        ('refund-unlike-transaction', (going.amount_kobo, going.merchant_id, going.mode, going.created_at)
          <> (refund.amount_kobo, refund.merchant_id, refund.mode, refund.created_at)),
        ('refund-of-no-collection', refund.id is not null and (collection.id is null or collection.type <> 'CREDIT'
          or collection.category not in ('BANK_FUNDING', 'CARD_PAYMENT') or collection.status <> 'SUCCESS'
          or (collection.merchant_id, collection.mode) <> (refund.merchant_id, refund.mode))),
        ('refund-from-other-account', going.id is not null and collection.id is not null
          and (going.account_id, going.scope, going.wallet_id)
            is distinct from (collection.account_id, collection.scope, collection.wallet_id)),
        ('refund-to-somebody-else', going.id is not null and collection.id is not null
          and ((going.beneficiary_number, going.beneficiary_bank_code)
            is distinct from (collection.originator_number, collection.originator_bank_code)
          or not going.reference ^@ (collection.reference || '/R'))),
        ('refund-charged', going.fee_kobo + going.vat_kobo + going.stamp_duty_kobo > 0),
        ('refund-without-audit', refund.staff_id is not null and not exists (
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
      'refunded-too-much': { harm: 'duplicated', sentence: 'Collections refunded above their amount' },
    },
    rows: sql`
      select 'refunded-too-much' as kind, collection.id
      from refund
      join transaction as going on going.id = refund_transaction_id
      join transaction as collection on collection.id = refund.transaction_id
      where ${hasLeft}
      group by collection.id, collection.amount_kobo
      having sum(refund.amount_kobo) > collection.amount_kobo`,
  },
]
