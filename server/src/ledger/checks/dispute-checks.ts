import { sql } from 'kysely'
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
      'dispute-of-no-success': {
        harm: 'duplicated',
        sentence: 'Disputes above the amount of a successful transaction of their merchant and mode',
      },
      'dispute-without-hold': { harm: 'lost', sentence: 'Disputes under review without a hold' },
      'dispute-hold-left-behind': {
        harm: 'lost',
        sentence: 'Holds of disputes that are closed or not under review yet',
      },
      'dispute-hold-beyond': { harm: 'duplicated', sentence: 'Disputes whose target hold exceeds the disputed amount' },
      'dispute-hold-on-other-account': {
        harm: 'duplicated',
        sentence: 'Disputes that hold an account other than the one credited',
      },
      'resolved-without-refund': {
        harm: 'lost',
        sentence: 'Resolved credit disputes without a refund',
      },
      'dispute-without-audit': {
        harm: 'auditGaps',
        sentence: 'Raised or ended disputes without an audit row',
      },
    },
    rows: sql`
      select fault.kind, coalesce(dispute.id, held.dispute_id) as id
      from dispute
      full join (select * from hold where dispute_id is not null and status = 'HELD') as held
        on held.dispute_id = dispute.id
      left join transaction on transaction.id = dispute.transaction_id
      left join ${lastRefund} as last on true, lateral (values
        ('dispute-of-no-success', dispute.id is not null and (transaction.id is null or transaction.status <> 'SUCCESS'
          or (transaction.merchant_id, transaction.mode) <> (dispute.merchant_id, dispute.mode)
          or dispute.amount_kobo > transaction.amount_kobo)),
        ('dispute-without-hold', held.id is null and transaction.type = 'CREDIT' and (
          dispute.status in ('IN_PROGRESS', 'AWAITING_FEEDBACK', 'FEEDBACK_PROVIDED')
          or dispute.status = 'RESOLVED' and last.status = 'FAILED')),
        ('dispute-hold-left-behind', held.id is not null and (dispute.id is null or transaction.type = 'DEBIT'
          or dispute.status in ('NEW', 'REJECTED', 'CLOSED')
          or dispute.status = 'RESOLVED' and last.status is distinct from 'FAILED')),
        ('dispute-hold-beyond', held.id is not null
          and (held.wanted_kobo is null or held.wanted_kobo > dispute.amount_kobo)),
        ('dispute-hold-on-other-account', held.account_id <> transaction.account_id),
        ('resolved-without-refund', dispute.status = 'RESOLVED' and transaction.type = 'CREDIT' and last.status is null),
        ('dispute-without-audit', dispute.id is not null and not exists (
          select from audit where record_type = 'dispute' and record_id = dispute.id::text and action = 'dispute.initiate'
        ) or dispute.status not in ${open} and not exists (
          select from audit where record_type = 'dispute' and record_id = dispute.id::text
            and action = 'dispute.status' and after ->> 'status' = dispute.status
        ))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'disputed-twice': { harm: 'duplicated', sentence: 'Transactions with two open disputes' },
    },
    rows: sql`
      select 'disputed-twice' as kind, transaction_id as id from dispute
      where status in ${open} group by transaction_id having count(*) > 1`,
  },
  {
    faults: {
      'refund-of-other-dispute': {
        harm: 'duplicated',
        sentence: 'Refunds whose collection differs from, or whose amount exceeds, the dispute they resolve',
      },
      'dispute-refund-without-hold': {
        harm: 'lost',
        sentence: 'Refunds in progress whose funds are still held by the dispute',
      },
    },
    rows: sql`
      select fault.kind, refund.id
      from refund
      left join dispute on dispute.id = refund.dispute_id
      left join transaction as going on going.id = refund_transaction_id, lateral (values
        ('refund-of-other-dispute', refund.transaction_id <> dispute.transaction_id
          or refund.amount_kobo > dispute.amount_kobo or dispute.status not in ('RESOLVED', 'CLOSED')),
        ('dispute-refund-without-hold', going.status = 'QUEUED' and not exists (
          select from hold where hold.transaction_id = going.id and hold.status = 'HELD'))
      ) as fault (kind, is_found)
      where refund.dispute_id is not null and fault.is_found`,
  },
  {
    faults: {
      'dispute-refunded-twice': { harm: 'duplicated', sentence: 'Disputes refunded more than once' },
    },
    rows: sql`
      select 'dispute-refunded-twice' as kind, dispute_id as id
      from refund join transaction as going on going.id = refund_transaction_id
      where dispute_id is not null and going.status <> 'FAILED'
      group by dispute_id having count(*) > 1`,
  },
]
