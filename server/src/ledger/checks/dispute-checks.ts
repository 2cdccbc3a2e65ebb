import { sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

const open = sql`('NEW', 'IN_PROGRESS', 'AWAITING_FEEDBACK', 'FEEDBACK_PROVIDED')`

/** Status of the latest refund that resolves a dispute. */
const lastRefund = sql`lateral (
  select going.status from refund join transaction as going on going.id = refund_transaction_id
  where refund.dispute_id = dispute.id order by refund.created_at desc, refund.id desc limit 1
)`

/** Whether disputes hold the disputed money while they are open, and refund it once. */
export const disputeChecks: Check[] = [
  {
    faults: {
      'invalid-disputed-transaction': {
        harm: 'duplicated',
        sentence:
          "Disputes that exceed their transaction, or whose transaction did not succeed or is another merchant's",
      },
      'dispute-without-hold': { harm: 'lost', sentence: 'Disputes under review without a hold' },
      'orphaned-dispute-hold': {
        harm: 'lost',
        sentence: 'Holds for disputes that are closed or not yet under review',
      },
      'dispute-hold-exceeds-amount': { harm: 'duplicated', sentence: 'Dispute holds that exceed the disputed amount' },
      'dispute-hold-account-mismatch': {
        harm: 'duplicated',
        sentence: 'Dispute holds on an account that did not receive the disputed collection',
      },
      'resolved-dispute-without-refund': {
        harm: 'lost',
        sentence: 'Resolved credit disputes without a refund',
      },
      'dispute-without-audit': {
        harm: 'auditGaps',
        sentence: 'Disputes opened or closed without an audit record',
      },
    },
    rows: sql`
      select fault.kind, coalesce(dispute.id, held.dispute_id) as id
      from dispute
      full join (select * from hold where dispute_id is not null and status = 'HELD') as held
        on held.dispute_id = dispute.id
      left join transaction on transaction.id = dispute.transaction_id
      left join ${lastRefund} as last on true, lateral (values
        ('invalid-disputed-transaction', dispute.id is not null and (transaction.id is null or transaction.status <> 'SUCCESS'
          or (transaction.merchant_id, transaction.mode) <> (dispute.merchant_id, dispute.mode)
          or dispute.amount_kobo > transaction.amount_kobo)),
        ('dispute-without-hold', held.id is null and transaction.type = 'CREDIT' and (
          dispute.status in ('IN_PROGRESS', 'AWAITING_FEEDBACK', 'FEEDBACK_PROVIDED')
          or dispute.status = 'RESOLVED' and last.status = 'FAILED')),
        ('orphaned-dispute-hold', held.id is not null and (dispute.id is null or transaction.type = 'DEBIT'
          or dispute.status in ('NEW', 'REJECTED', 'CLOSED')
          or dispute.status = 'RESOLVED' and last.status is distinct from 'FAILED')),
        ('dispute-hold-exceeds-amount', held.id is not null
          and (held.wanted_kobo is null or held.wanted_kobo > dispute.amount_kobo)),
        ('dispute-hold-account-mismatch', held.account_id <> transaction.account_id),
        ('resolved-dispute-without-refund', dispute.status = 'RESOLVED' and transaction.type = 'CREDIT' and last.status is null),
        ('dispute-without-audit', dispute.created_at > ${retiredUntil} and (not exists (
          select from audit where record_type = 'dispute' and record_id = dispute.id::text and action = 'dispute.initiate'
        ) or dispute.status not in ${open} and not exists (
          select from audit where record_type = 'dispute' and record_id = dispute.id::text
            and action = 'dispute.status' and after ->> 'status' = dispute.status
        )))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'duplicate-dispute': { harm: 'duplicated', sentence: 'Transactions with more than one open dispute' },
    },
    rows: sql`
      select 'duplicate-dispute' as kind, transaction_id as id from dispute
      where status in ${open} group by transaction_id having count(*) > 1`,
  },
  {
    faults: {
      'dispute-refund-mismatch': {
        harm: 'duplicated',
        sentence: 'Refunds whose collection or amount differs from the dispute they resolve',
      },
      'dispute-refund-without-hold': {
        harm: 'lost',
        sentence: "Pending refunds of disputes without the dispute's hold",
      },
    },
    rows: sql`
      select fault.kind, refund.id
      from refund
      left join dispute on dispute.id = refund.dispute_id
      left join transaction as going on going.id = refund_transaction_id, lateral (values
        ('dispute-refund-mismatch', refund.transaction_id <> dispute.transaction_id
          or refund.amount_kobo > dispute.amount_kobo or dispute.status not in ('RESOLVED', 'CLOSED')),
        ('dispute-refund-without-hold', going.status = 'QUEUED' and not exists (
          select from hold where hold.transaction_id = going.id and hold.status = 'HELD'))
      ) as fault (kind, is_found)
      where refund.dispute_id is not null and fault.is_found`,
  },
  {
    faults: {
      'duplicate-dispute-refund': { harm: 'duplicated', sentence: 'Disputes refunded more than once' },
    },
    rows: sql`
      select 'duplicate-dispute-refund' as kind, dispute_id as id
      from refund join transaction as going on going.id = refund_transaction_id
      where dispute_id is not null and going.status <> 'FAILED'
      group by dispute_id having count(*) > 1`,
  },
]
