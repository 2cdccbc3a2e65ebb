import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { writeTrails } from '../trail.ts'
import { queueEvents } from './queue-events.ts'
import { aboutToBeSent, webhookData, type WebhookKind } from './webhook-payload.ts'

/** A finished transaction that its merchant hears of. */
export interface TransactionEvent {
  transaction: TransactionRow
  kind: WebhookKind
  at: Date
}

/** Makes the event of a finished transaction and queues its first attempt; false for a merchant that wants none. */
export async function queueWebhook(db: Transaction, jobs: Jobs, told: TransactionEvent): Promise<boolean> {
  return (await queueWebhooks(db, jobs, [told])) === 1
}

/** Makes the events of finished transactions and queues their first attempts; tells how many are wanted. */
export async function queueWebhooks(db: Transaction, jobs: Jobs, all: readonly TransactionEvent[]): Promise<number> {
  const wanted = await queueEvents(
    db,
    jobs,
    all.map(({ transaction, kind, at }) => {
      const { id: transactionId, merchant_id: merchantId, mode } = transaction
      return { mode, merchantId, transactionId, kind, data: webhookData(transaction), at, transaction }
    }),
  )
  await writeTrails(
    db,
    wanted.map(({ transaction, kind, at }) => ({ transaction, at, entries: [aboutToBeSent(kind)] })),
  )
  return wanted.length
}
