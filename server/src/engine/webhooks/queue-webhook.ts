import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { writeTrails } from '../trail.ts'
import { queueEvents } from './queue-events.ts'
import { aboutToBeSent, webhookData, type WebhookKind } from './webhook-payload.ts'

/** Webhook event of a final transaction. */
export interface TransactionEvent {
  transaction: TransactionRow
  kind: WebhookKind
  at: Date
}

/** Creates a transaction's event and queues its first attempt; false if the merchant has no endpoint. */
export async function queueWebhook(db: Transaction, jobs: Jobs, event: TransactionEvent): Promise<boolean> {
  return (await queueWebhooks(db, jobs, [event])) === 1
}

/** Creates events of transactions and queues their first attempts; returns the number created. */
export async function queueWebhooks(db: Transaction, jobs: Jobs, events: readonly TransactionEvent[]): Promise<number> {
  const created = await queueEvents(
    db,
    jobs,
    events.map(({ transaction, kind, at }) => {
      const { id: transactionId, merchant_id: merchantId, mode } = transaction
      return { mode, merchantId, transactionId, kind, data: webhookData(transaction), at, transaction }
    }),
  )
  await writeTrails(
    db,
    created.map(({ transaction, kind, at }) => ({ transaction, at, entries: [aboutToBeSent(kind)] })),
  )
  return created.length
}
