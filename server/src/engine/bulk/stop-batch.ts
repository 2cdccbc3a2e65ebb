import { naira } from '@kobo/contract/kit/naira'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { BulkBatch } from '../../db/tables.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { queueEvents } from '../webhooks/queue-events.ts'
import { completeIfFinished } from './process-batch.ts'

/** Whether an item can still be stopped; an invalid one has a problem. */
export const isUnsent = sql<boolean>`(status = 'NEW' or status = 'NOT_PROCESSED' and problem is null)`

/**
 * Fails the items of a locked batch that are not yet submitted and notifies the merchant; payouts in progress run to completion.
 * Items become payouts under the same lock, so each is either submitted or stopped. Returns how many were stopped, 0 if all
 * have been submitted.
 */
export async function stopItems(
  db: Transaction,
  jobs: Jobs,
  { batch, reason, at }: { batch: Selectable<BulkBatch>; reason: string; at: Date },
): Promise<number> {
  const stopped = await sql<{ amount_kobo: bigint | null }>`
    update bulk_item set status = 'FAILED', problem = ${`Stopped: ${reason}`}
    where batch_id = ${batch.id} and ${isUnsent}
    returning amount_kobo`.execute(db)
  const stoppedItems = stopped.rows.length
  if (stoppedItems === 0) return 0
  await completeIfFinished(db, batch.id)
  const { id: batchId, mode, merchant_id: merchantId, reference, total_items: totalItems } = batch
  const stoppedAmount = naira(stopped.rows.reduce((sum, row) => sum + (row.amount_kobo ?? 0n), 0n))
  const data = { batchId, reference, totalItems, stoppedItems, stoppedAmount, reason }
  await queueEvents(db, jobs, [{ mode, merchantId, transactionId: null, kind: 'payout.batch_stopped', data, at }])
  return stoppedItems
}
