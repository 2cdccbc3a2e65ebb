import { naira } from '@kobo/contract/kit/naira'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { queueEvents } from '../webhooks/queue-events.ts'
import type { DisputeRow } from './dispute-row.ts'

/** Dispute events of which a merchant is notified. */
export type DisputeEvent =
  | { kind: 'dispute.opened' | 'dispute.status' }
  | { kind: 'dispute.message'; subject: string; message: string }

/** Queues a webhook event for the merchant; does nothing without `jobs`. */
export async function notifyMerchant(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'> | null,
  dispute: DisputeRow,
  event: DisputeEvent,
  at: Date,
): Promise<void> {
  if (jobs === null) return
  const { kind, ...details } = event
  const data = { ...disputeData(dispute), ...details }
  const { mode, merchant_id: merchantId, transaction_id: transactionId } = dispute
  await queueEvents(db, jobs, [{ mode, merchantId, transactionId, kind, data, at }])
}

function disputeData(dispute: DisputeRow) {
  return {
    disputeId: dispute.id,
    transactionId: dispute.transaction_id,
    status: dispute.status,
    category: dispute.category,
    amount: naira(dispute.amount_kobo),
    customer: dispute.customer,
    description: dispute.description,
    dueDate: dispute.due_at,
    enableConversation: dispute.conversation,
    createdAt: dispute.created_at,
  }
}
