import { sql } from 'kysely'
import { type Check, checkedAt } from './check.ts'

/**
 * Whether open work items stand for records that require work, and nobody who cannot sign in has any. A record that changed within
 * the last minute may not have been collected yet.
 */
export const workChecks: Check[] = [
  {
    faults: {
      'work-item-outdated': {
        harm: 'duplicated',
        sentence: 'Open work items whose record has required nothing for more than a minute',
      },
    },
    rows: sql`
      select 'work-item-outdated' as kind, item.id
      from work_item item
      left join lateral (
        select verified in ('SUBMITTED', 'PROCESSING') as is_open, decided_at as changed_at
        from merchant where item.kind = 'KYC' and id = item.subject_id::uuid
        union all
        select status = 'PENDING', decided_at
        from wallet_upgrade where item.kind = 'TIER' and id = item.subject_id::uuid
        union all
        select status in ('PENDING', 'IN-REVIEW'), decided_at
        from merchant_upgrade where item.kind = 'UPGRADE' and id = item.subject_id::uuid
        union all
        select status = 'PENDING', (select max(created_at) from activity where transaction_id = transaction.id)
        from transaction where item.kind = 'PAYOUT_IN_DOUBT' and id = item.subject_id::uuid
        union all
        select settlement.status = 'FAILED', greatest(
          attempt.created_at, (select max(created_at) from activity where transaction_id = attempt.id))
        from settlement left join transaction attempt on attempt.id = settlement.transaction_id
        where item.kind = 'SETTLEMENT_FAILED' and settlement.id = item.subject_id::uuid
        union all
        select status not in ('RESOLVED', 'REJECTED', 'CLOSED'), (
          select max(activity.created_at) from dispute_activity activity where activity.dispute_id = dispute.id)
        from dispute where item.kind = 'DISPUTE' and id = item.subject_id::uuid
        union all
        select payment.status <> 'SUCCESS', payment.paid_at
        from refund join transaction payment on payment.id = refund_transaction_id
        where item.kind = 'REFUND_STUCK' and refund.id = item.subject_id::uuid
        union all
        select status = 'PENDING', decided_at
        from card_batch where item.kind = 'CARD_BATCH' and id = item.subject_id::uuid
        union all
        select status = 'NEW', answered_at
        from contact_message where item.kind = 'CONTACT' and id = item.subject_id::uuid
        union all
        select exists (select from webhook_event event where event.status = 'FAILED' and event.merchant_id = merchant.id),
          null
        from merchant where item.kind = 'WEBHOOKS_FAILED' and id = item.subject_id::uuid
      ) as record on true
      where item.closed_at is null and item.subject_type not in ('cause', 'job')
        and record.is_open is not true
        and coalesce(record.changed_at, item.opened_at) < ${checkedAt} - interval '1 minute'`,
  },
  {
    faults: {
      'work-item-of-inactive': { harm: 'auditGaps', sentence: 'Work items of people who cannot sign in' },
    },
    rows: sql`
      select 'work-item-of-inactive' as kind, item.id
      from work_item item join staff on staff.id = claimed_by
      where closed_at is null
        and (staff.status <> 'ACTIVE' or access_until < ${checkedAt} - interval '1 minute')`,
  },
]
