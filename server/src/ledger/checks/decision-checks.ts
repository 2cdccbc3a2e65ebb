import { sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

const merchantDecisions = sql`('merchant.approve', 'merchant.decline')`
const upgradeDecisions = sql`('merchant-upgrade.approve', 'merchant-upgrade.decline')`
const tierDecisions = sql`('wallet-upgrade.approve', 'wallet-upgrade.reject')`
const payoutDecisions = sql`('payout.success', 'payout.failed', 'payout.requery')`

/**
 * Whether operators' decisions were carried out, with one audit row each. Decisions before the first audit row of their kind were
 * imported; those of what is retired have none any more, here as in all checks that ask for an audit row.
 */
export const decisionChecks: Check[] = [
  {
    faults: {
      'payout-without-audit': {
        harm: 'auditGaps',
        sentence: 'Payouts finalized by an operator without an audit record',
      },
    },
    // The switch's response leaves its code on the payout; an operator's decision leaves none.
    rows: sql`
      select 'payout-without-audit' as kind, id from transaction
      where category in ('BANK_TRANSFER', 'REFUND', 'BILL_PAYMENT') and type = 'DEBIT' and status in ('SUCCESS', 'FAILED') and response_code is null
        and created_at > ${retiredUntil} and not exists (
          select from audit where record_type = 'transaction' and record_id = transaction.id::text
            and action in ('payout.success', 'payout.failed')
        )`,
  },
  {
    faults: {
      'merchant-without-audit': {
        harm: 'auditGaps',
        sentence: 'KYC decisions on merchants without an audit record',
      },
    },
    rows: sql`
      select 'merchant-without-audit' as kind, id from merchant
      where verified in ('ACCEPTED', 'REJECTED')
        and decided_at >= coalesce((select min(at) from audit where action in ${merchantDecisions}), '-infinity')
        and decided_at > ${retiredUntil} and not exists (
          select from audit where record_type = 'merchant' and record_id = merchant.id::text
            and action in ${merchantDecisions} and at = decided_at
        )`,
  },
  {
    faults: {
      'upgrade-without-audit': {
        harm: 'auditGaps',
        sentence: 'Decisions on upgrade requests without an audit record',
      },
    },
    rows: sql`
      select 'upgrade-without-audit' as kind, id from merchant_upgrade
      where decided_at >= coalesce((select min(at) from audit where action in ${upgradeDecisions}), '-infinity')
        and decided_at > ${retiredUntil} and not exists (
          select from audit where record_type = 'merchant_upgrade' and record_id = merchant_upgrade.id::text
            and action in ${upgradeDecisions} and at = decided_at
        )
      union all
      select 'upgrade-without-audit', id from wallet_upgrade
      where status in ('COMPLETED', 'REJECTED')
        and decided_at >= coalesce((select min(at) from audit where action in ${tierDecisions}), '-infinity')
        and decided_at > ${retiredUntil} and not exists (
          select from audit where record_type = 'wallet_upgrade' and record_id = wallet_upgrade.id::text
            and action in ${tierDecisions} and at = decided_at
        )`,
  },
  {
    faults: {
      'charges-without-audit': {
        harm: 'auditGaps',
        sentence: 'Custom charges of merchants without an audit record',
      },
    },
    rows: sql`
      select 'charges-without-audit' as kind, merchant_id::text || ' ' || name as id from merchant_charge
      where updated_at > ${retiredUntil} and not exists (
        select from audit where record_type = 'merchant' and record_id = merchant_charge.merchant_id::text
          and action = 'charges.update' and after ? merchant_charge.name and at = merchant_charge.updated_at
      )`,
  },
  {
    faults: {
      'stop-without-audit': {
        harm: 'auditGaps',
        sentence: 'Scheduled payouts, recurring payouts and batches that an operator stopped without an audit record',
      },
    },
    rows: sql`
      select 'stop-without-audit' as kind, record_type || ' ' || id as id
      from (
        select 'scheduled_payout' as record_type, id, decided_at from scheduled_payout
        union all select 'recurring_payout', id, decided_at from recurring_payout
        union all select 'bulk_batch', id, decided_at from bulk_batch
      ) as stopped
      where decided_at > ${retiredUntil} and not exists (
        select from audit where audit.record_type = stopped.record_type and record_id = stopped.id::text
          and at = decided_at
      )`,
  },
  {
    faults: {
      'decision-record-mismatch': {
        harm: 'lost',
        sentence: 'Audited decisions whose record is missing or has another status',
      },
    },
    rows: sql`
      select 'decision-record-mismatch' as kind, record_type || ' ' || record_id as id
      from (
        select audit.* from audit left join transaction on transaction.id::text = record_id
        where record_type = 'transaction' and action in ${payoutDecisions} and after ->> 'status' in ('SUCCESS', 'FAILED')
          and status is distinct from after ->> 'status'
        union all
        select audit.* from audit left join merchant on merchant.id::text = record_id
        where record_type = 'merchant' and action = 'merchant.approve' and verified is distinct from 'ACCEPTED'
        union all
        select audit.* from audit left join merchant_upgrade on merchant_upgrade.id::text = record_id
        where record_type = 'merchant_upgrade' and action in ${upgradeDecisions}
          and status is distinct from after ->> 'status'
        union all
        select audit.* from audit left join wallet_upgrade on wallet_upgrade.id::text = record_id
        where record_type = 'wallet_upgrade' and action in ${tierDecisions}
          and status is distinct from after ->> 'status'
      ) as broken`,
  },
  {
    faults: {
      'duplicate-decision': { harm: 'duplicated', sentence: 'Records with more than one decision' },
    },
    // A KYC that was declined may be submitted and decided again; nothing else is.
    rows: sql`
      select 'duplicate-decision' as kind, record_type || ' ' || record_id as id from audit
      where action in ${upgradeDecisions} or action in ${tierDecisions} or action = 'merchant.approve'
        or (action in ${payoutDecisions} and after ->> 'status' in ('SUCCESS', 'FAILED')
          and before ->> 'status' <> after ->> 'status')
      group by record_type, record_id having count(*) > 1`,
  },
  {
    faults: {
      'webhook-status-mismatch': {
        harm: 'lost',
        sentence: 'Webhook events marked as delivered without a successful attempt',
      },
    },
    rows: sql`
      select 'webhook-status-mismatch' as kind, id from webhook_event as event
      where status = 'DELIVERED' and not exists (
        select from webhook_attempt where event_id = event.id and response_code between 200 and 299
      )`,
  },
]
