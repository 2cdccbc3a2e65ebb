import type { Transaction } from '../../db/database.ts'
import { disputeFundedRefunds } from '../../ledger/dispute-holds.ts'
import { voidAll } from '../../ledger/ledger.ts'
import { linkedCharges, withLinkedCharge } from '../child-accounts/linked-charges.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { type LogEntry, writeTrails } from '../trail.ts'
import { queueWebhooks } from '../webhooks/queue-webhook.ts'
import { scheduleStatusQueries, openStatusQueryWindow } from './status-query.ts'
import { finalizePayments } from './finalize-payments.ts'
import type { OutboundDeps, OutboundLeg } from './outbound-leg.ts'
import { hasFailed, webhookAfterMs } from './outbound-messages.ts'

export interface Failure {
  leg: OutboundLeg
  row: TransactionRow
  /** The provider's response code, or an equivalent one; null after an operator's decision. */
  code: string | null
  sentence: string
  log?: LogEntry
  /** Whether the provider has not confirmed the failure: status queries continue, since the money may still leave. */
  isUnconfirmed: boolean
  at: Date
}

/** Marks locked QUEUED or PENDING payments as FAILED and releases their holds. */
export async function failPayments(db: Transaction, deps: OutboundDeps, failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) return
  const disputeFunded = await disputeFundedRefunds(
    db,
    failures.map(({ row }) => row),
  )
  // The hold of a dispute-funded refund returns to the dispute instead, whether the refund was sent or not.
  const sent = failures.filter(({ row }) => row.status === 'PENDING' && !disputeFunded.has(row.id))
  await voidAll(
    db,
    sent.map(({ row, at }) => ({ owner: { transactionId: row.id }, at })),
  )
  const charges = await linkedCharges(
    db,
    failures.map(({ row }) => row),
  )
  const failed = failures.map((failure) => {
    const { row, code, isUnconfirmed, at } = failure
    // A payment that was never sent cannot be unconfirmed.
    const queryWindow = isUnconfirmed && row.status === 'PENDING' ? openStatusQueryWindow(row, at) : {}
    return {
      ...failure,
      after: { ...withLinkedCharge(row, charges), ...queryWindow, status: 'FAILED', response_code: code },
      queryWindow,
    }
  })
  await finalizePayments(
    db,
    failed.map(({ leg, row, code, sentence, queryWindow, at }) => ({
      leg,
      finalState: { row, status: 'FAILED', problem: sentence, at },
      more: { response_code: code, ...queryWindow },
    })),
    charges,
    deps,
  )
  await writeTrails(
    db,
    failed.map((failure) => ({ transaction: failure.row, at: failure.at, entries: [hasFailed(failure)] })),
  )
  await queueWebhooks(
    db,
    deps.jobs,
    failed.flatMap(({ leg, after, at }) =>
      leg.webhooks
        ? [{ transaction: after, kind: leg.webhooks.failed, at: new Date(at.getTime() + webhookAfterMs) }]
        : [],
    ),
  )
  await scheduleStatusQueries(
    db,
    deps,
    failed.map(({ after, at }) => ({ row: after, at })),
  )
}
